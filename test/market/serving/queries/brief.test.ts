import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { Random } from '../../../../src/cli/demo/random.ts';
import { dataFolders } from '../../../../src/core/folders.ts';
import { BRIEF_KINDS, BRIEF_LINES, briefOf } from '../../../../src/core/market/brief.ts';
import { sha256OfFile } from '../../../../src/market/lake/durable.ts';
import { Lake } from '../../../../src/market/lake/lake.ts';
import { LakeDuck } from '../../../../src/market/lake/lake-duck.ts';
import { MarketDatabase } from '../../../../src/market/serving/market-database.ts';
import { AdjustedMeasures } from '../../../../src/market/serving/queries/adjusted-measures.ts';
import { Briefs } from '../../../../src/market/serving/queries/brief.ts';
import { temporaryFolder } from '../../../support/alir.ts';
import { type BrokerDay, briefLines, type Measured } from '../../../support/brief-oracle.ts';
import { actionsOf } from '../../../support/corporate-actions.ts';
import { csv, type Line, line, writeTo } from '../../../support/daily-files.ts';
import { tradingDays } from '../../../support/measure-market.ts';
import { measuresOf } from '../../../support/measure-oracle.ts';
import { Oracle } from '../../../support/oracle.ts';
import { someOf } from '../../../support/size.ts';

const BILLION = 1_000_000_000;

/** Rows of the last two days, with values around the limits of the rules. */
function measuredRows(random: Random, days: readonly string[]): Measured[] {
  const some = (...values: (number | null)[]) => values[random.below(values.length)] as number | null;
  const percentile = () => some(0, 5, 5.83, 50, 94.17, 95, 100);
  return days.slice(-2).flatMap((date) =>
    Array.from({ length: 40 }, (_, n) => `S${n}`)
      .filter(() => random.next() < 0.9)
      .map((ticker) => {
        const history = some(0, 60, 250);
        const ranked = (measure: string, value: number | null) => ({
          [measure]: value,
          [`${measure}_p60`]: value === null || history === 0 ? null : percentile(),
          [`${measure}_p250`]: value === null || history !== 250 ? null : percentile(),
        });
        return {
          date,
          ticker,
          value: BILLION + (some(-1, 0, 5) as number),
          ...ranked('accumulation_5d', some(null, -20, -6, -5.99, 0, 5.99, 6, 7, 7.25)),
          ...ranked('volume_ratio_20d', some(null, 0, 1.99, 2, 2.5, 80)),
          ...ranked('net_foreign_5d', some(-4e9, 0, 4e9, 5e8) as number),
          ...ranked('net_foreign_1d', some(-2e9, 0, 1, 2e9) as number),
          ...ranked('negotiated_value_1d', some(0, BILLION - 1, BILLION, 7e12) as number),
          negotiated_premium_1d: some(null, -1.5, 0, 20),
          foreign_streak: some(-9, -6, -5, -4, -1, 0, 1, 4, 5, 6, 9) as number,
        };
      }),
  );
}

/** Each broker has a direction, which changes 5 days before the end. */
function brokerRows(random: Random, days: readonly string[]): BrokerDay[] {
  return ['AK', 'BK', 'CC', 'YP'].flatMap((broker) =>
    ['S1', 'S2', 'S3'].flatMap((ticker) => {
      const direction = random.below(3) - 1;
      return days.flatMap((date, place) => {
        const more = (place < days.length - 5 ? 0 : direction) * 4;
        const market = random.next() < 0.2 ? 'NG' : 'RG';
        const buy_value = random.below(20 + more) * 1e8;
        const sell_value = random.below(20 - more) * 1e8;
        return random.next() < 0.4 ? [] : { date, ticker, broker, market, buy_value, sell_value };
      });
    }),
  );
}

/** Writes the rows to the files of their days in a lake. @returns the checksums, by day */
async function written(
  folder: string,
  table: 'measure_day' | 'broker_day',
  rows: readonly { readonly date: string }[],
): Promise<Map<string, string>> {
  const folders = dataFolders(folder);
  const duck = new LakeDuck({ ...folders, staging: folder }, 1);
  const from = await writeTo(folder, `${table}.json`, JSON.stringify(rows));
  const to = join(folder, table);
  await duck.run(1, (connection) =>
    connection.run(
      `COPY (SELECT date AS trade_date, * EXCLUDE (date) FROM read_json($from, sample_size = -1)) TO '${to}' (FORMAT parquet, PARTITION_BY trade_date)`,
      { from },
    ),
  );
  duck.close();
  const sums = new Map<string, string>();
  for (const day of new Set(rows.map(({ date }) => date))) {
    const made = join(to, `trade_date=${day}`, 'data_0.parquet');
    const sha256 = await sha256OfFile(made);
    const file = new Lake(folders).revisionFile(table, day, sha256);
    await mkdir(dirname(file), { recursive: true });
    await rename(made, file);
    sums.set(day, sha256);
  }
  return sums;
}

