import { expect, test } from 'vitest';
import { Administration } from '../../../src/commerce/accounts/administration.ts';
import { PLANS } from '../../../src/commerce/accounts/plans.ts';
import { PUBLIC_PLANS } from '../../../src/commerce/billing/prices/prices.ts';
import { PLAN_MONTHS } from '../../../src/core/commerce-terms.ts';
import { newEmail } from '../../support/new-email.ts';
import fc from '../../support/properties.ts';
import { CHANGE, Shop } from '../../support/shop.ts';
import { sized } from '../../support/size.ts';

const OFFER = { units: 10, requests_per_minute: 10, keys: 1, price_idr: 500_000, days: 40 };
const OWN_TERMS = { units: 7, requests_per_minute: 8, keys: 9 };

const which = fc.nat(20);
const months = fc.constantFrom(...PLAN_MONTHS);
const decision = fc.constantFrom('keep', 'undo');

/** What is done to one of the accounts. */
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('create'), plan: fc.constantFrom('free', 'starter') }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('order'), plan: fc.constantFrom(...PUBLIC_PLANS), months }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('offer'), recurring: fc.boolean() }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('confirm'), isAccepted: fc.boolean(), less: fc.nat(2) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund'), plan: decision, part: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('void'), plan: decision }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('suspend', 'resume', 'email') }) },
  // Rare in real life, but each history should have some.
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('chargeback', 'delete') }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('units', 'days'), count: fc.integer({ min: 1, max: 9 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('assign'),
      plan: fc.constantFrom(...PUBLIC_PLANS, 'free', 'custom'),
      months,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('key', 'rotate', 'mcp', 'console', 'revoke') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass'), days: fc.nat(20) }) },
);

/** An account as the audit log gives it. */
interface Replayed {
  email: string;
  subscription: Record<string, unknown>;
  suspended_at: string | null;
  granted_window: string | null;
  granted_units: number;
  live_keys: Set<string>;
}

/** The accounts that follow from the entries alone, oldest entry first. */
function replay(entries: readonly any[]): Map<string, Replayed> {
  const accounts = new Map<string, Replayed>();
  for (const { action, account_id, recorded_at, details: text } of entries) {
    const details = JSON.parse(text);
    if (action === 'account.created') {
      accounts.set(account_id, {
        email: '',
        subscription: {},
        suspended_at: null,
        granted_window: null,
        granted_units: 0,
        live_keys: new Set(details.key_ids),
      });
    }
    const account = accounts.get(account_id);
    if (!account) throw new Error(`${action} of an account that was not created`);
    if (details.email !== undefined) account.email = details.email;
    if (details.subscription !== undefined) account.subscription = details.subscription;
    if (action === 'account.suspended') account.suspended_at = recorded_at;
    if (action === 'account.resumed') account.suspended_at = null;
    if (action === 'account.deleted') {
      account.suspended_at ??= recorded_at;
      account.live_keys.clear();
    }
    if (action === 'account.units_granted') {
      const before = account.granted_window === details.window ? account.granted_units : 0;
      account.granted_window = details.window;
      account.granted_units = before + details.units;
    }
    if (action === 'key.created' || action === 'key.rotated') account.live_keys.add(details.key_id);
    if (action === 'key.rotated') account.live_keys.delete(details.replaces);
    if (action === 'key.revoked') account.live_keys.delete(details.key_id);
  }
  return accounts;
}

test('the audit log, replayed from nothing, gives the present accounts', async () => {
  const seen: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, which), { minLength: 15, maxLength: 60 }), async (steps) => {
      const { shop, rows, end } = await Shop.openWithRows();
      const { accounts, billing, clock, ledger } = shop;
      const { orders, offers, refunds, payments } = billing;
      const administration = new Administration(ledger, accounts, clock);
      const made: { account_id: string; order_ids: string[] }[] = [];
      const create = async (plan: 'free' | 'starter') =>
        made.push({ account_id: await shop.account(plan), order_ids: [] });
      await create('starter');

      const order = async (account: (typeof made)[number], wanted: any) => {
        const { forfeited_idr } = await orders.quote(account.account_id, wanted);
        const request = { idempotency_key: null, accepted_forfeit_idr: forfeited_idr };
        account.order_ids.push((await orders.create(account.account_id, wanted, request)).order_id);
      };
      const run = async (each: any, place: number): Promise<unknown> => {
        const account = made[place % made.length];
        if (!account) throw new Error('no account');
        const { account_id, order_ids } = account;
        const keys = (await accounts.keys(account_id)).filter(({ kind }) => kind === 'api');
        const key_id = keys[place % keys.length]?.key_id ?? '';
        if (each.do === 'create') return create(each.plan);
        if (each.do === 'pass') return shop.pass(each.days);
        if (each.do === 'order') return order(account, { plan: each.plan, months: each.months });
        if (each.do === 'offer') {
          return order(account, {
            offer_id: (await offers.create(account_id, OFFER, each.recurring)).offer_id,
          });
        }
        if (each.do === 'suspend' || each.do === 'resume') {
          const action: 'suspend' | 'resume' = each.do;
          return administration[action](account_id, CHANGE);
        }
        if (each.do === 'email') return administration.changeEmail(account_id, newEmail(), CHANGE);
        if (each.do === 'delete') return billing.deletion.delete(account_id, CHANGE, place % 2 === 0);
        if (each.do === 'units') return administration.grantUnits(account_id, each.count, CHANGE);
        if (each.do === 'days') return administration.grantDays(account_id, each.count, CHANGE);
        if (each.do === 'assign') {
          const own_terms = PLANS[each.plan as keyof typeof PLANS].terms === null ? OWN_TERMS : null;
          const isFree = each.plan === 'free';
          return administration.assignPlan(
            account_id,
            { plan: each.plan, months: isFree ? 1 : each.months, own_terms, paid_idr: isFree ? 0 : 1000 },
            CHANGE,
          );
        }
        if (each.do === 'key') return accounts.createKey(account_id, `key of ${newEmail()}`);
        if (each.do === 'rotate') return accounts.rotateKey(key_id);
        if (each.do === 'console') return accounts.consoleCaller(account_id);
        if (each.do === 'mcp') return accounts.rotateMcpKey(account_id);
        if (each.do === 'revoke') return accounts.revokeKey(key_id);
        const order_id = order_ids.at(-1 - (place % 3));
        if (order_id === undefined) return;
        const { charge_idr, balance_idr } = await orders.find(order_id);
        if (each.do === 'confirm') {
          const amount_idr = Math.max(0, charge_idr - balance_idr - each.less * 1000);
          return shop.confirm(order_id, { isAccepted: each.isAccepted, amount_idr });
        }
        if (each.do === 'void') return refunds.void(order_id, { plan: each.plan }, CHANGE);
        if (each.do === 'refund') {
          return refunds.refund(
            order_id,
            { plan: each.plan, ...(each.part && { amount_idr: 1000 }) },
            CHANGE,
          );
        }
        const [payment] = await payments.of(order_id);
        if (!payment) return;
        const { payment_reference, paid_idr: returned_idr } = payment;
        return refunds.returnedByProvider(
          { order_id, payment_reference, returned_idr, cause: 'chargeback' },
          'midtrans',
        );
      };
      for (const [each, place] of steps) {
        try {
          await run(each, place);
          seen[each.do] = (seen[each.do] ?? 0) + 1;
        } catch (error) {
          expect((error as { name: string }).name, String((error as Error).stack)).toBe('AlirError');
        }
        const replayed = replay(await rows('SELECT * FROM audit_log ORDER BY audit_id'));
        expect(replayed.size).toBe(made.length);
        for (const [account_id, { subscription, live_keys, ...state }] of replayed) {
          expect(Object.keys(subscription)).toHaveLength(10);
          expect(await accounts.withId(account_id)).toMatchObject({ ...state, ...subscription });
          const live = (await accounts.keys(account_id)).filter(({ revoked_at }) => revoked_at === null);
          expect([...live_keys].toSorted()).toEqual(live.map(({ key_id }) => key_id).toSorted());
        }
      }
      await end();
    }),
    { seed: 20260119, numRuns: sized(25, 60) },
  );
  for (const name of 'order offer confirm refund void chargeback units days assign delete'.split(' '))
    expect([name, seen[name]]).toEqual([name, expect.toSatisfy((count: number) => count > 2)]);
}, 400_000);
