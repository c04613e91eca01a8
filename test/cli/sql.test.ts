import { readdirSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { openSession, ownFolders } from '../../src/cli/market/sql.ts';
import { run } from '../../src/cli/run.ts';
import { AnalystSession } from '../../src/market/sql-shell/session.ts';
import { configOf } from '../support/alir.ts';
import { runCli, testIo } from '../support/cli.ts';
import { csv, FILE_NAME, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';

/** More rows than DuckDB has in one piece. */
const ROWS = 5000;

const sql = (data_dir: string, cwd: string, ...args: string[]) => runCli(['sql', ...args], { data_dir, cwd });

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

test('the query is an argument, a file, or standard input', async ({ data_dir, folder: cwd }) => {
  await writeFile(join(cwd, 'question.sql'), '-- how many?\nSELECT 42 AS n;\n');
  const { json, stderr } = await sql(data_dir, cwd, '--file', 'question.sql', '--json');
  expect(json()).toEqual([{ n: 42 }]);
  expect(stderr).toBe(
    `No day is published in ${data_dir}/lake yet, so the views are empty. If this is the wrong folder, set ALIR_DATA_DIR.\n`,
  );
  const piped = await runCli(['sql', '-', '--format', 'ndjson'], { data_dir, cwd, input: 'SELECT 43 AS n;' });
  expect(piped.json()).toEqual([{ n: 43 }]);
  const input = "SELECT 0 AS n;\nSELECT 'a;b' AS n;\nSELECT 2 AS n;\n";
  const script = await runCli(['sql', '--json'], { data_dir, input });
  expect([script.code, script.json()]).toEqual([0, [{ n: 0 }, { n: 'a;b' }, { n: 2 }]]);
  expect((await runCli(['sql', '--json'], { data_dir, input: 'SELECT nothing;' })).code).toBe(1);
});

test('a command that asks for two things, or for an unknown format, is bad usage', async ({
  data_dir,
  folder: cwd,
}) => {
  for (const [args, text] of [
    [['--file', 'absent.sql'], 'absent.sql cannot be read (ENOENT)'],
    [['--file', 'absent.sql', 'SELECT 1'], 'Pass a query or --file, not both'],
    [['--json', '--format', 'csv', 'SELECT 1'], 'Pass either --json or --format, not both'],
    [['--format', 'parquet', 'SELECT 1'], 'Pass --output FILE'],
    [['--format', 'arrow'], '--format arrow requires a query'],
    [['--output', 'a.csv'], '--output requires a query'],
    [['--output', 'answer', 'SELECT 1'], 'Cannot infer the format of answer:'],
    [['--output', 'answer.csv', '--format', 'table', 'SELECT 1'], 'Cannot infer the format of answer.csv'],
    [['--format', 'xlsx', 'SELECT 1'], 'Allowed choices are table, csv, json, ndjson, parquet, arrow'],
  ] as const) {
    const { code, stderr } = await sql(data_dir, cwd, ...args);
    expect([args, code, stderr]).toEqual([args, 2, expect.stringContaining(text)]);
  }
});

test('--output replaces only a regular file outside the folders of Alir, and only with --force', async ({
  data_dir,
  folder: cwd,
}) => {
  await mkdir(join(cwd, 'folder.csv'));
  await writeFile(join(cwd, 'mine.csv'), 'precious\n');
  await symlink('mine.csv', join(cwd, 'link.csv'));
  const write = (place: string, ...args: string[]) =>
    sql(data_dir, cwd, '--format', 'csv', '--output', place, ...args, 'SELECT 1 AS a');
  for (const [place, text] of [
    [`${data_dir}/lake/x.csv`, `${data_dir} belongs to Alir`],
    [`${data_dir}/ledger.sqlite`, `${data_dir} belongs to Alir`],
    ['folder.csv', 'is not a regular file'],
    ['/dev/null', 'is not a regular file'],
    ['absent/a.csv', 'does not exist or cannot be written'],
  ] as const) {
    const { code, stderr } = await write(place, '--force');
    expect([place, code, stderr]).toEqual([place, 1, expect.stringContaining(text)]);
  }
  expect(await write('mine.csv')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already exists. To replace it, pass --force'),
  });
  expect(await readFile(join(cwd, 'mine.csv'), 'utf8')).toBe('precious\n');
  expect((await write('link.csv', '--force')).code).toBe(0);
  expect(await readFile(join(cwd, 'mine.csv'), 'utf8')).toBe('a\n1\n');
});

test('a table ends after 1,000 rows with a note how to get all', async ({ data_dir, folder: cwd }) => {
  const { stdout, stderr } = await sql(data_dir, cwd, 'FROM range(1001)');
  expect(stdout.split('\n').length).toBe(3 + 1000 + 1);
  expect(stderr).toMatch(
    /^.*\nOnly the first 1,000 rows are shown \(\d+\.\d\d s\)\. To get all rows, use --format csv/,
  );
  expect((await sql(data_dir, cwd, 'FROM range(1000)')).stderr).toMatch(/\n1,000 rows \(\d/);
});

test('a query has the limits of the settings, and an export has no limit of time', async ({ folder }) => {
  const config = configOf(folder, {
    ...{ ALIR_SQL_MEMORY_MB: '101', ALIR_SQL_SECONDS: '102', ALIR_SQL_DISK_MB: '103', ALIR_THREADS: '4' },
  });
  const open = vi.spyOn(AnalystSession, 'open').mockResolvedValue({} as never);
  const lake = { lake: '/lake', linked: false } as never;
  await openSession(config, { lake });
  await openSession(config, { lake, answers: '/answers', seconds: Number.POSITIVE_INFINITY });
  const limits = { memory_mb: 101, seconds: 102, disk_mb: 103, threads: 4 };
  const places = { lake: '/lake', reference: expect.stringMatching(/reference\/$/), corporate_actions: [] };
  expect(open.mock.calls).toMatchObject([
    [places, limits],
    [
      { ...places, answers: '/answers' },
      { ...limits, seconds: Number.POSITIVE_INFINITY },
    ],
  ]);
  // Results are written neither there nor to the data folder.
  expect(ownFolders(config)).toEqual([folder, open.mock.calls[0]?.[0].reference]);
});
