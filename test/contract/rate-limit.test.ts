import { expect } from 'vitest';
import { testWithSharedAlir as test } from '../support/fixtures.ts';
import { ON_POSTGRES } from '../support/test-ledger.ts';

// With PostgreSQL, the clock of the database counts: see shared-rate-limiter.slow.test.ts.
test.skipIf(ON_POSTGRES)('the rate limit uses a monotonic clock', async ({ alir }) => {
  await alir.become('free');
  const usage = () => alir.request('/usage');
  for (let request = 0; request < 10; request++) await usage();
  for (const time of ['2026-02-02T11:00:00Z', '2026-02-02T13:00:00Z']) {
    alir.clock.time = new Date(time);
    expect((await usage()).status).toBe(429);
  }
  alir.clock.elapsed_ms += 15_000;
  const { headers } = await usage();
  expect(['retry-after', 'x-ratelimit-reset'].map((name) => headers.get(name))).toEqual(['45', '45']);
  alir.clock.elapsed_ms += 45_000;
  expect((await usage()).status).toBe(200);
});
