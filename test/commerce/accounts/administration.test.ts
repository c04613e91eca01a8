import { describe, expect } from 'vitest';
import { entitlementAt } from '../../../src/commerce/accounts/entitlement.ts';
import type { AccountFilter } from '../../../src/commerce/accounts/overview.ts';
import { revenueOf, totalOf } from '../../../src/commerce/billing/books/revenue.ts';
import { test } from '../../support/fixtures.ts';

const CHANGE = { actor: 'operator ani', reason: 'an outage on 4 January' };
const ALL = { since: '2000', until: '3000' };
const TERMS = { units: 7, requests_per_minute: 8, keys: 9 };

describe('the operator', () => {
  test('suspends and resumes an account once each', async ({ shop }) => {
    const account = await shop.account('starter');
    const { administration } = shop;
    expect(await administration.suspend(account, CHANGE)).toMatchObject({
      suspended_at: '2026-01-05T03:00:00.000Z',
    });
    await expect(administration.suspend(account, CHANGE)).rejects.toThrow('is already suspended');
    expect(await administration.resume(account, CHANGE)).toMatchObject({ suspended_at: null });
    await expect(administration.resume(account, CHANGE)).rejects.toThrow('is not suspended');
  });

  test('changes an e-mail address, not to that of another account', async ({ shop }) => {
    const [one, two] = [await shop.account(), await shop.account()];
    const { administration } = shop;
    await administration.changeEmail(one, 'new@example.com', CHANGE);
    expect((await shop.accounts.find('NEW@example.com')).account_id).toBe(one);
    await expect(administration.changeEmail(two, 'New@example.com', CHANGE)).rejects.toMatchObject({
      code: 'email_taken',
    });
    // Another case of the same letters.
    await administration.changeEmail(one, 'New@Example.com', CHANGE);
  });

  test('grants units for the present window only, and grants add up', async ({ shop }) => {
    const account = await shop.account('starter');
    const { administration } = shop;
    await administration.grantUnits(account, 500, CHANGE);
    const granted = await administration.grantUnits(account, 250, CHANGE);
    expect(entitlementAt(granted, shop.clock.now()).units).toBe(25_750);
    // The next cycle, and the days of Free after the period.
    shop.pass(30);
    const free = await administration.grantUnits(account, 20, CHANGE);
    expect(entitlementAt(free, shop.clock.now()).units).toBe(25);
    shop.pass(1);
    expect(entitlementAt(free, shop.clock.now()).units).toBe(5);
  });

  test('extends a paid period, and only such a one', async ({ shop }) => {
    const [paid, free] = [await shop.account('starter'), await shop.account()];
    const { administration } = shop;
    // 30 days and 24 more, across the end of January.
    const extended = await administration.grantDays(paid, 24, CHANGE);
    expect(extended).toMatchObject({ period_end: '2026-02-28T03:00:00.000Z', period_price_idr: 200_000 });
    expect(entitlementAt(extended, shop.clock.now()).reset_at).toBe('2026-02-04T03:00:00.000Z');
    await expect(administration.grantDays(free, 1, CHANGE)).rejects.toMatchObject({ code: 'no_paid_period' });
    shop.pass(54);
    await expect(administration.grantDays(paid, 1, CHANGE)).rejects.toMatchObject({ code: 'no_paid_period' });
  });

  test('gives a plan from now on, worth what was paid for it', async ({ shop }) => {
    const account = await shop.account('starter', 6);
    const { administration } = shop;
    const professional = { plan: 'professional', months: 1, own_terms: null, paid_idr: 90_000 } as const;
    // A period never starts with the one before it.
    expect(await administration.assignPlan(account, professional, CHANGE)).toMatchObject({
      period_start: '2026-01-05T03:00:00.001Z',
    });
    shop.pass(1);
    expect(await administration.assignPlan(account, professional, CHANGE)).toMatchObject({
      plan: 'professional',
      period_start: '2026-01-06T03:00:00.000Z',
      period_end: '2026-02-05T03:00:00.000Z',
    });
    shop.pass(10);
    // 20 of 30 days of 90,000 are 60,000; 750,000 - 60,000.
    const quoted = await shop.billing.orders.quote(account, { plan: 'advanced', months: 1 });
    expect(quoted.charge_idr).toBe(690_000);
    await expect(
      administration.assignPlan(account, { ...professional, plan: 'custom' }, CHANGE),
    ).rejects.toMatchObject({ code: 'terms_needed' });
    const free = await administration.assignPlan(
      account,
      { ...professional, plan: 'free', paid_idr: 0 },
      CHANGE,
    );
    expect(free).toMatchObject({ plan: 'free', months: null, period_end: null });
  });

  test('leaves an entry of the audit log for each change, and none for a refused one', async ({ shop }) => {
    const account = await shop.account('starter');
    const { administration } = shop;
    await administration.grantUnits(account, 500, CHANGE);
    await administration.suspend(account, CHANGE);
    await administration.suspend(account, CHANGE).catch(() => {});
    const entries = await administration.audit({ account_id: account, ...ALL });
    expect(entries.map(({ action, actor, reason }) => [action, actor, reason])).toEqual([
      ['account.created', 'operator', null],
      ['account.units_granted', 'operator ani', 'an outage on 4 January'],
      ['account.suspended', 'operator ani', 'an outage on 4 January'],
    ]);
    expect(JSON.parse(entries[1]?.details ?? '')).toEqual({
      window: 'cycle 2026-01-05T03:00:00.000Z',
      units: 500,
    });
    // Of today and the 30 days before.
    shop.pass(30);
    expect(await administration.audit({ account_id: account })).toEqual(entries);
    shop.pass(1);
    expect(await administration.audit({ account_id: account })).toEqual([]);
  });
});

