import { cpSync } from 'node:fs';
import { mkdir, readdir, symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe } from 'vitest';
import { folderOfThisFile } from '../support/alir.ts';
import { runCli } from '../support/cli.ts';
import { Session } from '../support/cli-session.ts';
import { csv, line, writeTo } from '../support/daily-files.ts';
import { test } from '../support/fixtures.ts';
import { flip } from '../support/flip.ts';
import { exchangeRows, summaryJson } from '../support/stock-summary.ts';

const TICKERS = Array.from({ length: 30 }, (_, index) => `T${String(1000 + index)}`);
const DAY = csv(TICKERS.map((STK_CODE, index) => line({ STK_CODE, TRX_CODE: index + 1, STK_VOLM: 500 })));
const ROWS = exchangeRows(DAY);
const NOW = new Date('2026-01-20T12:00:00Z');

let prepared: string;
test.beforeAll(async () => {
  prepared = await folderOfThisFile();
  const file = await writeTo(await folderOfThisFile(), 'DT260119.csv', DAY);
  await runCli(['ingest', '--confirm', file], { data_dir: prepared, now: NOW });
});
test.beforeEach(({ data_dir }) => cpSync(prepared, data_dir, { recursive: true }));

describe('alir verify --official', () => {
  test('shows a day that matches, and the differences of one that does not', async ({ data_dir, folder }) => {
    await writeTo(folder, 'right.json', summaryJson(ROWS));
    await writeTo(folder, 'wrong.json', summaryJson(ROWS.map((row) => ({ ...row, Close: 1234 }))));
    const swapped = ROWS.map(({ NonRegularValue, NonRegularVolume, NonRegularFrequency, ...row }) => ({
      ...row,
      ...{ ForeignBuy: row.ForeignSell ?? 0, ForeignSell: row.ForeignBuy ?? 0, OpenPrice: 0, FirstTrade: 0 },
    }));
    await writeTo(folder, 'swapped.json', summaryJson(swapped));
    const alir = new Session({ data_dir, cwd: folder, now: NOW });
    await alir.shows('official-files');
  });

  test('compares the files of a folder, and reports those that it cannot', async ({ data_dir, folder }) => {
    for (const name of ['some', 'empty']) await mkdir(join(folder, name));
    await writeTo(join(folder, 'some'), 'a.json', summaryJson(ROWS));
    await writeTo(join(folder, 'some'), 'b.csv', 'x');
    for (const name of ['README', '.a.json', '~$Ringkasan.xlsx', 'a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'])
      await writeTo(join(folder, 'some'), name, '');
    await mkdir(join(folder, 'some/folder.json'));
    await truncate(await writeTo(join(folder, 'some'), 'large.json', ''), 16_000_001);
    await symlink('nothing', join(folder, 'some/lost.json'));
    const later = (days: number[]) =>
      days.flatMap((day) => ROWS.map((row) => ({ ...row, Date: `2026-01-${day}T00:00:00` })));
    await writeTo(folder, 'later.json', summaryJson(later([20])));
    await writeTo(folder, 'later-days.json', summaryJson(later([20, 21, 22])));
    await writeTo(folder, 'days.json', summaryJson(later([15, 16, 19, 20])));
    await writeTo(folder, 'part.json', summaryJson(ROWS.slice(0, 1)));
    await new Session({ data_dir, cwd: folder, now: NOW }).shows('official-folder');
    for (const path of await readdir(join(data_dir, 'delta/ticker_day'), { recursive: true }))
      if (path.endsWith('.parquet')) await flip(join(data_dir, 'delta/ticker_day', path), 100);
    await new Session({ data_dir, cwd: folder, now: NOW }).shows('official-damaged');
  });
});

test('alir update and alir verify report hostile files and compare the others', async ({ data_dir }) => {
  const official = join(data_dir, 'official');
  await mkdir(official);
  const nested = `${'['.repeat(2_000)}${']'.repeat(2_000)}`;
  const hostile = summaryJson([{ ...ROWS[0], OpenPrice: '?' }]).replace('"?"', () => nested);
  await writeTo(official, 'a.json', hostile);
  await writeTo(official, 'b.csv', `"${'x'.repeat(15_000)}"\n`);
  for (const name of ['c.json', 'd.json']) await writeTo(official, name, summaryJson(ROWS));
  await new Session({ data_dir, cwd: data_dir, now: NOW }).shows('official-hostile');
});

test('alir update compares the folder official, and alir status shows it', async ({ data_dir }) => {
  const alir = new Session({ data_dir, cwd: data_dir, now: NOW });
  const official = join(data_dir, 'official');
  await mkdir(official);
  await writeTo(official, "it's.json", summaryJson(ROWS.map((row) => ({ ...row, Close: 1234 }))));
  await alir.shows('official-update');
  await writeTo(official, "it's.json", summaryJson(ROWS));
  await alir.shows('official-corrected');
});
