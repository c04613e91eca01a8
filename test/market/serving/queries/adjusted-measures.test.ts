import { copyFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect } from 'vitest';
import { Random } from '../../../../src/cli/demo/random.ts';
import { dataFolders } from '../../../../src/core/folders.ts';
import type { CorporateAction, CorporateActions } from '../../../../src/core/market/corporate-actions.ts';
import { MEASURES } from '../../../../src/core/market/measure-list.ts';
import { sql } from '../../../../src/core/package-files.ts';
import { Duck } from '../../../../src/market/lake/duckdb.ts';
import { sha256OfFile } from '../../../../src/market/lake/durable.ts';
import { dayFile, Lake } from '../../../../src/market/lake/lake.ts';
import { MarketDatabase } from '../../../../src/market/serving/market-database.ts';
import { AdjustedMeasures, adjustmentOf } from '../../../../src/market/serving/queries/adjusted-measures.ts';
import { marketMeasures, measureRows } from '../../../../src/market/serving/queries/measures.ts';
import { AnalystSession } from '../../../../src/market/sql-shell/session.ts';
import { afterThisTest } from '../../../support/alir.ts';
import { LIMITS, REFERENCE, rowsOf as rowsOfSql } from '../../../support/analyst.ts';
import { actionsOf } from '../../../support/corporate-actions.ts';
import { csv, type Line, line } from '../../../support/daily-files.ts';
import { test } from '../../../support/fixtures.ts';
import { tradingDays } from '../../../support/measure-market.ts';
import { type MeasureRow, measuresOf } from '../../../support/measure-oracle.ts';
import { Oracle } from '../../../support/oracle.ts';

const DAYS = tradingDays(150);
/** Both stocks are suspended on the two days before it: the close before the ex-date is an old one. */
const EX_PLACE = 30;
const EX_DATE = DAYS[EX_PLACE] as string;

/** The trades of TWIN, which SPLT has in five times as large shares until the ex-date. */
function linesOf(place: number): Line[] {
  const random = new Random(`adjusted ${place}`);
  if (place === EX_PLACE - 1 || place === EX_PLACE - 2) return [];
  return Array.from({ length: 6 }, (_, n) => {
    const [shares, price] = [5 * (1 + random.below(900)), 400 + random.below(300)];
    const cells = {
      TRX_DATE: DAYS[place] as string,
      TRX_TYPE: n === 5 ? 'NG' : 'RG',
      BRK_COD1: `A${random.below(8)}`,
      BRK_COD2: `A${random.below(8)}`,
      INV_TYP1: random.below(2) === 0 ? 'A' : 'I',
    };
    const factor = place < EX_PLACE ? 5 : 1;
    return [
      { ...cells, STK_CODE: 'TWIN', STK_VOLM: shares, STK_PRIC: price },
      { ...cells, STK_CODE: 'SPLT', STK_VOLM: shares / factor, STK_PRIC: price * factor },
    ];
  }).flat();
}

const oracle = new Oracle();
const OTHER = (place: number) => [{ TRX_DATE: DAYS[place] as string, STK_CODE: 'ELSE' }];
for (const place of DAYS.keys())
  oracle.read(
    csv([...linesOf(place), ...OTHER(place)].map((cells, n) => line({ ...cells, TRX_CODE: n + 1 }))),
  );
const measured = measuresOf(oracle.trades);

/** The rows of a stock, by their days. */
function rowsOf(ticker: string): Map<string, MeasureRow> {
  return new Map(
    DAYS.flatMap((day) => {
      const row = measured.get(day)?.get(ticker);
      return row ? [[day, row]] : [];
    }),
  );
}

const SPLIT = { ex_date: EX_DATE, ticker: 'SPLT', kind: 'split', new_shares: 5, old_shares: 1 } as const;

