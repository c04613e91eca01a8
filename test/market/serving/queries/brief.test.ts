import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { Random } from '../../../../src/cli/demo/random.ts';
import { dataFolders } from '../../../../src/core/folders.ts';
import { BRIEF_KINDS, BRIEF_LINES, briefOf } from '../../../../src/core/market/brief.ts';
import { MEASURES } from '../../../../src/core/market/measure-list.ts';
import { sha256OfFile } from '../../../../src/market/lake/durable.ts';
import { Lake } from '../../../../src/market/lake/lake.ts';
import { LakeDuck } from '../../../../src/market/lake/lake-duck.ts';
import { MarketDatabase } from '../../../../src/market/serving/market-database.ts';
import { AdjustedMeasures } from '../../../../src/market/serving/queries/adjusted-measures.ts';
import { Briefs } from '../../../../src/market/serving/queries/brief.ts';
import { temporaryFolder } from '../../../support/alir.ts';
import { type BrokerDay, briefLines, type Measured } from '../../../support/brief-oracle.ts';
import { actionsOf } from '../../../support/corporate-actions.ts';
import { writeTo } from '../../../support/daily-files.ts';
import { tradingDays } from '../../../support/measure-market.ts';

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
    const database = new MarketDatabase({
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
    const brief = await new Briefs(new AdjustedMeasures(database, actionsOf()), () => 1).read();
    await database.close();
    const lines = briefLines(days, measured, broker_days);
    expect(brief).toEqual({ date: days.at(-1), from: days.at(-5), lines });
    for (const { kind } of lines) found.add(kind);
  }
  expect([...found]).toEqual(BRIEF_KINDS.slice(0, count < 25 ? -1 : undefined));
});

test('a brief has no line for the shares of a stock that was split', async () => {
  const folder = await temporaryFolder();
  const days = tradingDays(2);
  const others = Object.fromEntries(MEASURES.map(({ name }) => [name, 0]));
  const measured = measuredRows(new Random('split'), days).map((row) => ({ ...others, ...row }));
  const sums = await written(folder, 'measure_day', measured);
  const broker_sums = await written(folder, 'broker_day', brokerRows(new Random('split'), days));
  const files = days.map((trade_date) => ({
    ...{
      trade_date,
      sha256: sums.get(trade_date) ?? '',
      broker_day_sha256: broker_sums.get(trade_date) ?? '',
    },
  }));
  const database = new MarketDatabase({
    ...{
      folders: dataFolders(folder),
      threads: 1,
      monthsInForce: () => [],
      tradesSha256: async () => undefined,
    },
    ...{ measureFiles: () => files, unbuilt_months: [] },
  });
  const lines = briefLines(days, measured, []).map((line) => `${line.kind} ${line.ticker}`);
  const split = /^(accumulated|distributed|volume) (S1|S2|S3|S4|S5|S6)$/;
  const shares = { ex_date: days[1] as string, kind: 'split', new_shares: 5, old_shares: 1 } as const;
  const actions = ['S1', 'S2', 'S3', 'S4', 'S5', 'S6'].map((ticker) => ({ ...shares, ticker }));
  const adjusted = new AdjustedMeasures(database, actionsOf(...actions));
  const brief = await new Briefs(adjusted, () => 1).read();
  await database.close();
  expect(lines.filter((line) => split.test(line)).length).toBeGreaterThan(1);
  expect(brief?.lines.map((line) => `${line.kind} ${line.ticker}`)).toEqual(
    lines.filter((line) => !split.test(line)),
  );
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
