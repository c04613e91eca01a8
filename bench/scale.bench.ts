import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokerDayRow, brokerRow } from '../src/api/endpoints/market/broker-summary.ts';
import { successBody } from '../src/api/http/responses/envelope.ts';
import { columnsOf } from '../src/api/http/responses/response-fields.ts';
import { systemClock } from '../src/core/clock.ts';
import { dateOfEpochDay, epochDay, yearOf } from '../src/core/dates.ts';
import { byTicker } from '../src/core/market/by-ticker.ts';
import { FORMATS, written } from '../src/formats/formats.ts';
import { rowCount, tableByTicker, tableOf } from '../src/formats/table.ts';
import { Duck } from '../src/market/lake/duckdb.ts';
import { accumulation } from '../src/market/serving/queries/accumulation.ts';
import { brokerInventory } from '../src/market/serving/queries/broker-inventory.ts';
import { brokerSummary, dailyBrokerSummary } from '../src/market/serving/queries/broker-summary.ts';
import { dailyForeignFlow } from '../src/market/serving/queries/foreign-flow.ts';
import { Serving } from '../src/market/serving/serving.ts';
import type { Stores } from '../src/server/stores.ts';
import { startServing } from '../test/support/cli.ts';
import { benchKey } from './support/demo-data.ts';
import { load } from './support/load.ts';
import { report } from './support/report.ts';
import { comparable, type Question, rivals, sqlOf } from './support/rivals.ts';
import { scaleStores } from './support/scale-data.ts';
import { timed, timedInTurns } from './support/timing.ts';

const RUNS = 300;
const TWO_YEARS = [2025, 2026];
const RANGES = {
  '1 day': { from: '2026-03-02', to: '2026-03-02' },
  '1 month': { from: '2026-02-02', to: '2026-03-02' },
  '366 days': { from: '2025-07-01', to: '2026-07-01' },
};
/** The tickers, and the longest p50 in milliseconds that Alir may take for any of the ranges. */
const TICKERS = {
  'busiest ticker': { ticker: 'T001', memory_ms: 0.12, disk_ms: 0.35 },
  'median ticker': { ticker: 'T475', memory_ms: 0.06, disk_ms: 0.15 },
  'low-volume ticker': { ticker: 'T940', memory_ms: 0.06, disk_ms: 0.15 },
};
const FILTERS = { investor: 'all', market: 'ALL' } as const;
const BATCH = Array.from({ length: 50 }, (_, place) => `T${String(1 + place * 19).padStart(3, '0')}`);

let stores: Stores;
beforeAll(async () => {
  stores = await scaleStores();
});
afterAll(() => stores.ledger.close());

interface ServingOptions {
  /** All years by default. */
  readonly years?: readonly number[];
  /** 1 byte keeps no block: each question reads its blocks from the files, which the operating system has in memory. */
  readonly cache_bytes?: number;
}

async function servingOf({ years, cache_bytes = 256e6 }: ServingOptions = {}): Promise<Serving> {
  const files = (await stores.manifest.servingFiles()).filter(
    ({ month }) => years === undefined || years.includes(yearOf(month)),
  );
  return new Serving({
    folder: stores.folders.serving,
    concurrent_reads: 3,
    clock: systemClock,
    cache_bytes,
    filesInForce: async () => files,
  });
}

const dailyFiles = () => `${stores.folders.lake}/broker_day/trade_date=202[56]-*/*.parquet`;

const askOurs = (serving: Serving, question: Question) =>
  serving.read((snapshot) => brokerSummary(snapshot, { ...question, ...FILTERS }));

test("a broker summary at the exchange's size, uncached, in process, beside what one would have built instead", async () => {
  const memory = await servingOf();
  const twoYears = await servingOf({ years: TWO_YEARS });
  const disk = await servingOf({ cache_bytes: 1 });
  const ours = (name: string, serving: Serving, limit?: 'memory_ms' | 'disk_ms') => ({
    name,
    limit,
    ask: (question: Question) => askOurs(serving, question),
    runs: RUNS,
    close: () => serving.close(),
  });
  const others = await rivals(dailyFiles());
  const ways = [
    ours('Alir, blocks in memory', memory, 'memory_ms'),
    ours('Alir, blocks in memory, 2 years of history', twoYears),
    ours('Alir, blocks read from the files', disk, 'disk_ms'),
    ...others.map((other) => ({ ...other, limit: undefined })),
  ];
  try {
    for (const [what, { ticker, ...limits }] of Object.entries(TICKERS)) {
      const questions = Object.entries(RANGES).map(([range, days]) => ({
        range,
        question: { ticker, ...days },
      }));
      for (const { question } of questions) {
        const expected = comparable((await ways[0]?.ask(question)) ?? []);
        expect(expected.length).toBeGreaterThan(0);
        for (const { name, ask } of ways) expect(comparable(await ask(question)), name).toEqual(expected);
      }
      const rows: Record<string, string | number>[] = [];
      for (const { name, ask, runs, limit } of ways) {
        // The ranges in turns, so that a noisy moment hits all of them.
        const times = await timedInTurns(
          runs,
          questions.map(
            ({ question }) =>
              () =>
                ask(question),
          ),
        );
        rows.push({
          [`${what}, p50 ms`]: name,
          ...Object.fromEntries(questions.map(({ range }, each) => [range, times[each]?.p50 ?? Number.NaN])),
          ...(limit ? { 'at most': limits[limit] } : {}),
        });
      }
      report(what, rows);
    }
  } finally {
    for (const { close } of ways) await close();
  }
});

