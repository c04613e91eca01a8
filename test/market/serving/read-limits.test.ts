import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { ConcurrencyLimit } from '../../../src/core/concurrency-limit.ts';
import { INVESTORS, MARKETS } from '../../../src/core/market/market.ts';
import { checkServing } from '../../../src/market/serving/check-serving.ts';
import type { MarketDatabase } from '../../../src/market/serving/market-database.ts';
import { SyncReads } from '../../../src/market/serving/months/read-limits.ts';
import { Serving } from '../../../src/market/serving/serving.ts';
import { afterThisTest, temporaryFolder } from '../../support/alir.ts';
import { pendingPromise } from '../../support/until.ts';

const SLOW_MS = 1;
const FAST_MS = 0.99;

describe('reads of serving files', () => {
  let now_ms = 0;
  const reads = () => new SyncReads({ now: () => new Date(0), monotonic_ms: () => now_ms });
  const takes = (ms: number) => () => {
    now_ms += ms;
    return ms;
  };

  test('are synchronous while they are fast', () => {
    const sync = reads();
    for (let count = 0; count < 100; count++) expect(sync.time(takes(FAST_MS))).toBe(FAST_MS);
    expect(sync.areAllowed).toBe(true);
  });

  test('go to the thread pool after two slow reads in a row, until a read there is fast', async () => {
    const sync = reads();
    for (const ms of [SLOW_MS, FAST_MS, SLOW_MS]) sync.time(takes(ms));
    expect(sync.areAllowed).toBe(true);
    sync.time(takes(SLOW_MS));
    expect(sync.areAllowed).toBe(false);
    await sync.timeInPool(async () => takes(SLOW_MS)());
    expect(sync.areAllowed).toBe(false);
    await sync.timeInPool(async () => takes(FAST_MS)());
    expect(sync.areAllowed).toBe(true);
    sync.time(takes(SLOW_MS));
    expect(sync.areAllowed).toBe(true);
  });

  test('that fail are counted by their time as well', () => {
    const sync = reads();
    const fails = () => {
      now_ms += SLOW_MS;
      throw new Error('EIO');
    };
    for (let count = 0; count < 2; count++) expect(() => sync.time(fails)).toThrow('EIO');
    expect(sync.areAllowed).toBe(false);
  });
});

/** Serving files of no month. */
async function servingOf(more: Partial<ConstructorParameters<typeof Serving>[0]> = {}): Promise<Serving> {
  return new Serving({
    folder: await temporaryFolder(),
    concurrent_reads: 1,
    clock: systemClock,
    cache_bytes: 1,
    filesInForce: () => [],
    ...more,
  });
}

test('the version of the files in force names each of them, and its build', async () => {
  const file = (month: string, build = 1, name = month) => ({
    ...{ month, file_name: name, sha256: '', build, days: [] },
  });
  const [old, last] = [file('2025-12'), file('2026-01')];
  const lists = [[old, last], [file('2025-12', 2), last], [file('2025-12', 1, 'x'), last], [old], [last], []];
  const versions = await Promise.all(
    lists.map(async (files) => (await servingOf({ filesInForce: () => files })).version()),
  );
  expect(new Set(versions).size).toBe(lists.length);
  expect(await (await servingOf({ filesInForce: () => [old, last] })).version()).toBe(versions[0]);
});

test('a check names the months whose files are damaged, and for the operator each file', async () => {
  const damaged = (month: string, file_name: string) => [{ month, file_name, problem: 'is missing' }];
  const check = (of_serving: object[], of_market: object[]) =>
    checkServing(
      { check: async () => of_serving } as unknown as Serving,
      { check: async () => of_market } as unknown as MarketDatabase,
    );
  await check([], []);
  await expect(check([], damaged('2026-01', 'a'))).rejects.toMatchObject({
    ...{ code: 'not_ready', message: 'the serving file of 2026-01 is damaged' },
  });
  const both = check(damaged('2026-02', 'a'), [...damaged('2026-02', 'b'), ...damaged('2025-12', 'c')]);
  await expect(both).rejects.toMatchObject({
    message: 'the serving file of 2025-12, 2026-02 is damaged',
    cause: { message: 'a: is missing; b: is missing; c: is missing' },
  });
});

