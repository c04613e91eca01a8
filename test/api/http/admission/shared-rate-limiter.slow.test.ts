import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, test } from 'vitest';
import { SharedRateLimiter } from '../../../../src/api/http/limits/shared-rate-limiter.ts';
import { Random } from '../../../../src/cli/demo/random.ts';
import { PostgresLedger } from '../../../../src/ledger/postgres/postgres-ledger.ts';
import { startServer } from '../../../../src/server/main.ts';
import { openStores } from '../../../../src/server/stores.ts';
import { afterThisTest, configOf, SetClock, temporaryFolder } from '../../../support/alir.ts';
import { connected, createDatabase } from '../../../support/postgres.ts';
import { someOf } from '../../../support/size.ts';

const server_url = inject('postgres_url');
const MINUTE = 60_000;
const LIMITS = [10, 60, 500];

async function openLedgers(count: number): Promise<{ url: string; ledgers: PostgresLedger[] }> {
  const url = await createDatabase(server_url ?? '');
  const ledgers: PostgresLedger[] = [];
  for (let server = 0; server < count; server++) {
    const ledger = await PostgresLedger.open(url);
    afterThisTest(() => ledger.close());
    ledgers.push(ledger);
  }
  return { url, ledgers };
}

/** A request with the times between which the database counted or refused it. */
interface Decided {
  readonly from_ms: number;
  readonly to_ms: number;
  readonly isAllowed: boolean;
}

const requests = (account_id: string, limit: number, count: number) =>
  Array.from({ length: count }, () => ({ account_id, limit }));

const ascending = (values: number[]) => values.toSorted((a, b) => a - b);