test('a batch of 50 over 366 days, and any ticker at all, in process and over HTTP with the charge', async () => {
  const serving = await servingOf();
  const disk = await servingOf({ cache_bytes: 1 });
  const { printed } = await startServing(['serve'], {
    data_dir: stores.folders.root,
    env: { ALIR_LOG_LEVEL: 'error' },
  });
  const authorization = `Bearer ${await benchKey(stores)}`;
  const any = (run: number) => ({
    ticker: `T${String(1 + ((run * 677) % 950)).padStart(3, '0')}`,
    ...RANGES['366 days'],
  });
  const get = async (question: Question) => {
    const query = new URLSearchParams({ ...question, ...FILTERS });
    const response = await fetch(`${printed.url}/stocks/broker-summary?${query}`, {
      headers: { authorization },
    });
    return ((await response.json()) as { data: object[] }).data;
  };
  const post = async (days: { from: string; to: string }) => {
    const response = await fetch(`${printed.url}/stocks/broker-summary/batch`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ tickers: BATCH, ...days, ...FILTERS }),
    });
    return ((await response.json()) as { data: Record<string, object[]> }).data;
  };
  const batch = (days: { from: string; to: string }, from = serving) =>
    from.read((snapshot) =>
      byTicker(BATCH, (ticker) => brokerSummary(snapshot, { ticker, ...days, ...FILTERS })),
    );
  const rows = [...(await batch(RANGES['366 days']))].map(([ticker, each]) => [ticker, each.toJSON()]);
  expect(await post(RANGES['366 days'])).toEqual(Object.fromEntries(rows));
  expect(await get(any(1))).toEqual((await askOurs(serving, any(1))).toJSON());
  // The same number of days, a day earlier each time, so that no answer comes from the cache.
  const earlier = (run: number) => {
    const [from, to] = [RANGES['366 days'].from, RANGES['366 days'].to].map((day) =>
      dateOfEpochDay(epochDay(day) - 1 - run),
    );
    return { from: from ?? '', to: to ?? '' };
  };
  report('any ticker, and 50 at once', [
    {
      what: 'any of 950 tickers, 366 days, in process, blocks in memory',
      ...(await timed(950, (run) => askOurs(serving, any(run)), 950)),
      'at most': 0.12,
    },
    {
      what: 'the same, blocks read from the files',
      ...(await timed(RUNS, (run) => askOurs(disk, any(run)))),
      'at most': 0.35,
    },
    {
      what: 'the same over HTTP, charged',
      ...(await timed(RUNS, (run) => get({ ...any(run), ...earlier(run % 100) }))),
    },
    {
      what: 'a batch of 50, 366 days, in process, blocks in memory',
      ...(await timed(40, () => batch(RANGES['366 days']))),
      'at most': 12,
    },
    {
      what: 'the same, blocks read from the files',
      ...(await timed(40, () => batch(RANGES['366 days'], disk))),
      'at most': 12,
    },
    { what: 'the same over HTTP, charged', ...(await timed(40, (run) => post(earlier(run)))) },
  ]);
  await serving.close();
  await disk.close();
});