test('adjusted measures are those of a stock that always had the new shares, or missing if their days have both', () => {
  const split = rowsOf('SPLT');
  const adjustOn = adjustmentOf({ days: DAYS, actions: [SPLIT], dates: [...split.keys()], since: '' });
  const counts: Record<string, number> = {};
  for (const [day, expected] of rowsOf('TWIN')) {
    const adjust = adjustOn(day);
    for (const { name } of MEASURES) {
      const traded = split.get(day)?.[name] ?? Number.NaN;
      const own = adjust ? adjust(name, traded) : traded;
      const other = expected[name] ?? Number.NaN;
      // A cost is scaled after it was rounded.
      if (name.startsWith('top5_buyer_cost') && !Number.isNaN(own))
        expect(Math.abs(own - other)).toBeLessThan(0.011);
      else if (!Number.isNaN(own)) expect(own, `${name} ${day}`).toBe(other);
      else if (!Number.isNaN(other)) counts[name] = (counts[name] ?? 0) + 1;
    }
  }
  // Windows of n days have old shares on the ex-date and n - 2 days after it, and a change one day more.
  expect(counts).toEqual({
    ...{ change_1d: 1, change_5d: 5, change_20d: 20, volume_ratio_20d: 20 },
    ...{ range_20d: 19, range_60d: 30 },
    ...{ accumulation_5d: 4, accumulation_20d: 19 },
    ...Object.fromEntries(
      ['buy', 'sell'].flatMap((side) =>
        [1, 3, 5, 10, 15].flatMap((top) => [
          [`${side}_top${top}_5d`, 4],
          [`${side}_top${top}_20d`, 19],
        ]),
      ),
    ),
    ...{ net_buyers_less_sellers_5d: 4, net_buyers_less_sellers_20d: 19 },
    ...{ top5_buyer_cost_20d: 19, close_to_cost_20d: 19, top5_buyer_cost_60d: 30, close_to_cost_60d: 30 },
    // Percentiles begin with row 60, and the last mixed value of a row r is among the values up to row r + 60; the ex-date is row 28.
    ...{ change_1d_p60: 29, change_5d_p60: 33, change_20d_p60: 48, volume_ratio_20d_p60: 48 },
    ...{ accumulation_5d_p60: 32, accumulation_20d_p60: 47 },
  });
});

test('rows of other stocks do not change, nor those 271 rows after an ex-date', () => {
  const days = tradingDays(400);
  const dates = [...days.slice(0, 5), ...days.slice(20)];
  const changes = (actions: readonly CorporateAction[]) => {
    const adjustOn = adjustmentOf({ days, actions, dates, since: '' });
    return dates.map((date) => adjustOn(date) !== null);
  };
  expect(changes([])).not.toContain(true);
  const changed = changes([{ ...SPLIT, ex_date: days[8] as string }]);
  expect(changed.lastIndexOf(true)).toBe(5 + 270);
});

test('a percentile whose rows began before the known ones is missing if a split was before them', () => {
  const days = tradingDays(400);
  const actions = [{ ...SPLIT, ex_date: days[10] as string }];
  const on = (since: string, dates: readonly string[]) =>
    adjustmentOf({ days, actions, dates, since })(days[399] as string)?.('change_1d_p250', 50) ?? 50;
  expect(on(days[300] as string, days.slice(300))).toBeNaN();
  expect(on('', days.slice(20))).toBe(50);
  expect(on(days[100] as string, days.slice(100))).toBe(50);
});

test('a measure that JSON cannot represent has no answer, and one with decimals is as it is', () => {
  const rows = (value: number) => measureRows([{ date: '2026-01-05', ticker: 'BBCA', value }], ['value']);
  expect(rows(2 ** 53 - 1).toJSON()).toEqual([{ date: '2026-01-05', ticker: 'BBCA', value: 2 ** 53 - 1 }]);
  expect(rows(12.25).columns.value?.[0]).toBe(12.25);
  expect(() => rows(2 ** 53)).toThrow(expect.objectContaining({ code: 'answer_too_large' }));
});

test('adjusted rows are made again for other files and other actions, and after a failure', async () => {
  const files = () => [{ trade_date: '2026-01-19', sha256: 'a', broker_day_sha256: 'b' }];
  let [version, reads, isBroken] = [1, 0, false];
  const measures = new AdjustedMeasures(
    {
      measureFiles: async () => [],
      measureRows: async (queryOf) => {
        const { text } = queryOf([]);
        if (text !== 'the question') reads += 1;
        if (isBroken) throw new Error('broken');
        return [];
      },
    },
    { version: () => version, tickers: () => ['SPLT'], of: () => [] } as unknown as CorporateActions,
  );
  const [some, others] = [files(), files()];
  const readsOf = async (at: ReturnType<typeof files>, days = ['2026-01-19']) => {
    const before = reads;
    const queryOf = () => ({ text: 'the question', parameters: {}, days });
    await measures.measureRows(queryOf, new AbortController().signal, at).catch(() => {});
    return reads - before;
  };
  expect([await readsOf(some), await readsOf(some), await readsOf(others)]).toEqual([2, 0, 2]);
  // Other days with the same last one.
  expect(await readsOf(others, ['2026-01-16', '2026-01-19'])).toBe(2);
  version = 2;
  isBroken = true;
  expect([await readsOf(others), await readsOf(others)]).toEqual([1, 1]);
  isBroken = false;
  expect([await readsOf(others), await readsOf(others)]).toEqual([2, 0]);
});