describe('reads are limited', () => {
  test('in number: further reads are refused with the seconds to wait', async () => {
    const serving = await servingOf({ concurrent_reads: 2 });
    afterThisTest(() => serving.close());
    const { promise: gate, release } = pendingPromise();
    const running = Array.from({ length: 256 }, () => serving.read(() => gate));
    expect(serving.readsInFlight).toBe(256);
    await expect(serving.read(async () => {})).rejects.toMatchObject({
      code: 'overloaded',
      message: 'Too many requests are waiting for data. Try again shortly.',
      retry_after_s: 1,
    });
    release();
    await Promise.all(running);
    await expect(serving.read(async () => 'room again')).resolves.toBe('room again');
  });

  test('in time: a slow read is ended without reading the rest, and then others can run', async () => {
    const serving = await servingOf({ read_timeout_ms: 30 });
    afterThisTest(() => serving.close());
    const { promise: gate, release } = pendingPromise();
    await expect(serving.read(() => gate)).rejects.toMatchObject({
      code: 'query_timeout',
      message: 'The data took too long to read. Try again shortly.',
      retry_after_s: 5,
    });
    expect(serving.readsInFlight).toBe(1);
    release();
    await gate;
    await expect(serving.read(async () => 'goes on')).resolves.toBe('goes on');
    expect(serving.readsInFlight).toBe(0);
    const started = vi.spyOn(globalThis, 'setTimeout');
    const usual = await servingOf();
    afterThisTest(() => usual.close());
    await usual.read(async () => {});
    expect(started.mock.calls.map(([, ms]) => ms)).toEqual([10_000]);
  });

  test('in concurrency: a fixed number runs at the same time, the others wait in order', async () => {
    const limit = new ConcurrencyLimit(2);
    const order: number[] = [];
    let running = 0;
    await Promise.all(
      [1, 2, 3, 4, 5, 6].map((task) =>
        limit.run(async () => {
          running += 1;
          expect(running).toBeLessThanOrEqual(2);
          order.push(task);
          await setImmediate();
          running -= 1;
        }),
      ),
    );
    expect(order).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('to before the close, which waits for those that run', async () => {
    const serving = await servingOf();
    const { promise: gate, release } = pendingPromise();
    const running = serving.read(() => gate);
    const order: string[] = [];
    const closed = serving.close().then(() => order.push('closed'));
    await expect(serving.read(async () => {})).rejects.toMatchObject({
      code: 'shutting_down',
      message: 'The server is shutting down.',
    });
    expect(await serving.check()).toEqual([]);
    order.push('released');
    release();
    await running;
    await closed;
    expect(order).toEqual(['released', 'closed']);
  });

  test('to built months: a range with a month that could not be built has no answer', async () => {
    const serving = await servingOf({ unbuilt_months: ['2026-02'] });
    afterThisTest(() => serving.close());
    const totals = (from: string, to: string) =>
      serving.read(async (snapshot) => {
        const query = { ticker: 'BRMS', from, to, market: MARKETS.ALL, investor: INVESTORS.all };
        await snapshot.brokerDays(query);
        return (await snapshot.brokerTotals(query)).places().length;
      });
    expect(await totals('2026-01-01', '2026-01-31')).toBe(0);
    expect(await totals('2026-03-01', '2026-03-31')).toBe(0);
    for (const [from, to] of [
      ['2026-01-31', '2026-02-01'],
      ['2026-02-28', '2026-03-01'],
      ['2026-01-01', '2026-12-31'],
    ] as const)
      await expect(totals(from, to)).rejects.toMatchObject({ code: 'data_unavailable', retry_after_s: 5 });
  });
});