test('the memory of a server with five years of data, after questions for all tickers', async () => {
  const server = await startServing(['serve'], {
    data_dir: stores.folders.root,
    env: { ALIR_LOG_LEVEL: 'error' },
  });
  // The API answers from 2025-01-01 on. Each question reads one month.
  const months = TWO_YEARS.flatMap((year) =>
    Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}`),
  );
  const paths = months.flatMap((month) =>
    Array.from({ length: 950 }, (_, place) => {
      const ticker = `T${String(1 + place).padStart(3, '0')}`;
      const range = { from: `${month}-03`, to: `${month}-25` };
      return `/stocks/broker-summary?${new URLSearchParams({ ticker, ...range, ...FILTERS })}`;
    }),
  );
  const plan = { url: server.printed.url, key: await benchKey(stores), connections: 64, seconds: 20 };
  const { answered, failed } = await load({ ...plan, paths });
  expect(failed).toBe(0);
  expect(answered).toBeGreaterThan(paths.length);
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
  const mb = (field: string) => (Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) * 1024) / 1e6;
  report(`alir serve after ${answered.toLocaleString('en')} questions for all tickers and months`, [
    { what: 'resident memory, MB', MB: mb('VmRSS'), 'at most': 700 },
    { what: 'its maximum, MB', MB: mb('VmHWM'), 'at most': 700 },
  ]);
});

test('a batch of 50 over 366 days in each format, against JSON', async () => {
  const serving = await servingOf();
  const data = await serving.read((snapshot) =>
    byTicker(BATCH, (ticker) => brokerSummary(snapshot, { ticker, ...RANGES['366 days'], ...FILTERS })),
  );
  await serving.close();
  const table = tableByTicker(columnsOf(brokerRow));
  const ways = [
    { type: 'application/json', make: async () => successBody(data) },
    ...FORMATS.map((format) => ({ type: format.type, make: () => written(format, table, data) })),
  ];
  const times = await timedInTurns(
    100,
    ways.map(({ make }) => make),
  );
  const bytes = await Promise.all(ways.map(async ({ make }) => (await make()).length));
  const [json] = bytes;
  const json_ms = times[0]?.p50 ?? Number.NaN;
  report(
    `${rowCount(table.fill(data))} rows, made from the same answer`,
    ways.map(({ type }, place) => {
      const isArrow = type.includes('arrow');
      const ms = times[place]?.p50 ?? Number.NaN;
      return {
        type,
        bytes: bytes[place],
        'smaller than JSON': (json ?? 0) / (bytes[place] ?? Number.NaN),
        ...(isArrow ? { 'at least': 3 } : {}),
        'p50 ms': ms,
        'to JSON': ms / json_ms,
        ...(isArrow ? { 'at most': 1 } : {}),
      };
    }),
  );
});

test('366 days of the busiest ticker, day by day, in process, beside DuckDB over the daily files by glob', async () => {
  const serving = await servingOf();
  const disk = await servingOf({ cache_bytes: 1 });
  const question = { ticker: TICKERS['busiest ticker'].ticker, ...RANGES['366 days'], ...FILTERS };
  const daily = (from: Serving) => from.read((snapshot) => dailyBrokerSummary(snapshot, question));
  const duck = await Duck.open({
    folders: [stores.folders.lake],
    memory_limit_mb: 1000,
    threads: stores.config.threads,
  });
  const connection = await duck.connect();
  const byGlob = () =>
    connection.rows(sqlOf('parquet_daily_broker_summary'), {
      ticker: question.ticker,
      ...RANGES['366 days'],
      files: [dailyFiles()],
    });
  const table = tableOf(columnsOf(brokerDayRow));
  const { length } = await daily(serving);
  expect(length).toBeGreaterThan(15_000);
  expect((await byGlob()).length).toBe(length);
  const ways = [
    ...FORMATS.map((format) => ({
      what: format.type,
      ...(format.type.includes('arrow') ? { at_most: 10 } : {}),
      ask: async () => written(format, table, await daily(serving)),
    })),
    { what: 'application/json', ask: async () => successBody(await daily(serving)) },
    { what: 'the rows, without a format', ask: () => daily(serving) },
    { what: 'the rows, blocks read from the files', ask: () => daily(disk) },
    { what: 'the rows, DuckDB by glob', ask: byGlob },
    {
      what: 'broker inventory, top 10',
      ask: () => serving.read((snapshot) => brokerInventory(snapshot, { ...question, top: 10 })),
    },
    {
      what: 'daily foreign flow',
      ask: () => serving.read((snapshot) => dailyForeignFlow(snapshot, question)),
    },
    { what: 'accumulation', ask: () => serving.read((snapshot) => accumulation(snapshot, question)) },
  ];
  const times = await timedInTurns(
    60,
    ways.map(({ ask }) => ask),
    20,
  );
  await serving.close();
  await disk.close();
  duck.close();
  report(
    `${length.toLocaleString('en')} rows of 366 days`,
    ways.map(({ what, at_most }: { what: string; at_most?: number }, place) => ({
      what,
      'p50 ms': times[place]?.p50 ?? Number.NaN,
      'p99 ms': times[place]?.p99 ?? Number.NaN,
      ...(at_most === undefined ? {} : { 'at most': at_most }),
    })),
  );
});
