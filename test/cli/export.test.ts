import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { runCli } from '../support/cli.ts';
import { test } from '../support/fixtures.ts';
import { dailyFileText, fileName, smallMarket } from '../support/small-market.ts';
import { readTrades, type TradeLine } from '../support/trade-lines.ts';

const DAYS = ['2025-12-30', '2026-01-02', '2026-01-05'];
const RANGE = ['--from', '2025-12-31', '--to', '2026-01-31'];

let data_dir: string;
let trades: TradeLine[];
test.beforeAll(async ({ sharedAlir: alir }) => {
  data_dir = alir.stores.folders.root;
  const texts = DAYS.map((day) => dailyFileText(smallMarket(), day));
  await alir.publish(texts.map((text, place) => [fileName(DAYS[place] ?? ''), text]));
  trades = texts.flatMap(readTrades).filter(({ date }) => date >= '2025-12-31');
});

const run = (cwd: string, ...args: string[]) => runCli(['export', ...args], { data_dir, cwd });

describe('alir export', () => {
  test('writes a range as one CSV file by date, with the rows of alir sql', async ({ folder: cwd }) => {
    const { code, json } = await run(cwd, ...RANGE, '--json', '--table', 'trades', '--output', 'range.csv');
    const written = await readFile(join(cwd, 'range.csv'), 'utf8');
    const { size: bytes } = await stat(join(cwd, 'range.csv'));
    expect(code).toBe(0);
    expect(json()).toEqual([
      { file: 'range.csv', table: 'trades', format: 'csv', days: 2, rows: trades.length, bytes },
    ]);
    const [header, ...rows] = written.trim().split('\n');
    expect(header).toMatch(/^trade_date,trade_no,session,market,ticker,/);
    const expected = trades
      .toSorted((a, b) =>
        a.date + a.ticker < b.date + b.ticker
          ? -1
          : a.date + a.ticker > b.date + b.ticker
            ? 1
            : a.trade_no - b.trade_no,
      )
      .map(({ date, trade_no }) => `${date},${trade_no}`);
    expect(rows.map((row) => row.split(',').slice(0, 2).join())).toEqual(expected);
    const asked = await runCli(['sql', '--format', 'csv', "FROM trades WHERE trade_date >= '2025-12-31'"], {
      data_dir,
    });
    expect(asked.stdout).toBe(written);
  });

  test('writes the measures of the days that have them', async ({ alir, folder: cwd }) => {
    const write = () =>
      runCli(['export', ...RANGE, '--table', 'measure_day', '--output', 'a.csv'], {
        data_dir: alir.stores.folders.root,
        cwd,
      });
    const publish = (day: string) => alir.ingest(fileName(day), dailyFileText(smallMarket(), day));
    const [, day, later] = DAYS as [string, string, string];
    await publish(day);
    expect((await write()).stderr).toContain('The table measure_day is missing for all days');
    await alir.measure();
    await publish(later);
    expect((await write()).stderr).toContain('the table measure_day is missing for 1 published day');
    const query = 'FROM measures';
    const asked = await runCli(['sql', '--format', 'csv', query], { data_dir: alir.stores.folders.root });
    const written = await readFile(join(cwd, 'a.csv'), 'utf8');
    expect(written).toBe(asked.stdout);
    expect(written).toMatch(/^trade_date,ticker,close,.*\r?\n2026-01-02,/);
  });

  test('writes the rows as they were published at a time', async ({ alir, folder: cwd }) => {
    const day = DAYS[1] ?? '';
    const text = dailyFileText(smallMarket(), day);
    await alir.ingest(fileName(day), text);
    const known_at = alir.clock.time.toISOString();
    alir.clock.pass(1);
    await alir.ingest(fileName(day), text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1));
    const rows = async (...more: string[]) => {
      const range = [
        '--from',
        day,
        '--to',
        day,
        '--table',
        'trades',
        '--output',
        'a.csv',
        '--force',
        '--json',
      ];
      const { json } = await runCli(['export', ...range, ...more], {
        data_dir: alir.stores.folders.root,
        cwd,
        now: new Date(alir.clock.time.getTime() + 1000),
      });
      return (json()[0] as { rows: number }).rows;
    };
    expect(await rows('--known-at', known_at)).toBe((await rows()) + 1);
  });

  test('writes one ticker of broker_day as Parquet', async ({ folder: cwd }) => {
    await run(cwd, ...RANGE, '--ticker', 'bbca', '--output', 'a.parquet');
    const { stdout } = await runCli(
      [
        'sql',
        '--format',
        'csv',
        "SELECT * FROM broker_day WHERE ticker = 'BBCA' AND trade_date >= '2025-12-31' ORDER BY ALL",
      ],
      { data_dir },
    );
    const { Duck } = await import('../../src/market/lake/duckdb.ts');
    const duck = await Duck.open({ folders: [cwd], memory_limit_mb: 200, threads: 1 });
    const connection = await duck.connect();
    const rows = await connection.rows(`SELECT COLUMNS(*)::VARCHAR FROM '${cwd}/a.parquet' ORDER BY ALL`);
    duck.close();
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.map((row) => Object.values(row).join()).toSorted()).toEqual(
      stdout.trim().split('\n').slice(1).toSorted(),
    );
  });

  test('prints its rows and its file, and no progress without a terminal', async ({ folder: cwd }) => {
    const { stdout, stderr } = await run(cwd, ...RANGE, '--table', 'trades', '--output', 'a.parquet');
    expect(stdout).toMatch(/^a\.parquet: [\d,]+ rows, [\d,]+ bytes\n$/);
    expect(stderr).toBe('');
  });

  test('reports a ticker without trades', async ({ folder: cwd }) => {
    const { code, stderr } = await run(cwd, ...RANGE, '--ticker', 'NONE', '--output', 'a.csv');
    expect([code, stderr]).toEqual([0, 'NONE has no trades in this range: the file has no rows.\n']);
  });

  test.for([
    [
      ['--from', '2027-01-01', '--to', '2027-01-31', '--output', 'a.csv'],
      1,
      'No day from 2027-01-01 to 2027-01-31 is published',
    ],
    [
      ['--from', '0001-01-01', '--to', '2020-12-31', '--output', 'a.csv'],
      1,
      'No day from 0001-01-01 to 2020-12-31 is published',
    ],
    [
      ['--from', '2026-01-31', '--to', '2026-01-01', '--output', 'a.csv'],
      2,
      '--to 2026-01-01 is before --from 2026-01-31',
    ],
    [['--from', '2026-02-30', '--to', '2026-03-01', '--output', 'a.csv'], 2, 'It must be a date'],
    [
      ['--from', '2026-1-31', '--to', '2026-02-01', '--output', 'a.csv'],
      2,
      'It must be a date as YYYY-MM-DD',
    ],
    [[...RANGE, '--output', 'a.xlsx'], 2, 'Cannot infer the format of a.xlsx'],
    [[...RANGE, '--ticker', "x'; DROP", '--output', 'a.csv'], 2, 'It must be 1 to 12 letters'],
    [[...RANGE, '--output', 'there.csv'], 1, 'already exists. To replace it, pass --force'],
  ] as const)('%j is refused', async ([args, status, expectedText], { folder: cwd }) => {
    await writeFile(join(cwd, 'there.csv'), 'mine\n');
    const { code, stderr } = await run(cwd, ...args);
    expect([code, stderr]).toEqual([status, expect.stringContaining(expectedText)]);
    expect(await readdir(cwd)).toEqual(['there.csv']);
  });
});
