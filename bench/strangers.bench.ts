import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { Accounts } from '../src/commerce/accounts/accounts.ts';
import { newKey } from '../src/commerce/accounts/key-format.ts';
import { systemClock } from '../src/core/clock.ts';
import { afterThisTest, TestAlir, UNLIMITED } from '../test/support/alir.ts';
import { startServing } from '../test/support/cli.ts';
import { csv, DATE, FILE_NAME, line } from '../test/support/daily-files.ts';
import { median } from './support/demo-data.ts';
import { report } from './support/report.ts';

const STRANGERS = 50;
const ROUNDS = 9;
const REQUESTS = 500;
/** What the strangers may do before a round counts. */
const SETTLE_MS = 300;
const AT_MOST = 3;

/** The 99th percentile of requests one after the other, in milliseconds. */
async function p99(url: string, key: string, agent: Agent): Promise<number> {
  const times_ms: number[] = [];
  for (let sent = 0; sent < REQUESTS; sent++) {
    const started = performance.now();
    const outgoing = request(url, { agent, headers: { authorization: `Bearer ${key}` } }).end();
    const [response] = await once(outgoing, 'response');
    expect(response.statusCode).toBe(200);
    await once(response.resume(), 'end');
    times_ms.push(performance.now() - started);
  }
  return times_ms.toSorted((a, b) => a - b)[Math.floor(REQUESTS * 0.99)] ?? 0;
}

test.each([
  ['of one address', {}, false],
  ['of an address each', { ALIR_TRUST_PROXY: '127.0.0.1' }, true],
] as const)(
  `${STRANGERS} strangers %s do not keep a paying caller waiting`,
  async (what, env, hasAddressEach) => {
    const alir = await TestAlir.open();
    await alir.ingest(FILE_NAME, csv([line()]));
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
      workerData: { url, connections: STRANGERS, keys, hasAddressEach },
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

    await p99(paid, api_key, agent);
    const alone: number[] = [];
    const beside: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await p99(paid, api_key, agent));
      await tell('start');
      await sleep(SETTLE_MS);
      beside.push(await p99(paid, api_key, agent));
      await tell('stop');
      // The refusals that are held back end before the next round.
      await sleep(1200);
    }
    const { sent, statuses } = await tell('stop');
    const ratio = median(beside.map((each, round) => each / (alone[round] ?? 1)));
    report(`a paying caller beside ${STRANGERS} strangers ${what}, who sent ${sent} requests`, [
      { what: 'alone', 'p99 ms': median(alone), ratio: 1 },
      { what: 'beside them', 'p99 ms': median(beside), ratio, 'at most': AT_MOST },
    ]);
    expect(statuses['429']).toBeGreaterThan(STRANGERS);
  },
);
