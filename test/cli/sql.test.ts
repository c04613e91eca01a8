import { readdirSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { runCli } from '../support/cli.ts';
import { csv, FILE_NAME, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';

/** More rows than DuckDB has in one piece. */
const ROWS = 5000;

test('alir sql writes all rows to a file, counts them, and leaves no folder behind', async ({
  data_dir,
  folder,
  outside,
}) => {
  const file = await writeTo(outside, FILE_NAME, csv([line()]));
  await runCli(['ingest', '--confirm', file], { data_dir });
  vi.stubEnv('TMPDIR', folder);
  try {
    for (const format of ['csv', 'arrow', 'parquet']) {
      const output = `${outside}/rows.${format}`;
      const args = ['sql', `SELECT * FROM range(${ROWS})`, '--format', format, '--output', output, '--json'];
      const { code, stderr, json } = await runCli(args, { data_dir });
      expect([code, stderr, json()]).toMatchObject([0, '', [{ file: output, format, rows: ROWS }]]);
    }
    expect((await runCli(['sql', 'SELECT nothing'], { data_dir })).code).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
  }
});