describe('the accounts', () => {
  test.for([
    ['free', 1, null, 5, 'terms_fixed', 'The free plan costs nothing. Omit --paid.'],
    ['free', 3, null, 0, 'terms_fixed', 'The free plan does not end. Omit --months.'],
    [
      'starter',
      1,
      TERMS,
      5,
      'terms_fixed',
      'The limits of the starter plan are fixed. To set other limits, use --plan custom.',
    ],
    [
      'custom',
      1,
      null,
      5,
      'terms_needed',
      'The custom plan has no standard limits. Set them with --units, --requests-per-minute and --keys.',
    ],
  ] as const)(
    'cannot have the plan %s for %i months with the terms %j for IDR %i',
    async ([plan, months, terms, paid_idr, code, message], { shop }) => {
      const refused = { code, message };
      await expect(
        shop.accounts.create('a@example.com', plan, months, terms, paid_idr),
      ).rejects.toMatchObject(refused);
      expect(await shop.accounts.all()).toEqual([]);
    },
  );

  test('have the plan, the limits and the price with which they are created', async ({ shop }) => {
    const { account } = await shop.accounts.create('a@example.com', 'custom', 3, TERMS, 70_000);
    const expected = {
      account_id: expect.any(String),
      email: 'a@example.com',
      plan: 'custom',
      months: 3,
      series: null,
      period_start: '2026-01-05T03:00:00.000Z',
      period_end: '2026-04-05T03:00:00.000Z',
      period_price_idr: 70_000,
      created_at: '2026-01-05T03:00:00.000Z',
      ...TERMS,
      term_days: null,
      suspended_at: null,
      granted_window: null,
      granted_units: 0,
      deleted_at: null,
    };
    expect(account).toEqual(expected);
    expect(await shop.accounts.all()).toEqual([expected]);
  });

  test('get no key that has expired, and each new key with its terms', async ({ shop }) => {
    const account = await shop.account('starter');
    const { accounts } = shop;
    const terms = { scopes: ['data' as const], allowed_ips: ['10.0.0.0/8'] };
    const message = 'must be in the future: it is 2026-01-05T03:00:00.000Z now';
    await expect(
      accounts.createKey(account, 'k', { ...terms, expires_at: '2026-01-05T03:00:00.000Z' }),
    ).rejects.toMatchObject({
      code: 'invalid_request',
      message: `expires_at ${message}`,
      fields: [{ field: 'expires_at', message }],
    });
    const expires_at = '2026-01-05T03:00:00.001Z';
    const { key_id, api_key } = await accounts.createKey(account, 'k', { ...terms, expires_at });
    const key = {
      key_id,
      account_id: account,
      name: 'k',
      kind: 'api',
      ...terms,
      expires_at,
      max_units: null,
      link: null,
      masked: `alir...${api_key.slice(-4)}`,
      created_at: '2026-01-05T03:00:00.000Z',
      last_used_at: null,
      revoked_at: null,
    };
    expect((await accounts.keys(account)).find(({ name }) => name === 'k')).toEqual(key);
    const rotated = await accounts.rotateKey(key_id);
    expect(await accounts.keys(account)).toEqual(
      expect.arrayContaining([
        { ...key, revoked_at: '2026-01-05T03:00:00.000Z' },
        { ...key, key_id: rotated.key_id, masked: `alir...${rotated.api_key.slice(-4)}` },
      ]),
    );
    shop.pass(1);
    await expect(accounts.rotateKey(rotated.key_id)).rejects.toMatchObject({
      code: 'unknown_key',
      message: `The key ${rotated.key_id} cannot be rotated: it is unknown, revoked, expired or already replaced. Create a new key.`,
    });
  });

  test('are found by e-mail address, used quota and end of the period', async ({ shop }) => {
    const [ani, budi] = [await shop.account('starter'), await shop.account('professional', 3)];
    await shop.administration.changeEmail(ani, 'Ani@example.com', CHANGE);
    const found = async (filter: AccountFilter) =>
      (await shop.administration.overviews(filter)).map(({ account_id }) => account_id);
    expect((await found({})).toSorted()).toEqual([ani, budi].toSorted());
    expect(await found({ search: 'ANI@' })).toEqual([ani]);
    shop.pass(24);
    expect(await found({ ending_days: 7 })).toEqual([ani]);
    expect(await found({ near_quota: 80 })).toEqual([]);
    const window = entitlementAt(await shop.accounts.withId(budi), shop.clock.now()).window;
    await shop.ledger.run('start_account_window', { account_id: budi, window });
    await shop.ledger.get('charge_account', { account_id: budi, window, units: 80_000, limit: 100_000 });
    expect(await found({ near_quota: 80 })).toEqual([budi]);
    expect(await found({ near_quota: 81 })).toEqual([]);
    expect(await found({ search: ani.slice(4) })).toEqual([ani]);
    shop.pass(-1);
    expect(await found({ ending_days: 6 })).toEqual([]);
    expect(await found({ ending_days: 7 })).toEqual([ani]);
    shop.pass(7);
    expect(await found({ ending_days: 7 })).toEqual([]);
  });

  test('are shown with their quota, keys and money', async ({ shop }) => {
    const account = await shop.account('starter');
    const { administration } = shop;
    const { email } = await administration.changeEmail(account, 'ani@example.com', CHANGE);
    const request = { idempotency_key: null };
    const buy = async (amount_idr: number) => {
      const { order_id } = await shop.billing.orders.create(account, { plan: 'starter', months: 1 }, request);
      await shop.confirm(order_id, { amount_idr, isAccepted: amount_idr > 200_000 });
    };
    await buy(203_000);
    await buy(1000);
    await administration.grantUnits(account, 5000, CHANGE);
    const { window } = entitlementAt(await shop.accounts.withId(account), shop.clock.now());
    await shop.ledger.run('start_account_window', { account_id: account, window });
    await shop.ledger.get('charge_account', { account_id: account, window, units: 6000, limit: 30_000 });
    const [key] = await shop.accounts.keys(account);
    const use = { key_id: key?.key_id ?? '', window, used_at: '2026-01-05T02:00:00.000Z' };
    shop.ledger.countAll('note_key_use', [use]);
    const shown = {
      account_id: account,
      email,
      plan: 'starter',
      period_end: '2026-03-06T03:00:00.000Z',
      units: 30_000,
      used: 6000,
      used_percent: 20,
      resets_at: '2026-02-04T03:00:00.000Z',
      live_keys: 2,
      last_request_at: '2026-01-05T02:00:00.000Z',
      // 200,000 at first, and 200,000 of 203,000.
      applied_idr: 400_000,
      credit_idr: 3000,
      held_idr: 1000,
      owed_idr: 0,
      suspended_at: null,
      created_at: '2026-01-05T03:00:00.000Z',
    };
    expect(await administration.overview('ani@example.com')).toEqual(shown);
    expect(await administration.overviews({})).toEqual([shown]);
    shop.pass(60);
    expect(await administration.overview(account)).toEqual({
      ...shown,
      ...{ plan: 'free', period_end: null, units: 5, used: 0, used_percent: 0 },
      resets_at: '2026-03-06T17:00:00.000Z',
    });
  });
});