/** A database over written days. */
function databaseOf(
  folder: string,
  days: readonly string[],
  of_measures: ReadonlyMap<string, string>,
  of_brokers: ReadonlyMap<string, string>,
): MarketDatabase {
  return new MarketDatabase({
    folders: dataFolders(folder),
    threads: 1,
    monthsInForce: () => [],
    tradesSha256: async () => undefined,
    measureFiles: () =>
      days.map((trade_date) => ({
        trade_date,
        sha256: of_measures.get(trade_date) ?? '',
        broker_day_sha256: of_brokers.get(trade_date) ?? '',
      })),
    unbuilt_months: [],
  });
}

test.each([
  [6, 1],
  [25, 3],
  [64, 2],
  [65, 3],
  [70, 2],
])('briefs of %i days equal those of an oracle', async (count, markets) => {
  const found = new Set<string>();
  const days = tradingDays(count);
  for (let market = 0; market < markets; market++) {
    const folder = await temporaryFolder();
    const random = new Random(`brief ${count} ${market}`);
    const [measured, broker_days] = [measuredRows(random, days), brokerRows(random, days)];
    const of_measures = await written(folder, 'measure_day', measured);
    const of_brokers = await written(folder, 'broker_day', broker_days);
    const database = databaseOf(folder, days, of_measures, of_brokers);
    const publication = { publications: 1, files: await database.measureFiles() };
    const brief = await new Briefs(new AdjustedMeasures(database, actionsOf()), () => publication).read();
    await database.close();
    const lines = briefLines(days, measured, broker_days);
    expect(brief).toEqual({ date: days.at(-1), from: days.at(-5), lines });
    for (const { kind } of lines) found.add(kind);
  }
  expect([...found]).toEqual(BRIEF_KINDS.slice(0, count < 25 ? -1 : undefined));
});

/**
 * Before the ex-date, SPLT is traded in shares that are five of TWIN's each. Trades are few and large, so that many days are unusual; on
 * the day before the last one, one broker buys the most.
 */
function splitMarket(days: readonly string[], ex_place: number): Oracle {
  const oracle = new Oracle();
  for (const [place, TRX_DATE] of days.entries()) {
    const random = new Random(`split ${place}`);
    const isLargest = place === days.length - 2;
    const size = isLargest ? 400 : random.below(4) === 0 ? 40 : 8;
    const trades = Array.from({ length: 8 }, (_, n): Line[] => {
      const [shares, price] = [500_000 * (1 + random.below(size)), 400 + random.below(300)];
      const cells = {
        ...{ TRX_DATE, TRX_TYPE: n === 7 ? 'NG' : 'RG' },
        ...{
          BRK_COD1: `A${isLargest ? 0 : random.below(3)}`,
          BRK_COD2: isLargest ? `B${n}` : `A${random.below(3)}`,
        },
        ...{ INV_TYP1: random.below(2) === 0 ? 'A' : 'I', INV_TYP2: random.below(2) === 0 ? 'A' : 'I' },
      };
      const factor = place < ex_place ? 5 : 1;
      return [
        { ...cells, STK_CODE: 'TWIN', STK_VOLM: shares, STK_PRIC: price },
        { ...cells, STK_CODE: 'SPLT', STK_VOLM: shares / factor, STK_PRIC: price * factor },
      ];
    });
    oracle.read(csv(trades.flat().map((cells, n) => line({ ...cells, TRX_CODE: n + 1 }))));
  }
  return oracle;
}

