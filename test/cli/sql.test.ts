import { readdirSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { runCli, testIo } from '../support/cli.ts';
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

test('Arrow output is refused at a terminal only', async ({ data_dir }) => {
  for (const [isTTY, code] of [
    [true, 2],
    [false, 0],
  ] as const) {
    const { io, printed } = testIo({ ALIR_DATA_DIR: data_dir });
    Object.assign(io.stdout, { isTTY });
    expect(await run(['sql', 'SELECT 1', '--format', 'arrow'], io)).toBe(code);
    expect(printed.stderr.includes('cannot be shown in a terminal')).toBe(isTTY);
  }
});
