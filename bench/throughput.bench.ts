import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Stores } from '../src/server/stores.ts';
import { firstLine, startServing, stop } from '../test/support/cli.ts';
import { counters } from '../test/support/metering.ts';
import { benchKey, demoStores, median, ROOT, TICKERS } from './support/demo-data.ts';
import { CLIENT, load } from './support/load.ts';
import { report } from './support/report.ts';

const ROUNDS = 7;
const SECONDS = 3;
const CLIENTS = 64;
const IDLE = 10_000;
const HALF_SENT = 200;
const RANGE = { from: '2026-01-01', to: '2026-01-30', investor: 'all', market: 'ALL' };

let stores: Stores;
let key: string;

beforeAll(async () => {
  stores = await demoStores();
  key = await benchKey(stores);
});

/** Alir in a process of its own, until the test is over. */
const serve = async (): Promise<string> =>
  (await startServing(['serve'], { data_dir: stores.folders.root })).printed.url;

afterAll(() => stores.ledger.close());

/** Clients of our key, for a few seconds. */
const ask = (
  url: string,
  paths: readonly string[],
  plan: { connections?: number; rate?: number; seconds?: number } = {},
) => load({ url, paths, key, connections: CLIENTS, seconds: SECONDS, ...plan });

test('cached, authenticated, rate-limited and durably charged, beside a bare route that sends the same bytes', async () => {
  const url = await serve();
  const question = `/stocks/broker-summary?${new URLSearchParams({ ticker: 'BBCA', ...RANGE })}`;
  const first = await fetch(`${url}${question}`, { headers: { authorization: `Bearer ${key}` } });
  const body = `${stores.folders.root}/body.json`;
  await writeFile(body, Buffer.from(await first.arrayBuffer()));
  const bare = spawn(process.execPath, [`${ROOT}/bench/support/bare-server.mjs`, body], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const bareUrl = (await firstLine(bare)).url;

  const account = (await stores.accounts.callerWithKey(key))?.account_id ?? '';
  const before = counters(stores.folders.ledgerFile, account).account;
  const rates = { bare: [] as number[], ours: [] as number[], p99_ms: [] as number[] };
  let answered = 0;
  // Both compile what is hot before the first round counts.
  await ask(bareUrl, ['/']);
  answered += (await ask(url, [question])).answered;
  for (let round = 0; round < ROUNDS; round++) {
    rates.bare.push((await ask(bareUrl, ['/'])).per_second);
    const ours = await ask(url, [question]);
    expect(ours.failed).toBe(0);
    answered += ours.answered;
    rates.ours.push(ours.per_second);
    rates.p99_ms.push(ours.p99_ms);
  }
  await stop(bare);
  const charged = counters(stores.folders.ledgerFile, account).account - before;
  // What the clients cut off when their time was up was charged and not counted by them.
  expect(charged).toBeGreaterThanOrEqual(answered);
  expect(charged).toBeLessThanOrEqual(answered + (1 + ROUNDS) * CLIENTS);
  const ratio = median(rates.ours.map((ours, round) => ours / (rates.bare[round] ?? 1)));
  report(`HTTP from memory (client: ${CLIENT})`, [
    { what: 'bare Fastify route', 'requests/s': median(rates.bare), ratio: 1 },
    {
      what: 'Alir, cached',
      'requests/s': median(rates.ours),
      ratio: ratio,
      'at least': 0.5,
      'p99 ms': median(rates.p99_ms),
    },
  ]);
});

test('uncached, beside the same server from memory and beside the bare DuckDB query', async () => {
  const url = await serve();
  // More questions than can be asked again within the cache's 30 seconds.
  const questions = TICKERS.slice(0, 30).flatMap((ticker) =>
    ['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09'].flatMap((from) =>
      Array.from({ length: 300 }, (_, more) => ({
        ticker,
        from,
        to: new Date(Date.parse('2026-01-30') + more * 86_400_000).toISOString().slice(0, 10),
      })),
    ),
  );
  const questionsFile = `${stores.folders.root}/questions.json`;
  await writeFile(questionsFile, JSON.stringify(questions));
  const bareArgs = [
    `${ROOT}/bench/support/bare-query.mjs`,
    `${stores.folders.lake}/broker_day/trade_date=2026-*/*.parquet`,
    '2',
    String(SECONDS),
    questionsFile,
  ];

  const paths = questions.map(
    (question) =>
      `/stocks/broker-summary?${new URLSearchParams({ ...question, investor: 'all', market: 'ALL' })}`,
  );
  const rates = { bare: [] as number[], cached: [] as number[], ours: [] as number[] };
  const [first = ''] = paths;
  for (let round = 0; round < ROUNDS; round++) {
    const { stdout } = await promisify(execFile)(process.execPath, bareArgs);
    rates.bare.push(JSON.parse(stdout).per_second);
    const share = paths.slice((round * paths.length) / ROUNDS, ((round + 1) * paths.length) / ROUNDS);
    const cached = await ask(url, [first]);
    rates.cached.push(cached.per_second);
    const ours = await ask(url, share);
    expect(cached.failed + ours.failed).toBe(0);
    rates.ours.push(ours.per_second);
  }
  const ratioTo = (others: readonly number[]) =>
    median(rates.ours.map((rate, round) => rate / (others[round] ?? 1)));
  report(`HTTP, uncached (client: ${CLIENT})`, [
    { what: 'Alir, cached', 'requests/s': median(rates.cached), ratio: 1 },
    {
      what: 'Alir, uncached',
      'requests/s': median(rates.ours),
      ratio: ratioTo(rates.cached),
      'at least': 0.6,
    },
    {
      what: 'bare DuckDB query in process, 2 at a time',
      'requests/s': median(rates.bare),
      ratio: 1 / ratioTo(rates.bare),
    },
  ]);
});

test(`a steady load beside ${IDLE} idle connections and ${HALF_SENT} half-sent requests`, async () => {
  const url = await serve();
  const question = '/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-30';
  const steady = () => ask(url, [question], { connections: 10, rate: 500, seconds: 8 });
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  const alone = await steady();
  for (let count = 0; count < IDLE + HALF_SENT; count++) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    sockets.push(socket);
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    if (count >= IDLE)
      socket.write('POST /foreign-flow/batch HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{');
  }
  const beside = await steady();
  for (const socket of sockets) socket.destroy();
  expect(alone.failed + beside.failed).toBe(0);
  report('beside idle and half-sent connections', [
    { what: '500 requests/s, alone', 'p99 ms': alone.p99_ms, ratio: 1 },
    {
      what: `beside ${IDLE} idle and ${HALF_SENT} half-sent`,
      'p99 ms': beside.p99_ms,
      ratio: beside.p99_ms / alone.p99_ms,
      'at most': 3,
    },
  ]);
});
