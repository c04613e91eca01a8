import { afterAll, beforeAll, expect, test } from 'vitest';
import { MEASURES } from '../src/core/market/measure-list.ts';
import { aloneInLake } from '../src/market/ingest/lake-writer.ts';
import { bringMeasuresUpToDate } from '../src/market/ingest/measures.ts';
import {
  buildMeasureMonths,
  measureMonthsInForce,
} from '../src/market/ingest/serving-files/build-measure-months.ts';
import { MarketDatabase } from '../src/market/serving/market-database.ts';
import { AdjustedMeasures } from '../src/market/serving/queries/adjusted-measures.ts';
import { stockMeasures } from '../src/market/serving/queries/measures.ts';
import type { Screen } from '../src/market/serving/screens/screen.ts';
import { screenAnswer } from '../src/market/serving/screens/screen-answer.ts';
import { marketSettings, type Stores } from '../src/server/stores.ts';
import { report } from './support/report.ts';
import { unmeasuredStores } from './support/scale-data.ts';
import { timed } from './support/timing.ts';

const RUNS = 100;
const LOCK = { patience_ms: 0 };
const NO_ACTIONS = { version: () => 0, of: () => [], tickers: () => [] };
const NOBODY_LEAVES = new AbortController().signal;
const ALL = MEASURES.map(({ name }) => name);

let stores: Stores;
beforeAll(async () => {
  stores = await unmeasuredStores('run');
  await aloneInLake(stores.ingest, LOCK, async (writer) =>
    buildMeasureMonths(writer, await measureMonthsInForce(stores.manifest), 'names'),
  );
});
afterAll(() => stores.ledger.close());

/** Processor time in milliseconds, which other processes of the machine do not change. */
async function cpuOf<Result>(work: () => Promise<Result>): Promise<{ cpu_ms: number; result: Result }> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { cpu_ms: (user + system) / 1000, result };
}

test("the measures of a new day at the exchange's size", async () => {
  const rss_mb = process.memoryUsage.rss() / 1e6;
  const started = performance.now();
  const { cpu_ms, result } = await cpuOf(() =>
    aloneInLake(stores.ingest, LOCK, (writer) => bringMeasuresUpToDate(writer)),
  );
  const seconds = (performance.now() - started) / 1000;
  expect(result).toEqual([await stores.manifest.newestDay()]);
  const peak_mb = process.resourceUsage().maxRSS / 1000;
  report('measures of a new day, after 251 days of 950 tickers, with the files by month', [
    { s: seconds, 'CPU s': cpu_ms / 1000, 'peak MB': peak_mb, 'MB before': rss_mb },
  ]);
});

const SCREENS: Readonly<Record<string, Screen>> = {
  'one condition': { where: { measure: 'change_1d', gt: 5 }, limit: 50 },
  'six conditions, two earlier days, sorted': {
    where: {
      and: [
        { measure: 'close', gt: { measure: 'close', days_before: 5 } },
        { measure: 'net_foreign_5d', gt: 0 },
        { measure: 'volume_ratio_20d', between: [1, 10_000] },
        { or: [{ measure: 'accumulation_5d_p250', gte: 50 }, { not: { measure: 'value', top: 100 } }] },
        { measure: 'foreign_streak', gt: { measure: 'foreign_streak', days_before: 20 } },
      ],
    },
    sort: { measure: 'change_20d', direction: 'desc' },
    limit: 2000,
  },
  'all stocks with 10 measures': { limit: 2000, measures: ALL.slice(0, 10) },
};

test("screens and the daily measures of a stock at the exchange's size, in process", async () => {
  const market = new MarketDatabase(marketSettings(stores));
  const adjusted = new AdjustedMeasures(market, NO_ACTIONS);
  const days = (await stores.manifest.allPublishedDays()).slice(-250);
  const range = { from: days[0] as string, to: days.at(-1) as string };
  const ticker = (run: number) => `T${String(1 + ((run * 7) % 950)).padStart(3, '0')}`;
  const stock = (name: string, measures: readonly string[]) =>
    stockMeasures(market, { ...range, ticker: name, measures, adjust: 'none' }, NO_ACTIONS, NOBODY_LEAVES);
  const ways: [string, number, (run: number) => Promise<unknown>][] = [
    ...Object.entries(SCREENS).map(([name, screen]): [string, number, () => Promise<unknown>] => [
      `screen: ${name}`,
      30,
      () => screenAnswer(adjusted, screen, NOBODY_LEAVES),
    ]),
    ['250 days of a stock, from files: all measures', 15, (run) => stock(ticker(run), ALL)],
    ['250 days of a stock, from files: 4 measures', 15, (run) => stock(ticker(300 + run), ALL.slice(0, 4))],
    ['250 days of a stock, from memory: all measures', 1, () => stock('T001', ALL)],
    ['250 days of a stock, from memory: 4 measures', 1, () => stock('T001', ALL.slice(0, 4))],
  ];
  expect((await stock('T001', ALL)).length).toBe(250);
  const rows: Record<string, string | number>[] = [];
  for (const [what, at_most, way] of ways) {
    const { cpu_ms, result } = await cpuOf(() => timed(RUNS, way, 0));
    rows.push({ what, 'p50 ms': result.p50, 'at most': at_most, 'CPU ms': cpu_ms / RUNS });
  }
  await market.close();
  report('measures, p50 of one question', rows);
});