test('the figures and percentiles of briefs around a 1:5 split are those of a stock that always had the new shares', async () => {
  const folder = await temporaryFolder();
  const days = tradingDays(112);
  const ex_place = 30;
  const oracle = splitMarket(days, ex_place);
  const traded = [...measuresOf(oracle.trades)].flatMap(([date, rows]) =>
    [...rows].map(([ticker, row]): Measured => ({ ...row, date, ticker })),
  );
  const of_measures = await written(folder, 'measure_day', traded);
  const database = databaseOf(
    folder,
    days,
    of_measures,
    await written(folder, 'broker_day', brokerRows(new Random('split'), days)),
  );
  const split = { ex_date: days[ex_place] as string, kind: 'split', new_shares: 5, old_shares: 1 } as const;
  const adjusted = new AdjustedMeasures(database, actionsOf({ ...split, ticker: 'SPLT' }));
  const publication = { publications: 1, files: await database.measureFiles() };
  const briefs = new Briefs(adjusted, () => publication);

  /** The number of days after the ex-date on which a measure still compares old and new shares. */
  const mixed = { accumulation_5d: 4, volume_ratio_20d: 20 };
  const adjustedRow = (twin: Measured): Measured => {
    const after = days.indexOf(twin.date) - ex_place;
    const missing = Object.entries(mixed).flatMap(([name, count]) => [
      ...(after >= 0 && after < count ? [name] : []),
      ...[60, 250].flatMap((rows) => (after >= 0 && after < count + rows ? [`${name}_p${rows}`] : [])),
    ]);
    return { ...twin, ticker: 'SPLT', ...Object.fromEntries(missing.map((name) => [name, null])) };
  };
  const expected = traded.flatMap((row) => (row.ticker === 'TWIN' ? [adjustedRow(row), row] : []));
  const found = new Set<string>();
  for (const place of someOf([29, 30, 33, 34, 49, 50, 70, 93, 94, 109, 110], 4)) {
    const lines = briefLines(days.slice(0, place + 1), expected, []);
    const brief = await briefs.read(days[place]);
    // Brokers turn by values, which no split changes.
    expect(
      brief?.lines.filter(({ kind }) => kind !== 'broker_turned'),
      days[place],
    ).toEqual(lines);
    for (const { kind, ticker, percentile } of lines)
      if (ticker === 'SPLT') found.add(`${kind}${percentile === null ? '' : ' with a percentile'}`);
  }
  await database.close();
  expect([...found]).toEqual(
    expect.arrayContaining(['accumulated with a percentile', 'volume with a percentile', 'negotiated']),
  );
});

test('a brief is made once for each day, publication and version of the actions, and again after a failure', async () => {
  const dates = ['2026-01-05', '2026-01-06', '2026-01-07'];
  const files = dates.map((trade_date) => ({ trade_date, sha256: '', broker_day_sha256: '' }));
  let [publications, version, reads, isBroken] = [1, 1, 0, false];
  const measures = {
    version: () => version,
    measureRows: async () => {
      reads += 1;
      if (isBroken) throw new Error('broken');
      return [];
    },
  };
  const briefs = new Briefs(measures as unknown as AdjustedMeasures, () => ({ publications, files }));
  const read = async (date?: string, earlier?: number) => {
    const before = reads;
    const at = earlier === undefined ? undefined : { publications: earlier, files: files.slice(0, 1) };
    const brief = await briefs.read(date, at).catch(() => 'failed' as const);
    return [typeof brief === 'object' ? brief && `${brief.from} ${brief.date}` : brief, reads > before];
  };
  const [FIRST, DAY, LAST] = dates.map((date) => `2026-01-05 ${date}`);
  expect([await read(), await read()]).toEqual([
    [LAST, true],
    [LAST, false],
  ]);
  expect([await read('2026-01-06'), await read('2026-01-04')]).toEqual([
    [DAY, true],
    [null, true],
  ]);
  expect([await read(undefined, 0), await read()]).toEqual([
    [FIRST, true],
    [LAST, false],
  ]);
  version = 2;
  isBroken = true;
  expect([await read(), await read()]).toEqual([
    ['failed', true],
    ['failed', true],
  ]);
  isBroken = false;
  expect(await read()).toEqual([LAST, true]);
  publications = 2;
  expect(await read()).toEqual([LAST, true]);
});

test('a brief has the first lines of each kind, of a watchlist those of its stocks and brokers', () => {
  const line = { percentile: null, percentile_rows: null, streak: null, premium: null, figure_before: null };
  const stocks = Array.from({ length: 7 }, (_, n) => ({
    ...line,
    kind: 'volume' as const,
    ticker: `S${n}`,
    broker: null,
    figure: 9 - n,
  }));
  const brokers = [null, 'S6', 'S9'].map((ticker) => ({
    ...line,
    kind: 'broker_turned' as const,
    ticker,
    broker: 'AK',
    figure: 1,
  }));
  const all = { date: '2026-01-09', from: '2026-01-05', lines: [...stocks, ...brokers] };
  const named = (watched: Parameters<typeof briefOf>[1]) =>
    briefOf(all, watched).lines.map(({ ticker, broker }) => `${broker} ${ticker}`);
  expect(named(null)).toEqual([
    ...stocks.slice(0, BRIEF_LINES).map(({ ticker }) => `null ${ticker}`),
    'AK null',
    'AK S6',
    'AK S9',
  ]);
  expect(named({ tickers: ['S6', 'S1'], brokers: [] })).toEqual(['null S1', 'null S6', 'AK S6']);
  expect(named({ tickers: [], brokers: ['AK'] })).toEqual(['AK null', 'AK S6', 'AK S9']);
  expect(named({ tickers: ['BBCA'], brokers: ['YP'] })).toEqual([]);
});