test('rows of all stocks, and the view of alir sql, are adjusted in the same way', async ({ folder }) => {
  const folders = dataFolders(folder);
  const duck = await Duck.open({ folders: [folder], memory_limit_mb: 200, threads: 1 });
  const connection = await duck.connect();
  const days = DAYS.slice(0, 110);
  const types = MEASURES.map(
    ({ name, has_decimals }) => `"${name}":"${has_decimals ? 'DECIMAL(18,2)' : 'BIGINT'}"`,
  );
  const files: { trade_date: string; sha256: string; broker_day_sha256: string }[] = [];
  for (const day of days) {
    const rows = [...(measured.get(day) ?? [])].map(([ticker, row]) => ({ ticker, ...row }));
    const path = dayFile(folders.lake, 'measure_day', day);
    await mkdir(dirname(path), { recursive: true });
    const types_of_row = `[{"ticker":"VARCHAR",${types.join()}}]`;
    await connection.run(
      `COPY (FROM (SELECT unnest(from_json($rows, '${types_of_row}'), recursive := true)) ORDER BY ticker) TO '${path}' (FORMAT parquet)`,
      { rows: JSON.stringify(rows) },
    );
    const sha256 = await sha256OfFile(path);
    const kept = new Lake(folders).revisionFile('measure_day', day, sha256);
    await mkdir(dirname(kept), { recursive: true });
    await copyFile(path, kept);
    files.push({ trade_date: day, sha256, broker_day_sha256: '' });
  }
  // The view reads the newest day of broker_day.
  const newest = days.at(-1) as string;
  const place = async (table: 'trades' | 'broker_day') => {
    const path = dayFile(folders.lake, table, newest);
    await mkdir(dirname(path), { recursive: true });
    return path;
  };
  await connection.run(sql('analyst/empty_trades'), { file: await place('trades') });
  const figures = ['buy', 'sell'].flatMap((side) =>
    ['freq', 'volume', 'value'].map((each) => `0 AS ${side}_${each}`),
  );
  await connection.run(
    `COPY (SELECT 'ELSE' AS ticker, 'RG' AS market, 'd' AS investor, 'AK' AS broker, ${figures.join()}) TO '${await place('broker_day')}' (FORMAT parquet)`,
  );
  duck.close();
  await mkdir(folders.market_files, { recursive: true });
  const database = new MarketDatabase({
    ...{ folders, threads: 1, monthsInForce: () => [], tradesSha256: async () => undefined },
    ...{ measureFiles: () => files, unbuilt_months: [] },
  });
  afterThisTest(() => database.close());
  // One is in the future, and one before the first day.
  const actions = [
    { ...SPLIT, ex_date: DAYS[0] as string, ticker: 'TWIN' },
    SPLIT,
    { ...SPLIT, ex_date: DAYS[108] as string, ticker: 'ELSE', new_shares: 13, old_shares: 10 },
    { ...SPLIT, ex_date: DAYS[120] as string },
  ];
  const adjusted = new AdjustedMeasures(database, actionsOf(...actions));
  const session = await AnalystSession.open(
    { reference: REFERENCE, lake: folders.lake, corporate_actions: actions },
    LIMITS,
  );
  afterThisTest(() => session.close());
  const names = MEASURES.map(({ name }) => name);
  const signal = new AbortController().signal;
  const all: unknown[] = [];
  let missing = 0;
  const asked = days.filter((_, place) => place % 40 === 4 || [0, 31, 49, 108].includes(place));
  for (const day of asked) {
    const rows = (await marketMeasures(adjusted, { date: day, measures: names }, signal)).toJSON();
    const traded = (await marketMeasures(database, { date: day, measures: names }, signal)).toJSON();
    for (const [place, { ticker, date, ...row }] of rows.entries()) {
      const of_ticker = actions.filter(
        (each) => each.ticker === ticker && each.ex_date <= (days.at(-1) as string),
      );
      const dates = days.filter((each) => measured.get(each)?.has(ticker));
      const adjust = adjustmentOf({ days, actions: of_ticker, dates, since: '' })(day);
      for (const name of names) {
        const value = Number(traded[place]?.[name] ?? Number.NaN);
        const expected = adjust && ticker !== 'TWIN' ? adjust(name, value) : value;
        expect(row[name], `${name} of ${ticker} on ${date}`).toBe(Number.isNaN(expected) ? null : expected);
        if (!Number.isNaN(value) && row[name] === null) missing += 1;
      }
    }
    all.push(...rows);
  }
  const columns = names.map((name) => `${name}::DOUBLE AS ${name}`).join(', ');
  const question = `SELECT trade_date::VARCHAR AS date, ticker, ${columns} FROM measures_adjusted ORDER BY ALL`;
  const of_view = await rowsOfSql(session, question);
  const numbers = of_view.map(({ date, ticker, ...values }) => ({
    ...{ date, ticker },
    ...Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, value === null ? null : Number(value)]),
    ),
  }));
  expect(numbers.filter(({ date }) => asked.includes(String(date)))).toEqual(all);
  expect(missing).toBeGreaterThan(100);
});
