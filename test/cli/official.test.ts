import { cpSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { folderOfThisFile } from '../support/alir.ts';
import { runCli } from '../support/cli.ts';
import { csv, DATE, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { exchangeRows, summaryJson } from '../support/stock-summary.ts';

const TICKERS = Array.from({ length: 30 }, (_, index) => `T${String(1000 + index)}`);
const DAY = csv(TICKERS.map((STK_CODE, index) => line({ STK_CODE, TRX_CODE: index + 1, STK_VOLM: 500 })));
const ROWS = exchangeRows(DAY);
const WRONG = ROWS.map((row) => ({ ...row, Close: 1234 }));

let prepared: string;
test.beforeAll(async () => {
  prepared = await folderOfThisFile();
  const file = await writeTo(await folderOfThisFile(), 'DT260119.csv', DAY);
  await runCli(['ingest', '--confirm', file], { data_dir: prepared });
});
test.beforeEach(({ data_dir }) => cpSync(prepared, data_dir, { recursive: true }));

describe('alir verify --official', () => {
  test('shows that a day matches, and exits with 0', async ({ data_dir, outside }) => {
    const file = await writeTo(outside, 'summary.json', summaryJson(ROWS));
    expect(await runCli(['verify', '--official', file], { data_dir })).toMatchObject({
      code: 0,
      stdout: `${DATE}: verified, 30 tickers match ${file} (revision 1)\n`,
      stderr: '',
    });
    const { code, json } = await runCli(['verify', '--official', file, '--json'], { data_dir });
    expect([code, json()]).toMatchObject([
      0,
      [
        {
          ok: true,
          results: [{ trade_date: DATE, verified: true, differences: [] }],
          problems: [],
          ignored: [],
        },
      ],
    ]);
  });

  test('lists differences by ticker and figure, 20 without --json: exit 1', async ({ data_dir, outside }) => {
    const file = await writeTo(outside, 'summary.json', summaryJson(WRONG));
    const { code, stdout } = await runCli(['verify', '--official', file], { data_dir });
    const lines = stdout.split('\n');
    expect(code).toBe(1);
    expect(lines.slice(0, 3)).toEqual([
      `${DATE}: 30 differences in 30 of 30 tickers from ${file} (revision 1)`,
      '  TICKER  FIGURE  EXCHANGE  ALIR',
      '  T1000   close   1,234     1,260',
    ]);
    expect(lines.slice(22)).toEqual(['  and 10 more differences (--json shows all)', '']);
    const [result] = (await runCli(['verify', '--official', file, '--json'], { data_dir })).json();
    expect(result.ok).toBe(false);
    expect(result.results[0].differences).toHaveLength(30);
    expect(result.results[0].differences[0]).toEqual({
      ticker: 'T1000',
      figure: 'close',
      official: 1234,
      alir: 1260,
    });
  });

  test('names the pattern, and what was not compared', async ({ data_dir, outside }) => {
    const rows = ROWS.map(({ NonRegularValue, NonRegularVolume, NonRegularFrequency, ...row }) => ({
      ...row,
      ForeignBuy: row.ForeignSell ?? 0,
      ForeignSell: row.ForeignBuy ?? 0,
      OpenPrice: 0,
      FirstTrade: 0,
    }));
    const file = await writeTo(outside, 'summary.json', summaryJson(rows));
    const { code, stdout } = await runCli(['verify', '--official', file], { data_dir });
    expect(code).toBe(1);
    expect(stdout).toContain('  Buyer and seller are swapped: ');
    expect(stdout).toContain(' (30 of 30 differing tickers)\n');
    expect(stdout).toMatch(
      / {2}Not compared: the open of 30 tickers \(not in the file\); the non-regular markets \(not in the file\)\n$/,
    );
  });

  test('compares the files of a folder, and reports those that it cannot', async ({ data_dir, folder }) => {
    await writeTo(folder, 'a.json', summaryJson(ROWS));
    await writeTo(folder, 'b.csv', 'x');
    for (const name of ['README', '.a.json', '~$Ringkasan.xlsx']) await writeTo(folder, name, '');
    const { code, stdout } = await runCli(['verify', '--official', folder], { data_dir });
    expect(code).toBe(1);
    expect(stdout).toContain(': verified, 30 tickers match');
    expect(stdout).toContain(
      `\n1 file could not be compared:\n  ${join(folder, 'b.csv')} has no StockCode, Date, `,
    );
    expect(stdout).toMatch(
      /\nIgnored, because they are not \.xlsx, \.csv, \.txt or \.json files: \.a\.json, README, ~\$Ringkasan\.xlsx\n$/,
    );
  });

  test('exits with 1 for a missing file and an empty folder', async ({ data_dir, folder }) => {
    const missing = await runCli(['verify', '--official', join(folder, 'a.json')], { data_dir });
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toMatch(/^alir: .*a\.json does not exist\. Check the path\.\n$/);
    expect(await runCli(['verify', '--official', folder], { data_dir })).toMatchObject({
      code: 1,
      stdout: 'The folder has no .xlsx, .csv, .txt or .json file.\n',
    });
  });
});

test('alir update and alir verify report hostile files and compare the others', async ({ data_dir }) => {
  const official = join(data_dir, 'official');
  await mkdir(official);
  const nested = `${'['.repeat(2_000)}${']'.repeat(2_000)}`;
  const hostile = summaryJson([{ ...ROWS[0], OpenPrice: '?' }]).replace('"?"', () => nested);
  await writeTo(official, 'a.json', hostile);
  await writeTo(official, 'b.csv', `"${'x'.repeat(15_000)}"\n`);
  await writeTo(official, 'c.json', summaryJson(ROWS));
  await writeTo(official, 'd.json', summaryJson(ROWS));
  const run = (...args: string[]) => runCli(args, { data_dir });
  const verified = (name: string) =>
    `${DATE}: verified, 30 tickers match ${join(official, name)} (revision 1)\n`;

  const first = await run('update');
  expect(first).toMatchObject({ code: 1, stdout: verified('c.json') });
  expect(first.stderr).toContain('a.json has a list or an object in OpenPrice of row 1.');
  expect(first.stderr).toContain('b.csv has a cell of more than 1,000 characters in line 1.');
  expect(await run('update')).toMatchObject({ code: 1, stdout: '' });
  expect((await run('status', '--json')).json()[0]).toMatchObject({ verified_days: 1 });

  const { code, stdout } = await run('verify', '--official', official);
  expect(code).toBe(1);
  expect(stdout).toContain(verified('c.json') + verified('d.json'));
  expect(stdout).toContain('2 files could not be compared:');
});

test('alir update compares the folder official after it published, and alir status shows the result', async ({
  data_dir,
}) => {
  const run = (...args: string[]) => runCli(args, { data_dir });
  const official = join(data_dir, 'official');
  await mkdir(official);
  const file = await writeTo(official, "it's.json", summaryJson(WRONG));
  const command = `alir verify --official '${official}/it'\\''s.json'`;

  const update = await run('update');
  expect(update).toMatchObject({
    code: 1,
    stdout: `${DATE}: 30 differences in 30 of 30 tickers from ${file} (revision 1)\n`,
    stderr: `  To list the differences: ${command}\n`,
  });
  const status = await run('status');
  expect(status.code).toBe(1);
  expect(status.stdout).toContain('\nverified     0 of 1 day\ndifferent    1\n');
  expect(status.stdout).toContain(`\n  ${DATE}  30 differences in 30 of 30 tickers\n    ${command}\n`);
  expect((await run('status', '--json')).json()[0]).toMatchObject({
    verified_days: 0,
    differing_days: [
      {
        trade_date: DATE,
        revision: 1,
        source: file,
        tickers: 30,
        differing_tickers: 30,
        differences: 30,
        patterns: [],
      },
    ],
  });
  expect((await run('update')).stdout).toBe('');

  await writeTo(official, "it's.json", summaryJson(ROWS));
  expect((await run('update', '--json')).json()).toEqual([
    {
      file,
      trade_date: DATE,
      status: 'verified',
      revision: 1,
      tickers: 30,
      differing_tickers: 0,
      differences: 0,
      patterns: [],
    },
  ]);
  expect((await run('status')).stdout).toContain('\nverified     1 of 1 day\ndifferent    none\n');
});
