import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { Accounts } from '../src/commerce/accounts/accounts.ts';
import { newKey } from '../src/commerce/accounts/keys/key-format.ts';
import { systemClock } from '../src/core/clock.ts';
import { afterThisTest, TestAlir, UNLIMITED } from '../test/support/alir.ts';
import { startServing } from '../test/support/cli.ts';
import { csv, DATE, FILE_NAME, line, wholeDay, writeTo } from '../test/support/daily-files.ts';
import { fileName } from '../test/support/small-market.ts';
import { median } from './support/demo-data.ts';
import { report } from './support/report.ts';

const STRANGERS = 50;
const ROUNDS = 9;
const REQUESTS = 500;
/** What the strangers may do before a round counts. */
const SETTLE_MS = 300;
const AT_MOST = 3;
const PROXY = { ALIR_TRUST_PROXY: '127.0.0.1' };

/** Percentiles of requests one after the other, in milliseconds. */
async function timed(url: string, key: string, agent: Agent): Promise<{ p50: number; p99: number }> {
  const times_ms: number[] = [];
  for (let sent = 0; sent < REQUESTS; sent++) {
    const started = performance.now();
    const outgoing = request(url, { agent, headers: { authorization: `Bearer ${key}` } }).end();
    const [response] = await once(outgoing, 'response');
    expect(response.statusCode).toBe(200);
    await once(response.resume(), 'end');
    times_ms.push(performance.now() - started);
  }
  times_ms.sort((a, b) => a - b);
  return { p50: median(times_ms), p99: times_ms[Math.floor(REQUESTS * 0.99)] ?? 0 };
}

test.each([
  [`${STRANGERS} strangers of one address`, {}, {}],
  [`${STRANGERS} strangers of an address each`, PROXY, { hasAddressEach: true }],
  ['open routes at their documented allowance', PROXY, { isPaced: true }],
] as const)('%s do not keep a paying caller waiting', async (what, env, load) => {
  const alir = await TestAlir.open();
  await alir.ingest(FILE_NAME, csv([line()]));
  const days = alir.stores.calendar.tradingDays('2025-10-01', '2026-01-16');
  const files = days.map((day) => writeTo(alir.outside, fileName(day), wholeDay(day)));
  await alir.ingestPaths(...(await Promise.all(files)));
  const { api_key } = await new Accounts(alir.stores.ledger, systemClock).create(
    'payer@example.com',
    'enterprise',
    1,
    UNLIMITED,
  );
  const { root } = alir.stores.folders;
  const { url } = (await startServing(['serve'], { data_dir: root, env })).printed;
  const paid = `${url}/foreign-flow?ticker=BRMS&from=${DATE}&to=${DATE}`;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const keys = [...Array.from({ length: 20 }, newKey), 'nonsense', 'alir_live_mistyped'];
  const strangers = new Worker(new URL('./support/strangers.mjs', import.meta.url), {
    workerData: { url, connections: STRANGERS, keys, ...load },
  });
  afterThisTest(async () => {
    agent.destroy();
    await strangers.terminate();
  });
  const tell = async (command: 'start' | 'stop') => {
    strangers.postMessage(command);
    const [told] = await once(strangers, 'message');
    return told;
  };

  await timed(paid, api_key, agent);
  const alone: Awaited<ReturnType<typeof timed>>[] = [];
  const beside: typeof alone = [];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await timed(paid, api_key, agent));
    await tell('start');
    await sleep(SETTLE_MS);
    beside.push(await timed(paid, api_key, agent));
    await tell('stop');
    // The refusals that are held back end before the next round.
    await sleep(1200);
  }
  const { sent, statuses } = await tell('stop');
  const ratios = (name: 'p50' | 'p99') =>
    beside.map((each, round) => each[name] / (alone[round]?.[name] ?? 0));
  const row = (times: typeof alone) => ({
    'p50 ms': median(times.map(({ p50 }) => p50)),
    'p99 ms': median(times.map(({ p99 }) => p99)),
  });
  report(`a paying caller beside ${what}, who sent ${sent} requests: ${JSON.stringify(statuses)}`, [
    { what: 'alone', ...row(alone) },
    {
      what: 'beside them',
      ...row(beside),
      'p50 ratio': median(ratios('p50')),
      'p99 ratio': median(ratios('p99')),
      'at most': AT_MOST,
    },
  ]);
  if (!('isPaced' in load)) expect(statuses['429']).toBeGreaterThan(STRANGERS);
});
