import { expect } from 'vitest';
import { entitlementAt } from '../../src/commerce/accounts/entitlement.ts';
import { customer } from '../support/customer.ts';
import { test } from '../support/fixtures.ts';
import { AT_ONCE } from '../support/test-ledger.ts';

const FLOW = '/foreign-flow?ticker=BBCA&from=2026-01-05&to=2026-01-05';
const CHANGE = { actor: 'operator ani', reason: 'a test' };
const TERMS = { units: 100_000, requests_per_minute: 100_000, keys: 5, price_idr: 0, days: 30 };

test('every request after a suspension is refused and free, under many clients', async ({ alir }) => {
  const me = await customer(alir);
  const { administration, billing, accounts } = alir.stores;
  const { offer_id } = await billing.offers.create(me.account_id, TERMS, false);
  const request = { idempotency_key: null, accepted_forfeit_idr: 0 };
  await billing.orders.create(me.account_id, { offer_id }, request);
  let isSuspended = false;
  let answered = 0;
  const statuses: string[] = [];
  const client = async () => {
    for (let sent = 0; sent < 6; sent++) {
      const was = isSuspended;
      const { status, body } = await me.get(FLOW);
      if (status === 200) answered += 1;
      else statuses.push(`${status} ${body.code}`);
      if (was) expect(status).not.toBe(200);
    }
  };
  const clients = Array.from({ length: AT_ONCE }, client);
  await administration.suspend(me.account_id, CHANGE);
  isSuspended = true;
  await Promise.all(clients);
  expect(statuses[0]).toBe('403 account_suspended');
  // Failed requests are limited by address, too.
  for (const each of statuses) expect(['403 account_suspended', '429 address_limited']).toContain(each);
  const { plan, window } = entitlementAt(await accounts.withId(me.account_id), alir.clock.now());
  expect(plan).toBe('custom');
  const used = await alir.stores.ledger.get('account_units', { account_id: me.account_id, window });
  expect(used?.units ?? 0).toBe(answered);
});
