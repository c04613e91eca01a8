import { expect, test } from 'vitest';
import { usageEndpoint } from '../../../../src/api/endpoints/account/usage.ts';

const entitlement = {
  ...{ units: 100, plan: 'starter', quota_window: 'cycle' },
  period_start: new Date('2026-01-05T00:00:00Z'),
  period_end: new Date('2026-02-04T00:00:00Z'),
};
const caller = { key_id: 'key 1', name: 'notebook', masked: 'alir...cdef' };

test.for([
  [3, 10, 97, 90],
  [100, 100, 0, 0],
  [101, 130, 0, 0],
])('a key that used %i of the %i units of its account', async ([usedByKey, used, left_of_key, left]) => {
  const meter = { entitlement: () => entitlement, usedByKey: async () => usedByKey, used: async () => used };
  const { answer } = usageEndpoint(meter as never);
  expect(await answer({} as never, caller as never, new AbortController().signal)).toEqual({
    api_key: 'alir...cdef',
    key: {
      ...{ key_id: 'key 1', key_name: 'notebook' },
      ...{ current_usage: usedByKey, monthly_limit: 100, remaining: left_of_key },
    },
    account: {
      ...{ plan: 'starter', current_usage: used, monthly_limit: 100, remaining: left },
      ...{ quota_window: 'cycle', period_start: '2026-01-05T00:00:00', period_end: '2026-02-04T00:00:00' },
    },
  });
});
