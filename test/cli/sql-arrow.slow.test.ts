import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { RecordBatchReader, tableFromIPC } from 'apache-arrow';
import { describe, expect } from 'vitest';
import { runCli, startCli } from '../support/cli.ts';
import { test } from '../support/fixtures.ts';

const run = (data_dir: string, cwd: string, ...args: string[]) => runCli(['sql', ...args], { data_dir, cwd });

describe('alir sql --format arrow', () => {
  test('is written to a file with either extension, with the number of rows on stderr, or to a pipe', async ({
    data_dir,
    folder: cwd,
  }) => {
    for (const name of ['a.arrow', 'a.arrows']) {
      const { json } = await run(data_dir, cwd, '--json', '--output', name, 'FROM range(3)');
      expect(json()).toEqual([expect.objectContaining({ file: name, format: 'arrow', rows: 3 })]);
    }
    const piped = startCli(['sql', '--format', 'arrow', 'SELECT 200 AS n'], { data_dir });
    const table = tableFromIPC(await buffer(piped.stdout as Readable));
    expect(table.toArray().map((row) => row.toJSON())).toEqual([{ n: 200 }]);
    const file = await readFile(join(cwd, 'a.arrow'));
    const reader = RecordBatchReader.from(file);
    expect([...reader].map((batch) => batch.numRows)).toEqual([3]);
  });

  test('that fails half-way leaves no new file, and keeps an existing one', async ({
    data_dir,
    folder: cwd,
  }) => {
    await writeFile(join(cwd, 'a.arrow'), 'old\n');
    const question = `SELECT CASE WHEN range = 1500000 THEN error('boo') ELSE range END AS n FROM range(2000000)`;
    const { code, stderr } = await run(data_dir, cwd, '--force', '--output', 'a.arrow', question);
    expect([code, stderr]).toEqual([1, expect.stringContaining('boo')]);
    expect(await readFile(join(cwd, 'a.arrow'), 'utf8')).toBe('old\n');
    expect(await readdir(cwd)).toEqual(['a.arrow']);
  });

  test('accepts one query, and no prompt', async ({ data_dir }) => {
    const { code, stderr } = await runCli(['sql', '--format', 'arrow'], { data_dir, input: 'SELECT 1;' });
    expect([code, stderr]).toEqual([2, expect.stringContaining('--format arrow requires a query')]);
  });
});
