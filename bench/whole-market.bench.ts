import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../src/core/clock.ts';
import { dateOfEpochDay, daysInRange, epochDay } from '../src/core/dates.ts';
import { sql } from '../src/core/package-files.ts';
import { Duck, type DuckConnection } from '../src/market/lake/duckdb.ts';
import { knownVersion } from '../src/market/serving/known-version.ts';
import { MarketDatabase } from '../src/market/serving/market-database.ts';
import { accumulation } from '../src/market/serving/queries/accumulation.ts';
import { brokerSummary } from '../src/market/serving/queries/broker-summary.ts';
import { brokerStocks } from '../src/market/serving/queries/broker-totals.ts';
import { foreignFlowRanking } from '../src/market/serving/queries/foreign-flow-ranking.ts';
import { ohlcv } from '../src/market/serving/queries/ohlcv.ts';
import { Serving } from '../src/market/serving/serving.ts';
import { marketSettings, type Stores } from '../src/server/stores.ts';
import { startServing } from '../test/support/cli.ts';
import { benchKey } from './support/demo-data.ts';
import { load } from './support/load.ts';
import { report } from './support/report.ts';
import { sqlOf } from './support/rivals.ts';
import { scaleStores } from './support/scale-data.ts';
import { timed, timedInTurns } from './support/timing.ts';

const RUNS = 25;
const FILTERS = { market: 'RG', investor: 'all' } as const;
/** A large broker of the made-up market. */
const BROKER = 'AK';
const NOBODY_LEAVES = new AbortController().signal;

let stores: Stores;
let market: MarketDatabase;
let ranges: { '20 days': Range; '366 days': Range };
beforeAll(async () => {
  stores = await scaleStores();
  const days = await stores.manifest.allPublishedDays();
  const [twentieth = '', last = ''] = [days.at(-20), days.at(-1)];
  ranges = {
    '20 days': { from: twentieth, to: last },
    '366 days': { from: dateOfEpochDay(epochDay(last) - 365), to: last },
  };
  market = new MarketDatabase(marketSettings(stores));
});
afterAll(async () => {
  await market.close();
  await stores.ledger.close();
});

interface Range {
  readonly from: string;
  readonly to: string;
}

/** A question, and the longest p50 in milliseconds for 20 and for 366 days; empty without a target. */
interface Measured {
  readonly what: string;
  readonly at_most: readonly number[];
  readonly ask: (range: Range) => Promise<readonly unknown[]>;
  /** The same rows from the daily files of the lake. */
  readonly byGlob: (duck: DuckConnection, range: Range) => Promise<readonly unknown[]>;
}

const openDuck = () =>
  Duck.open({ folders: [stores.folders.lake], memory_limit_mb: 1000, threads: stores.config.threads });

const daily = (table: 'broker_day' | 'ticker_day') => [
  `${stores.folders.lake}/${table}/trade_date=202[56]-*/*.parquet`,
];

const QUESTIONS: readonly Measured[] = [
  {
    what: 'ranking of stocks by foreign flow',
    at_most: [10, 40],
    ask: (range) =>
      foreignFlowRanking(market, { ...range, market: 'RG', order: 'net', limit: 50 }, NOBODY_LEAVES),
    byGlob: (duck, range) =>
      duck.rows(sql('market/foreign_flow_ranking'), {
        ...range,
        files: daily('ticker_day'),
        market: 'RG',
        order: 'net',
        limit: 50,
        closed: '1'.repeat(daysInRange(range.from, range.to)),
        last: daysInRange(range.from, range.to) - 1,
      }),
  },
  {
    what: 'all stocks of one broker',
    at_most: [20, 100],
    ask: (range) => brokerStocks(market, { ...range, ...FILTERS, code: BROKER }, NOBODY_LEAVES),
    byGlob: (duck, range) =>
      duck.rows(sql('market/broker_stocks'), {
        ...range,
        ...FILTERS,
        files: daily('broker_day'),
        broker: BROKER,
      }),
  },
  {
    what: 'ranking of brokers',
    at_most: [25, 200],
    // The sums of the made-up data over 366 days exceed 2^53, so brokerRanking would refuse them.
    ask: (range) =>
      market.rows('broker_ranking', { table: 'broker_sums', ...range }, () => FILTERS, NOBODY_LEAVES),
    byGlob: (duck, range) =>
      duck.rows(sql('market/broker_ranking'), { ...range, ...FILTERS, files: daily('broker_day') }),
  },
  {
    what: 'prices of one stock',
    at_most: [],
    ask: (range) => ohlcv(market, { ...range, market: 'RG', ticker: 'T001' }, NOBODY_LEAVES),
    byGlob: (duck, range) =>
      duck.rows(sql('market/ohlcv'), { ...range, files: daily('ticker_day'), market: 'RG', ticker: 'T001' }),
  },
];

test("questions about the whole market at the exchange's size, in process, beside DuckDB over the daily files by glob", async () => {
  const duck = await openDuck();
  const connection = await duck.connect();
  await connection.run(sql('market/lake_files'));
  const rows: Record<string, string | number>[] = [];
  for (const { what, at_most, ask, byGlob } of QUESTIONS) {
    for (const [place, [days, range]] of Object.entries(ranges).entries()) {
      const own = await ask(range);
      expect(own.length).toBeGreaterThan(10);
      expect((await byGlob(connection, range)).length).toBe(own.length);
      const [ours, glob] = await timedInTurns(RUNS, [() => ask(range), () => byGlob(connection, range)]);
      rows.push({
        what,
        days,
        'p50 ms': ours?.p50 ?? Number.NaN,
        'at most': at_most[place] ?? '',
        'DuckDB by glob, p50 ms': glob?.p50 ?? Number.NaN,
      });
    }
  }
  duck.close();
  report('whole market, p50 of one question', rows);
});

