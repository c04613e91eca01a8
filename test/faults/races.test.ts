import { describe, expect, test } from 'vitest';
import { MeteredServer, race } from '../support/metering.ts';
import { sized, someOf } from '../support/size.ts';

const QUOTAS = [10, 100, sized(200, 1000)];
const COSTS = someOf([1, 5, 10, 20, 50], 3);
const LOADS = someOf([0.8, 1, 1.2, 2], 2);
const KEYS = someOf([1, 2, 5], 2);
const FAILING = [0, 0.2];

describe.each([false, true])('all races, cached: %s', (cached) => {
  test.each(QUOTAS)(
    'quota %i: the units of the 200 responses, the account and the sum of its keys are equal in every run',
    async (quota) => {
      const server = await MeteredServer.start({ cached });
      let runs = 0;
      let requests = 0;
      for (const cost of COSTS) {
        for (const load of LOADS) {
          for (const keys of KEYS) {
            for (const failing of FAILING) {
              const run = { quota, cost, load, keys, failing };
              const outcome = await race(server, run);
              const what = JSON.stringify(run);
              expect(outcome.account, what).toBe(outcome.acknowledged);
              expect(outcome.keys, what).toBe(outcome.acknowledged);
              expect(outcome.requests, what).toBe(outcome.statuses[200] ?? 0);
              expect(outcome.account, what).toBeLessThanOrEqual(quota);
              if (outcome.isOverloaded) expect(quota - outcome.account, what).toBeLessThan(cost);
              runs += 1;
              requests += Object.values(outcome.statuses).reduce((sum, count) => sum + count, 0);
            }
          }
        }
      }
      console.log(
        `quota ${quota}, cached ${cached}: ${runs} runs of 64 clients, ${requests} requests, 0 units of difference`,
      );
    },
  );
});

test('a clock that moves across midnight in Jakarta and back: the history has every unit and request, on two days', async () => {
  const server = await MeteredServer.start();
  const start_ms = Date.parse('2026-01-15T16:59:59.990Z');
  server.clock.time = new Date(start_ms);
  const timer = setInterval(() => {
    server.clock.time = new Date(start_ms + (performance.now() % 20));
  }, 1);
  const outcome = await race(server, { quota: 1000, cost: 5, load: 1.2, keys: 5, failing: 0.2 });
  clearInterval(timer);
  expect([outcome.account, outcome.keys]).toEqual([outcome.acknowledged, outcome.acknowledged]);
  expect(outcome.requests).toBe(outcome.statuses[200]);
  const days = await server.test_ledger.rows('SELECT DISTINCT usage_date FROM usage_history ORDER BY 1');
  expect(days.map(({ usage_date }) => usage_date)).toEqual(['2026-01-15', '2026-01-16']);
});
