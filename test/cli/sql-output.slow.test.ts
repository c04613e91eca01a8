import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect } from 'vitest';
import { afterThisTest } from '../support/alir.ts';
import { CLI, runCli, startCli } from '../support/cli.ts';
import { test } from '../support/fixtures.ts';

const run = (data_dir: string, cwd: string, ...args: string[]) => runCli(['sql', ...args], { data_dir, cwd });

/** Whether the answer is being written. */
async function hasStaged(folder: string): Promise<boolean> {
  return (await readdir(folder, { recursive: true })).some((name) => /^\.alir-.*\/a\./.test(name));
}

describe('--output', () => {
  test.for(['csv', 'json', 'ndjson', 'parquet'])(
    'the extension of %s sets the format; the number of rows is printed',
    async (ending, { data_dir, folder: cwd }) => {
      const name = `answer.${ending}`;
      const { json } = await run(data_dir, cwd, '--json', '--output', name, 'FROM range(3)');
      const bytes = (await stat(join(cwd, name))).size;
      expect(json()).toEqual([{ file: name, format: ending, rows: 3, bytes }]);
      if (ending !== 'parquet') {
        expect(await readFile(join(cwd, name), 'utf8')).toBe(
          (await run(data_dir, cwd, '--format', ending, 'FROM range(3)')).stdout,
        );
      }
      expect(await readdir(cwd)).toEqual([name]);
    },
  );

  test.for(['csv', 'parquet'])(
    'a query that fails half-way leaves no new file, and keeps an existing one (%s)',
    async (ending, { data_dir, folder: cwd }) => {
      const name = `a.${ending}`;
      await writeFile(join(cwd, name), 'old\n');
      const question = `SELECT CASE WHEN range = 1500000 THEN error('boo') ELSE range END AS n FROM range(2000000)`;
      const { code, stderr } = await run(data_dir, cwd, '--force', '--output', name, question);
      expect([code, stderr]).toEqual([1, expect.stringContaining('boo')]);
      expect(await readFile(join(cwd, name), 'utf8')).toBe('old\n');
      expect(await readdir(cwd)).toEqual([name]);
    },
  );

  test.for(['csv', 'parquet'])(
    'Ctrl-C stops the query and leaves no file (%s)',
    async (ending, { data_dir, folder: cwd }) => {
      const endless = 'SELECT a.range FROM range(1000000000) a, range(1000) b WHERE a.range % 7 = b.range';
      const child = startCli(['sql', '--output', `a.${ending}`, endless], { data_dir, cwd });
      let stderr = '';
      child.stderr?.on('data', (data) => {
        stderr += data;
      });
      while (!(await hasStaged(cwd))) await new Promise((resolve) => setTimeout(resolve, 20));
      child.kill('SIGINT');
      const [code] = await once(child, 'close');
      expect([code, stderr]).toEqual([1, expect.stringContaining('alir: The query was stopped.')]);
      expect(await readdir(cwd)).toEqual([]);
    },
  );

  test('SQL itself cannot write a file', async ({ data_dir, folder: cwd }) => {
    const { code } = await run(
      data_dir,
      cwd,
      '--output',
      'a.parquet',
      `COPY (SELECT 1) TO '${cwd}/b.parquet'`,
    );
    expect(code).toBe(1);
    expect(await readdir(cwd)).toEqual([]);
  });
});

test('a full output device is an error', async ({ data_dir }) => {
  const full = await open('/dev/full', 'w');
  afterThisTest(() => full.close());
  const child = spawn(process.execPath, [CLI, 'sql', '--format', 'csv', 'FROM range(100000)'], {
    env: { ALIR_DATA_DIR: data_dir },
    stdio: ['ignore', full.fd, 'pipe'],
  });
  const [stderrText, [code]] = await Promise.all([text(child.stderr as Readable), once(child, 'exit')]);
  expect([code, stderrText]).toEqual([1, expect.stringContaining('alir: Writing the output failed: ENOSPC')]);
});