describe('the revenue', () => {
  test('adds up to the money of the ledger, by month in Jakarta, plan and method', async ({ shop }) => {
    const [ani, budi] = [await shop.account('starter'), await shop.account()];
    const { orders, refunds } = shop.billing;
    const order = async (account: string, plan: 'starter' | 'professional') =>
      (await orders.create(account, { plan, months: 1 }, { idempotency_key: null })).order_id;
    // 31 January 23:30 and 1 February 00:30 in Jakarta.
    shop.clock.time = new Date('2026-01-31T16:30:00Z');
    const first = await order(budi, 'professional');
    await shop.confirm(first, { amount_idr: 360_000, isAccepted: true });
    shop.clock.time = new Date('2026-01-31T17:30:00Z');
    const second = await order(ani, 'starter');
    await shop.confirm(second, { amount_idr: 150_000 });
    await refunds.refund(first, { plan: 'keep', amount_idr: 50_000 }, CHANGE);
    const rows = revenueOf(await shop.billing.books.entries(ALL));
    const none = {
      payments_idr: 0,
      voided_idr: 0,
      returned_idr: 0,
      applied_idr: 0,
      credit_idr: 0,
      held_idr: 0,
    };
    expect(rows).toEqual([
      {
        ...none,
        month: '2026-01',
        plan: 'professional',
        method: 'manual',
        payments_idr: 360_000,
        applied_idr: 350_000,
        credit_idr: 10_000,
      },
      {
        ...none,
        month: '2026-01',
        plan: 'starter',
        method: 'outside',
        payments_idr: 200_000,
        applied_idr: 200_000,
      },
      {
        ...none,
        month: '2026-02',
        plan: 'professional',
        method: 'manual',
        returned_idr: 50_000,
        applied_idr: -50_000,
      },
      {
        ...none,
        month: '2026-02',
        plan: 'starter',
        method: 'manual',
        payments_idr: 150_000,
        held_idr: 150_000,
      },
    ]);
    for (const row of [...rows, totalOf(rows)]) {
      const { payments_idr, voided_idr, returned_idr, applied_idr, credit_idr, held_idr } = row;
      expect(payments_idr - voided_idr - returned_idr).toBe(applied_idr + credit_idr + held_idr);
    }
    expect(await orders.waiting()).toMatchObject([{ order_id: second }]);
    await refunds.void(second, {}, CHANGE);
    const voided = { payments_idr: 150_000, voided_idr: 150_000, applied_idr: 0, held_idr: 0 };
    expect(revenueOf(await shop.billing.books.entries(ALL)).at(-1)).toMatchObject(voided);
    expect(await orders.waiting()).toMatchObject([{ order_id: second, state: 'pending' }]);
  });
});