describe.skipIf(server_url === null)('with a PostgreSQL ledger', () => {
  test.each(someOf(LIMITS, 2))(
    'three servers let through exactly %i requests in any window',
    async (limit) => {
      const window_ms = 1000;
      const { ledgers } = await openLedgers(3);
      const limiters = ledgers.map((ledger) => new SharedRateLimiter(ledger.takeRates, window_ms));
      const decided: Decided[] = [];
      const waiting: Promise<void>[] = [];
      const random = new Random(`${limit}`);
      const send = async () => {
        const limiter = limiters[random.below(limiters.length)];
        const from_ms = performance.now();
        const decision = await limiter?.take('a', limit, from_ms);
        decided.push({ from_ms, to_ms: performance.now(), isAllowed: decision?.isAllowed ?? false });
      };
      const isAllowed = (each: Decided) => each.isAllowed;
      // Three full windows, and the beginning of a fourth.
      while (decided.filter(isAllowed).length <= 3 * limit) {
        const burst = 1 + random.below(Math.max(2, limit / 20));
        for (let request = 0; request < burst; request++) waiting.push(send());
        await sleep(random.next() * 20);
      }
      await Promise.all(waiting);
      const allowed = decided.filter(isAllowed);
      // The order of the times in the database is unknown: the nth is between the nth start and the nth end.
      const starts = ascending(allowed.map(({ from_ms }) => from_ms));
      const ends = ascending(allowed.map(({ to_ms }) => to_ms));
      for (let request = limit; request < allowed.length; request++) {
        expect((ends[request] ?? 0) - (starts[request - limit] ?? 0)).toBeGreaterThanOrEqual(window_ms - 1);
      }
      for (const { from_ms, to_ms } of decided.filter(({ isAllowed }) => !isAllowed)) {
        const inWindow = allowed.filter(
          (other) => other.to_ms >= from_ms - window_ms - 1 && other.from_ms <= to_ms,
        );
        expect(inWindow.length).toBeGreaterThanOrEqual(limit);
      }
    },
  );

  test('the headers of a request show the newest decision', async () => {
    const { ledgers } = await openLedgers(2);
    const [one, other] = ledgers.map((ledger) => new SharedRateLimiter(ledger.takeRates));
    expect(one?.stateOf('a', 10, 0)).toEqual({ limit: 10, remaining: 10, reset_s: 1 });
    expect(await one?.take('a', 10, 0)).toEqual({ isAllowed: true, limit: 10, remaining: 9, reset_s: 60 });
    await other?.take('a', 10, 0);
    expect(await one?.take('a', 10, 100)).toMatchObject({ isAllowed: true, remaining: 7 });
    expect(one?.stateOf('a', 10, 100)).toEqual({ limit: 10, remaining: 7, reset_s: 60 });
    expect(one?.stateOf('a', 10, 30_100)).toMatchObject({ remaining: 7, reset_s: 30 });
    expect(one?.stateOf('a', 10, 100 + MINUTE)).toMatchObject({ remaining: 10, reset_s: 1 });
  });

  test('requests that arrive in the same turn share a query', async () => {
    const { ledgers } = await openLedgers(1);
    const sizes: number[] = [];
    const limiter = new SharedRateLimiter((batch, window_ms) => {
      sizes.push(batch.length);
      return ledgers[0]?.takeRates(batch, window_ms) ?? Promise.resolve([]);
    });
    const decisions = await Promise.all(
      Array.from({ length: 60 }, (_, request) => limiter.take(`account ${request % 3}`, 10, 0)),
    );
    expect(sizes).toEqual([60]);
    expect(decisions.map(({ isAllowed }) => isAllowed)).toEqual(
      Array.from({ length: 60 }, (_, request) => request < 30),
    );
    expect(decisions[29]).toEqual({ isAllowed: true, limit: 10, remaining: 0, reset_s: 60 });
  });

  test('a limit above 5,000 is never exceeded, and takes requests again a second after the window', async () => {
    const { ledgers } = await openLedgers(1);
    const allowed = async () =>
      ((await ledgers[0]?.takeRates(requests('a', 6000, 7000), 1000)) ?? []).filter(
        ({ is_allowed }) => is_allowed,
      ).length;
    expect(await allowed()).toBe(6000);
    expect(await allowed()).toBe(0);
    await sleep(2000);
    expect(await allowed()).toBe(6000);
  });

  test('servers that count the same accounts in another order do not block each other', async () => {
    const { ledgers } = await openLedgers(3);
    const batch = Array.from({ length: 30 }, (_, place) => ({ account_id: `account ${place}`, limit: 1e6 }));
    const orders = [batch, batch.toReversed(), [...batch.slice(15), ...batch.slice(0, 15)]];
    const run = async (ledger: PostgresLedger, server: number) => {
      for (let round = 0; round < 100; round++) await ledger.takeRates(orders[server] ?? [], MINUTE);
    };
    await Promise.all(ledgers.map(run));
    const [next] = (await ledgers[0]?.takeRates(batch.slice(0, 1), MINUTE)) ?? [];
    expect(next?.remaining).toBe(1e6 - 301);
  });

  test('three servers of one data folder share the limits of the accounts', async () => {
    const environment = { ALIR_LEDGER_URL: await createDatabase(server_url ?? '') };
    const folder = await temporaryFolder();
    const urls: string[] = [];
    let key = '';
    for (let server = 0; server < 3; server++) {
      const stores = await openStores(configOf(folder, environment), new SetClock());
      if (server === 0) key = (await stores.accounts.create('test@example.com', 'free', 1)).api_key;
      const { url, close } = await startServer(stores);
      afterThisTest(close);
      urls.push(url);
    }
    const ask = async (_: unknown, request: number) => {
      const response = await fetch(`${urls[request % 3]}/usage`, {
        headers: { authorization: `Bearer ${key}` },
      });
      return { status: response.status, remaining: Number(response.headers.get('x-ratelimit-remaining')) };
    };
    const answers = await Promise.all(Array.from({ length: 30 }, ask));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    expect(await ask(null, 0)).toEqual({ status: 429, remaining: 0 });
  });

  test('requests fail with 503 while the database does not respond', async () => {
    const { url, ledgers } = await openLedgers(1);
    const limiter = new SharedRateLimiter((batch, window_ms) =>
      (ledgers[0] as PostgresLedger).takeRates(batch, window_ms),
    );
    const client = await connected(url);
    await client.query('BEGIN');
    await client.query('LOCK TABLE request_rate');
    const first = limiter.take('a', 10, 0);
    await sleep(100);
    const refused = await Promise.allSettled([first, limiter.take('b', 10, 0)]);
    for (const { reason } of refused as PromiseRejectedResult[]) {
      expect(reason).toMatchObject({ code: 'ledger_unavailable', retry_after_s: 2 });
    }
    await client.end();
    expect(await limiter.take('a', 10, 0)).toMatchObject({ isAllowed: true, remaining: 9 });
  });
});