test('accumulation of every ticker over 20 days, in process, beside DuckDB over the daily files by glob', async () => {
  const files = await stores.manifest.servingFiles();
  const serving = new Serving({
    folder: stores.folders.serving,
    concurrent_reads: 3,
    clock: systemClock,
    cache_bytes: 256e6,
    filesInForce: async () => files,
  });
  const duck = await openDuck();
  const connection = await duck.connect();
  const tickers = Array.from({ length: 950 }, (_, place) => `T${String(1 + place).padStart(3, '0')}`);
  const range = ranges['20 days'];
  const all = () =>
    serving.read(async (snapshot) => {
      let net_buyers = 0;
      for (const ticker of tickers) {
        const answer = await accumulation(snapshot, { ticker, ...range, ...FILTERS });
        net_buyers += answer.net_buyers;
      }
      return net_buyers;
    });
  // Only the net volumes, which all figures of an accumulation are made from.
  const byGlob = () =>
    connection.rows(sqlOf('parquet_net_volumes'), {
      ...range,
      market: FILTERS.market,
      files: daily('broker_day'),
    });
  const bought = (await byGlob()).filter(({ net_volume }) => Number(net_volume) > 0);
  expect(await all()).toBe(bought.length);
  const [times, glob] = await timedInTurns(RUNS, [all, byGlob]);
  await serving.close();
  duck.close();
  report('accumulation of 950 tickers over 20 days', [
    { what: 'blocks in memory', 'p50 ms': times?.p50 ?? Number.NaN, 'at most': 100 },
    { what: 'DuckDB by glob, net volumes only', 'p50 ms': glob?.p50 ?? Number.NaN },
  ]);
});

test('broker summaries as they were known at a time, from the daily files', async () => {
  const database = new MarketDatabase({ ...marketSettings(stores), reads: 'lake_files', threads: 1 });
  const { serving } = await knownVersion(stores.manifest, database, systemClock.now().toISOString());
  const tickers = Array.from({ length: 50 }, (_, place) => `T${String(place + 1).padStart(3, '0')}`);
  const summaryOf = (range: Range, asked: readonly string[]) =>
    serving.read((snapshot) =>
      Promise.all(asked.map((ticker) => brokerSummary(snapshot, { ticker, ...range, ...FILTERS }))),
    );
  const range = ranges['366 days'];
  const [ticker = ''] = tickers;
  const { p50: first } = await timed(1, () => summaryOf(range, [ticker]), 0);
  const [day, one, batch] = await timedInTurns(RUNS, [
    () => summaryOf({ from: range.to, to: range.to }, [ticker]),
    () => summaryOf(range, [ticker]),
    () => summaryOf(range, tickers),
  ]);
  await database.close();
  report('broker summaries as they were known at a time', [
    { what: '366 days, the first question, which verifies each file', 'p50 ms': first },
    { what: '1 day', 'p50 ms': day?.p50 ?? Number.NaN },
    { what: '366 days', 'p50 ms': one?.p50 ?? Number.NaN },
    { what: '366 days, batch of 50 tickers', 'p50 ms': batch?.p50 ?? Number.NaN },
  ]);
});

/** Questions about the whole market in turn, each over another range, so that no answer comes from the cache. */
function marketPath(asked: number): string {
  const paths = ['/foreign-flow/ranking', '/brokers/ranking', `/brokers/${BROKER}/summary`];
  const turn = Math.floor(asked / paths.length);
  const from = dateOfEpochDay(epochDay('2026-01-01') + (turn % 300));
  // Over more days, sums of the made-up data exceed 2^53, and are refused.
  const to = dateOfEpochDay(epochDay(from) + 20 + (Math.floor(turn / 300) % 30));
  const path = paths[asked % paths.length] ?? '';
  const query = { from, to, ...(path.startsWith('/brokers') ? { investor: 'all' } : {}) };
  return `${path}?${new URLSearchParams(query)}`;
}

test('broker summaries over HTTP while 4 questions about the whole market run all the time', async () => {
  const { printed } = await startServing(['serve'], {
    data_dir: stores.folders.root,
    env: { ALIR_LOG_LEVEL: 'error' },
  });
  const key = await benchKey(stores);
  const paths = Array.from({ length: 5000 }, (_, place) => {
    const ticker = `T${String(1 + (place % 950)).padStart(3, '0')}`;
    const month = String(1 + (Math.floor(place / 950) % 6)).padStart(2, '0');
    const range = { from: `2026-${month}-01`, to: `2026-${month}-28` };
    return `/stocks/broker-summary?${new URLSearchParams({ ticker, ...range, investor: 'all' })}`;
  });
  const plan = { url: printed.url, key, paths, connections: 8, seconds: 8, rate: 400 };
  await load(plan);
  let isDone = false;
  let asked = 0;
  const askOne = async () => {
    while (!isDone) {
      const path = marketPath(asked);
      asked += 1;
      const response = await fetch(`${printed.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
      await response.arrayBuffer();
      expect(response.status).toBe(200);
    }
  };
  const rows: Record<string, string | number>[] = [];
  for (let round = 1; round <= 3; round++) {
    const alone = await load(plan);
    isDone = false;
    const before = asked;
    const asking = Promise.all(Array.from({ length: 4 }, askOne));
    const beside = await load(plan);
    isDone = true;
    await asking;
    rows.push({
      round,
      'p99 ms alone': alone.p99_ms,
      'p99 ms beside them': beside.p99_ms,
      times: beside.p99_ms / alone.p99_ms,
      'at most': 5,
      'questions about the market': asked - before,
    });
  }
  report('p99 of /stocks/broker-summary at 400 requests/s', rows);
});
