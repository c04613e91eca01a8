import { describe, expect } from 'vitest';
import { test } from '../../../support/fixtures.ts';
import { MeteredServer, type Race, race } from '../../../support/metering.ts';
import fc from '../../../support/properties.ts';

const races: fc.Arbitrary<Race> = fc.record({
  quota: fc.integer({ min: 10, max: 300 }),
  cost: fc.constantFrom(1, 5, 10, 20, 50),
  load: fc.constantFrom(0.8, 1, 1.2, 1.5, 2),
  keys: fc.constantFrom(1, 2, 5),
  failing: fc.constantFrom(0, 0.2),
});

/** The whole table of races is in test/faults/races.test.ts; here is a sample. */
describe.each([false, true])('64 clients against one account, cached: %s', (cached) => {
  test('counts exactly the acknowledged units, never exceeds the limit, and leaves no units that would fit', async () => {
    const server = await MeteredServer.start({ cached });
    await fc.assert(
      fc.asyncProperty(races, async (run) => {
        const { acknowledged, account, keys, requests, statuses, isOverloaded } = await race(server, run);
        expect(account).toBe(acknowledged);
        expect(keys).toBe(acknowledged);
        expect(requests).toBe(statuses[200] ?? 0);
        expect(account).toBeLessThanOrEqual(run.quota);
        if (isOverloaded) expect(run.quota - account).toBeLessThan(run.cost);
        expect(Object.keys(statuses).every((status) => ['200', '403', '500'].includes(status))).toBe(true);
        if (!isOverloaded && run.failing === 0) expect(statuses[403]).toBeUndefined();
      }),
      { numRuns: 12 },
    );
  });
});

test('a request that fits only if a running one fails waits for that', async ({ server }) => {
  const { key } = await server.account(10);
  let failing: Promise<Response> | undefined;
  const letFail = await new Promise<() => void>((isRunning) => {
    server.pause = () => new Promise((resolve) => isRunning(resolve));
    failing = server.work(key, { units: 8, fails: true, question: 1 });
  });
  server.pause = async () => {};

  let isAnswered = false;
  const waiting = server.work(key, { units: 5, question: 2 }).finally(() => {
    isAnswered = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([isAnswered, server.worked]).toEqual([false, 1]);
  letFail();
  expect((await failing)?.status).toBe(500);
  expect((await waiting).status).toBe(200);
});
