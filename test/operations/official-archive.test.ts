import { mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { compareOfficialFolder, verifyOfficial } from '../../src/operations/official/official.ts';
import type { TestAlir } from '../support/alir.ts';
import { writeTo } from '../support/daily-files.ts';
import { test as base } from '../support/fixtures.ts';
import { dailyFileText, fileName, smallMarket, smallMarketData } from '../support/small-market.ts';
import {
  csvOf,
  type ExchangeRow,
  exchangeRows,
  INDONESIAN,
  inWords,
  summaryCsv,
  tableOf,
} from '../support/stock-summary.ts';
import { workbook } from '../support/workbook.ts';

const DAYS = ['2026-01-02', '2026-01-05', '2026-01-06'];
const NEXT = '2026-01-07';
const market = smallMarket();
const TEXTS = DAYS.map((day) => dailyFileText(market, day));
const ROWS = TEXTS.flatMap(exchangeRows);
const TICKERS = [...new Set(ROWS.map(({ StockCode }) => String(StockCode)))];

/** With the days of the small market. */
const test = base.extend('settings', async () => ({ copied_from: await smallMarketData() }));
const verify = (alir: TestAlir, path: string) => verifyOfficial(alir.stores.ingest, path, { patience_ms: 0 });
const compare = (alir: TestAlir) => compareOfficialFolder(alir.stores.ingest);
const official = async (alir: TestAlir): Promise<string> => {
  await mkdir(alir.stores.folders.official, { recursive: true });
  return alir.stores.folders.official;
};
const checked = async (alir: TestAlir) =>
  (await alir.stores.manifest.officialChecks()).map(({ trade_date, differences, compared }) => [
    trade_date,
    differences,
    (compared ?? '').includes('every_ticker'),
  ]);

const { StockCode: _, ...OTHERS } = INDONESIAN;
const HEADINGS = { ...OTHERS, Date: 'date' };
/** The files of one stock each, as public archives of the exchange's data have them. */
async function writeStocks(
  folder: string,
  rows: readonly ExchangeRow[],
  tickers: readonly string[] = TICKERS,
): Promise<void> {
  for (const ticker of tickers) {
    const table = tableOf(
      rows.filter(({ StockCode }) => StockCode === ticker),
      HEADINGS,
    );
    await writeTo(folder, `${ticker}.csv`, csvOf(table, ','));
  }
}
const wrong = (row: ExchangeRow): ExchangeRow =>
  row.StockCode === 'BBCA' && String(row.Date).startsWith('2026-01-05') ? { ...row, Close: 1 } : row;

describe('a file of several days', () => {
  test.for([
    ['Excel', (rows: ExchangeRow[]) => workbook(tableOf(rows, INDONESIAN, inWords))],
    ['CSV', (rows: ExchangeRow[]) => summaryCsv(rows)],
  ] as const)('is compared day by day: %s', async ([format, write], { alir }) => {
    const unknown = ROWS.slice(0, 2).map((row) => ({ ...row, Date: '2024-03-04' }));
    const file = await writeTo(alir.outside, `days.${format}`, write([...unknown, ...ROWS.map(wrong)]));
    const { results, problems, not_published } = await verify(alir, file);
    expect(results.map(({ trade_date, verified }) => [trade_date, verified])).toEqual([
      ['2026-01-02', true],
      ['2026-01-05', false],
      ['2026-01-06', true],
    ]);
    expect(results[1]?.differences).toMatchObject([{ ticker: 'BBCA', figure: 'close', official: 1 }]);
    expect({ problems, not_published }).toEqual({ problems: [], not_published: ['2024-03-04'] });
    expect((await checked(alir)).map(([, differences]) => differences)).toEqual([0, 1, 0]);
  });

  base('of which no day is published is refused', async ({ alir }) => {
    const file = await writeTo(alir.outside, 'days.csv', summaryCsv(ROWS));
    await expect(verify(alir, file)).rejects.toMatchObject({
      code: 'no_days',
      message: `${file} is of 2026-01-02 to 2026-01-06, and none of these days is published. Ingest its daily file first.`,
    });
  });

  base('in the folder official is read again after it changed, and after a publication', async ({ alir }) => {
    const folder = await official(alir);
    const file = await writeTo(folder, 'days.csv', summaryCsv(ROWS.map(wrong)));
    for (const day of DAYS.slice(0, 2)) await alir.ingest(fileName(day), TEXTS[DAYS.indexOf(day)] ?? '');
    const days = async () => (await compare(alir)).results.map(({ trade_date }) => trade_date);
    expect(await days()).toEqual(['2026-01-02', '2026-01-05']);
    expect(await days()).toEqual([]);
    await alir.ingest(fileName('2026-01-06'), TEXTS[2] ?? '');
    expect(await days()).toEqual(['2026-01-06']);
    expect(await days()).toEqual([]);

    // Only the changed day is compared again. A correction from another file stays the newest.
    await writeTo(folder, 'days.csv', summaryCsv(ROWS));
    await utimes(file, new Date(), new Date(Date.now() + 5000));
    expect(await days()).toEqual(['2026-01-05']);
    const [day] = [ROWS.filter(({ Date: date }) => String(date).startsWith('2026-01-05'))];
    await verify(alir, await writeTo(alir.outside, 'day.csv', summaryCsv(day?.map(wrong) ?? [])));
    await utimes(file, new Date(), new Date(Date.now() + 10_000));
    expect(await days()).toEqual([]);
    expect(await checked(alir)).toEqual([
      ['2026-01-02', 0, true],
      ['2026-01-05', 1, true],
      ['2026-01-06', 0, true],
    ]);
    // An earlier content of the same file is compared again.
    await writeTo(folder, 'days.csv', summaryCsv(ROWS.map(wrong)));
    await utimes(file, new Date(), new Date(Date.now() + 15_000));
    expect(await days()).toEqual(['2026-01-05']);
  });
});

describe('files of one stock each', () => {
  test('verify a day together', async ({ alir, folder }) => {
    await writeStocks(folder, ROWS);
    const { results, problems } = await verify(alir, folder);
    expect(problems).toEqual([]);
    expect(
      results.map(({ file, trade_date, verified, partial }) => [file, trade_date, verified, partial]),
    ).toEqual(DAYS.map((day) => [folder, day, true, false]));
    expect(await checked(alir)).toEqual(DAYS.map((day) => [day, 0, true]));
  });

  test('verify nothing if stocks are missing, but show differences', async ({ alir, folder }) => {
    await writeStocks(folder, ROWS, ['BBCA']);
    const { results } = await verify(alir, folder);
    expect(
      results.map(({ tickers, verified, partial, differences }) => [tickers, verified, partial, differences]),
    ).toEqual(DAYS.map(() => [1, false, true, []]));
    expect(await checked(alir)).toEqual([]);

    // A difference is a result, and goes when these files match.
    await writeStocks(folder, ROWS.map(wrong), ['BBCA']);
    expect((await verify(alir, join(folder, 'BBCA.csv'))).results[1]?.differences).toHaveLength(1);
    expect(await checked(alir)).toEqual([['2026-01-05', 1, false]]);
    await writeStocks(folder, ROWS, ['BBCA']);
    await verify(alir, join(folder, 'BBCA.csv'));
    expect(await checked(alir)).toEqual([['2026-01-05', 0, false]]);
    const served = await alir.stores.manifest.servedDays();
    expect(served.map(({ compared }) => compared)).toEqual([null, null, null, '', null]);
  });

  test('in the folder official are compared together, also if one of them changed', async ({ alir }) => {
    const folder = await official(alir);
    await writeStocks(folder, ROWS.map(wrong));
    expect((await compare(alir)).results.map(({ verified }) => verified)).toEqual([true, false, true]);
    expect((await compare(alir)).results).toEqual([]);
    await writeStocks(folder, ROWS, ['BBCA']);
    await utimes(join(folder, 'BBCA.csv'), new Date(), new Date(Date.now() + 5000));
    const { results, problems } = await compare(alir);
    expect(problems).toEqual([]);
    expect(results).toMatchObject([{ file: folder, trade_date: '2026-01-05', verified: true }]);
    expect((await compare(alir)).results).toEqual([]);
    await rm(join(folder, 'BBCA.csv'));
  });

  test('of a part of a day are reported by the folder official only with a difference', async ({ alir }) => {
    const folder = await official(alir);
    await writeStocks(folder, ROWS, ['BBCA']);
    expect((await compare(alir)).results).toEqual([]);
    await writeStocks(folder, ROWS.map(wrong), ['BBCA']);
    await utimes(join(folder, 'BBCA.csv'), new Date(), new Date(Date.now() + 5000));
    expect((await compare(alir)).results).toMatchObject([{ trade_date: '2026-01-05', partial: true }]);
  });

  test('of which two have the same stock are refused', async ({ alir, folder }) => {
    await writeStocks(folder, ROWS);
    const rows = ROWS.filter(({ StockCode }) => StockCode === 'BBCA');
    await writeTo(folder, 'BBCA 2.csv', csvOf(tableOf(rows, HEADINGS), ','));
    const { results, problems } = await verify(alir, folder);
    expect(results).toEqual([]);
    expect(problems.map(({ problem }) => problem)).toEqual([
      `${join(folder, 'BBCA.csv')} and ${join(folder, 'BBCA 2.csv')} are both of BBCA. Remove one of them.`,
    ]);
  });
});

test('a day after the last one of a folder stays to be compared', async ({ alir }) => {
  const folder = await official(alir);
  await writeTo(folder, 'next.csv', summaryCsv(ROWS.map((row) => ({ ...row, Date: NEXT })).slice(0, 5)));
  expect((await compare(alir)).problems).toMatchObject([{ code: 'no_days' }]);
});
