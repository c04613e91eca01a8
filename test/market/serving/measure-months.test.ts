import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { epochDay } from '../../../src/core/dates.ts';
import { MEASURES } from '../../../src/core/market/measure-list.ts';
import {
  isMeasureMonth,
  MeasureMonths,
  measureMonthBytes,
  measureMonthsOf,
  placeInRow,
} from '../../../src/market/serving/months/measure-months.ts';
import { test } from '../../support/fixtures.ts';

const DAYS = ['2026-01-29', '2026-01-30', '2026-02-02'].map((trade_date) => ({
  trade_date,
  sha256: trade_date,
}));
/** A ticker whose code is a part of another one, and one with the longest code. */
const TICKERS = ['AAAA', 'AAAA-W', 'ABCDEFGHIJKLMNOP'];

const rowOf = (day: string, close: number) => {
  const row = new Float64Array(1 + MEASURES.length).fill(Number.NaN);
  row[0] = epochDay(day);
  row[placeInRow('close')] = close;
  return row;
};

/** The files of the months; the close of a row is the place of its ticker and its day. */
function filesOf() {
  return measureMonthsOf(DAYS).map(({ file_name, days }) => ({
    file_name,
    bytes: measureMonthBytes(
      file_name,
      new Map(
        TICKERS.map((ticker, place) => [
          ticker,
          days.map(
            ({ trade_date }) =>
              [ticker, rowOf(trade_date, 100 * place + Number(trade_date.slice(-2)))] as const,
          ),
        ]),
      ),
    ),
  }));
}

test('the rows of a ticker are those of the days of the range, from each month', async ({ folder }) => {
  const files = filesOf();
  for (const { file_name, bytes } of files) await writeFile(join(folder, file_name), bytes);
  const months = new MeasureMonths(folder);
  const closesOf = async (ticker: string, from: string, to: string) => {
    const rows = await months.rows(DAYS, { ticker, from, to }, () => {});
    return rows?.map((row) => [row[0], row[placeInRow('close')]]);
  };
  const [first, second, third] = DAYS.map(({ trade_date }) => epochDay(trade_date));
  expect(await closesOf('AAAA', '2026-01-29', '2026-02-02')).toEqual([
    [first, 29],
    [second, 30],
    [third, 2],
  ]);
  expect(await closesOf('AAAA-W', '2026-01-30', '2026-02-02')).toEqual([
    [second, 130],
    [third, 102],
  ]);
  expect(await closesOf('ABCDEFGHIJKLMNOP', '2026-01-01', '2026-01-29')).toEqual([[first, 229]]);
  expect(await closesOf('AAA', '2026-01-01', '2026-12-31')).toEqual([]);
  expect(await closesOf('BBBB', '2026-01-01', '2026-12-31')).toEqual([]);
  expect(await closesOf('AAAA', '2026-03-01', '2026-03-31')).toEqual([]);
  for (const { file_name } of files) expect(await isMeasureMonth(join(folder, file_name))).toBe(true);
});

test('a file with a flipped bit, another name, another length or without its end is not used', async ({
  folder,
}) => {
  const [{ file_name, bytes } = { file_name: '', bytes: Buffer.alloc(0) }] = filesOf();
  const path = join(folder, file_name);
  const range = { ticker: 'AAAA', from: '2026-01-29', to: '2026-01-30' };
  /** Whether the whole file is right, and what a read of a ticker finds. */
  const found = async () => {
    const problems: string[] = [];
    const rows = await new MeasureMonths(folder).rows(DAYS, range, (name, problem) =>
      problems.push(`${name} ${problem}`),
    );
    return [await isMeasureMonth(path), rows?.length, ...problems];
  };
  expect(await found()).toEqual([false, undefined, `${file_name} is missing`]);
  await writeFile(path, bytes);
  expect(await found()).toEqual([true, 2]);
  const flipped = (at: number) => {
    const wrong = Buffer.from(bytes);
    wrong[at] = (wrong[at] ?? 0) ^ 1;
    return wrong;
  };
  const index = 8 + 32 * TICKERS.length;
  for (const [wrong, rows, problem] of [
    [flipped(3), undefined, 'Its index is damaged'],
    [flipped(4), undefined, 'Its index is damaged'],
    [flipped(8 + 20), undefined, 'Its index is damaged'],
    [flipped(index + 3), undefined, 'The rows of AAAA are damaged'],
    // The rows of another ticker.
    [flipped(bytes.length - 1), 2, undefined],
    [bytes.subarray(0, -1), 2, undefined],
    [Buffer.concat([bytes, Buffer.alloc(1)]), 2, undefined],
    [bytes.subarray(0, 7), undefined, 'It is too short'],
    [bytes.subarray(0, index + 8), undefined, 'It is too short'],
  ] as const) {
    await writeFile(path, wrong);
    expect(await found()).toEqual([false, rows, ...(problem ? [`${file_name} ${problem}`] : [])]);
  }
  const other = join(folder, 'other.measures');
  await writeFile(other, bytes);
  expect(await isMeasureMonth(other)).toBe(false);
});
