import { describe, expect } from 'vitest';
import { runCli } from '../support/cli.ts';
import { test } from '../support/fixtures.ts';

const run = (data_dir: string, cwd: string, ...args: string[]) => runCli(['sql', ...args], { data_dir, cwd });

describe('formats', () => {
  test('a table ends after 1,000 rows with a note how to get all', async ({ data_dir, folder: cwd }) => {
    const { stdout, stderr } = await run(data_dir, cwd, 'FROM range(1001)');
    expect(stdout.split('\n').length).toBe(3 + 1000 + 1);
    expect(stderr).toMatch(
      /^.*\nOnly the first 1,000 rows are shown \(\d+\.\d\d s\)\. To get all rows, use --format csv/,
    );
    expect((await run(data_dir, cwd, 'FROM range(1000)')).stderr).toMatch(/\n1,000 rows \(\d/);
  });

  test('--json is the same as --format ndjson', async ({ data_dir, folder: cwd }) => {
    for (const options of [['--json'], ['--format', 'ndjson']])
      expect((await run(data_dir, cwd, ...options, "SELECT 1 AS n, 'x' AS t")).stdout).toBe(
        '{"n":1,"t":"x"}\n',
      );
    expect((await run(data_dir, cwd, '--format', 'csv', 'SELECT 1 AS n')).stdout).toBe('n\n1\n');
  });
});
