import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tickerRequests } from '../src/console/charts/requests/requests.ts';
import { EXPLORER_DATA } from '../src/console/sessions/explorer-caller.ts';
import type { Stores } from '../src/server/stores.ts';
import { afterThisTest } from '../test/support/alir.ts';
import { startServing } from '../test/support/cli.ts';
import { benchKey, demoStores, median, TICKERS } from './support/demo-data.ts';
import { report } from './support/report.ts';
import { timed } from './support/timing.ts';

const BROWSERS = 50;
/** Between two pages of a person who looks at one stock after the other. */
const PAUSE_MS = 10_000;
const ROUNDS = 5;
const REQUESTS = 3000;
const AT_MOST = 2;
const SELECTION = { from: '2026-01-05', to: '2026-01-30', market: 'RG', investor: 'all' };

let stores: Stores;

beforeAll(async () => {
  stores = await demoStores();
});

afterAll(() => stores.ledger.close());

test(`a caller of the API beside ${BROWSERS} browsers on the explorer`, async () => {
  const { printed } = await startServing(['serve'], {
    data_dir: stores.folders.root,
    env: { ALIR_TRUST_PROXY: '127.0.0.1' },
  });
  const { url } = printed;
  const key = await benchKey(stores);
  const cookies: string[] = [];
  for (let person = 0; person < BROWSERS; person++) {
    const signedIn = await fetch(`${url}/sign-in/key`, {
      method: 'POST',
      body: new URLSearchParams({ key: await benchKey(stores) }),
      headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': `203.0.113.${person}` },
      redirect: 'manual',
    });
    expect(signedIn.status).toBe(303);
    cookies.push(
      signedIn.headers
        .getSetCookie()
        .map((line) => line.split(';', 1)[0])
        .join('; '),
    );
  }
  const views = TICKERS.map((ticker) => ({
    page: `/explore/${ticker}?from=${SELECTION.from}&to=${SELECTION.to}`,
    data: Object.values(tickerRequests(ticker, SELECTION)).map(({ path }) => `${EXPLORER_DATA}${path}`),
  }));
  const browsers = new Worker(new URL('./support/browsers.mjs', import.meta.url), {
    workerData: { url, cookies, views, pause_ms: PAUSE_MS },
  });
  afterThisTest(async () => {
    await browsers.terminate();
  });
  const tell = async (command: 'start' | 'stop') => {
    browsers.postMessage(command);
    const [told] = await once(browsers, 'message');
    return told;
  };

  const question = `${url}/foreign-flow?ticker=BBCA&from=${SELECTION.from}&to=${SELECTION.to}`;
  const p99 = async () => {
    const { p99: result_ms } = await timed(REQUESTS, async () => {
      const response = await fetch(question, { headers: { authorization: `Bearer ${key}` } });
      expect(response.status).toBe(200);
      await response.arrayBuffer();
      // A steady caller: with one request after the other, fast answers would hide slow ones.
      await sleep(1);
    });
    return result_ms;
  };
  await p99();
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await p99());
    await tell('start');
    await sleep(PAUSE_MS);
    beside.push(await p99());
    await tell('stop');
    await sleep(PAUSE_MS + 500);
  }
  const { opened, statuses } = await tell('stop');
  expect(Object.keys(statuses)).toEqual(['200']);
  const ratio = median(beside.map((each, round) => each / (alone[round] ?? 1)));
  report(`a caller of the API beside ${BROWSERS} browsers on the explorer, which opened ${opened} pages`, [
    { what: 'alone', 'p99 ms': median(alone), ratio: 1 },
    { what: 'beside them', 'p99 ms': median(beside), ratio, 'at most': AT_MOST },
  ]);
});
