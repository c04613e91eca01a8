import type { ChildProcess } from 'node:child_process';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { Random } from '../../src/cli/demo/random.ts';
import { systemClock } from '../../src/core/clock.ts';
import { openStores } from '../../src/server/stores.ts';
import { configOf, UNLIMITED } from '../support/alir.ts';
import { startServing, stop } from '../support/cli.ts';
import { test } from '../support/fixtures.ts';
import { counters } from '../support/metering.ts';
import { sized } from '../support/size.ts';

const CALLS = sized(1_500, 10_000);
const CLIENTS = 32;
/** A call that is cut off has at most this long; most answers take less. */
const MAX_CUT_MS = 12;
const MAX_ATTEMPTS = 200;
const KILLS = sized(1, 3);
const BETWEEN_KILLS_MS = 1500;

interface Reply {
  readonly status: number;
  readonly cost: number;
}

/** Sends a request, and destroys its socket after a time. @returns undefined if no complete reply arrived */
function send(url: string, headers: Record<string, string>, cut_ms: number): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const sent = request(
      `${url}/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-05`,
      { headers },
      (reply) => {
        reply.resume();
        reply.on('end', () => {
          resolve({ status: reply.statusCode ?? 0, cost: Number(reply.headers['x-request-cost']) });
        });
        reply.on('error', () => resolve(undefined));
      },
    );
    sent.on('error', () => resolve(undefined));
    sent.on('close', () => resolve(undefined));
    sent.end();
    if (cut_ms < Number.POSITIVE_INFINITY) setTimeout(() => sent.destroy(), cut_ms);
  });
}

test(`${CALLS.toLocaleString('en')} calls that are cut off at random moments and retried, while the server is killed, are charged once each`, async ({
  data_dir,
}) => {
  const stores = await openStores(configOf(data_dir), systemClock);
  const { account, api_key } = await stores.accounts.create(
    'retries@example.com',
    'enterprise',
    1,
    UNLIMITED,
  );
  await stores.ledger.close();
  const start = (): Promise<{ child: ChildProcess; printed: { url: string } }> =>
    startServing(['serve'], { data_dir, env: { ALIR_LOG_LEVEL: 'silent' } });
  let server = await start();
  const random = new Random('retries');
  const counts = { answers: 0, cut: 0, paid: 0 };
  let next = 0;
  async function client(): Promise<void> {
    while (next < CALLS) {
      const headers = { authorization: `Bearer ${api_key}`, 'idempotency-key': `call ${next++}` };
      const cut_ms = random.next() * MAX_CUT_MS;
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const reply = await send(
          server.printed.url,
          headers,
          attempt === 0 ? cut_ms : Number.POSITIVE_INFINITY,
        );
        if (reply === undefined) {
          counts.cut += 1;
          if (attempt > 0) await sleep(50);
          continue;
        }
        expect([200, 503]).toContain(reply.status);
        counts.paid += reply.cost;
        if (reply.status !== 200) continue;
        counts.answers += 1;
        break;
      }
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(BETWEEN_KILLS_MS);
    await stop(server.child, 'SIGKILL');
    server = await start();
  }
  await clients;
  expect(counts.answers).toBe(CALLS);
  expect(counts.cut).toBeGreaterThan(CALLS / 10);
  expect(counts.paid).toBeLessThan(CALLS);
  await stop(server.child);
  expect(counters(`${data_dir}/ledger.sqlite`, account.account_id)).toEqual({ account: CALLS, keys: CALLS });
});
