import { expect } from 'vitest';
import { customer } from '../support/customer.ts';
import { test } from '../support/fixtures.ts';
import { sized } from '../support/size.ts';
import { AT_ONCE } from '../support/test-ledger.ts';
import { until } from '../support/until.ts';

test('while a plan changes under many clients, each request counts in one period and its headers are of one plan', async ({
  alir,
}) => {
  const terms = { units: 100_000, requests_per_minute: 100_000, keys: 1, price_idr: 0, days: 30 };
  const me = await customer(alir);
  const { offers, orders } = alir.stores.billing;
  const take = async (units: number) => {
    const offered = { ...terms, units, requests_per_minute: units };
    const { offer_id } = await offers.create(me.account_id, offered, false);
    const request = { idempotency_key: null, accepted_forfeit_idr: 0 };
    expect((await orders.create(me.account_id, { offer_id }, request)).state).toBe('applied');
  };
  await take(100_000);
  const between = sized(50, 500);
  let isOver = false;
  let answered = 0;
  const windows = new Set<string>();
  const client = async () => {
    while (!isOver) {
      const { status, headers } = await me.get('/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-05');
      expect(status).toBe(200);
      answered += 1;
      const [rate, month] = ['x-ratelimit-limit', 'x-monthly-limit'].map((name) => headers.get(name));
      expect(rate).toBe(month);
      expect(Number(headers.get('x-monthly-remaining'))).toBeLessThan(Number(month));
      windows.add(String(month));
    }
  };
  const changing = async () => {
    try {
      for (let change = 0; change <= 5; change++) {
        if (change > 0) await take(100_000 + change);
        const before = answered;
        // More than there are clients: some were sent after the change.
        await until('requests are answered', () => answered >= before + between);
      }
    } finally {
      isOver = true;
    }
  };
  await Promise.all([...Array.from({ length: AT_ONCE }, client), changing()]);
  expect(windows.size).toBe(6);
  expect(await alir.test_ledger.unitsOf(me.account_id)).toEqual({ account: answered, keys: answered });
});
