import { expect, test } from 'vitest';
import { entitlementAt } from '../../../src/commerce/accounts/entitlement.ts';
import { PLANS } from '../../../src/commerce/accounts/plans.ts';
import { periodChanges, type SubscriptionChange } from '../../../src/commerce/accounts/subscriptions.ts';
import { PUBLIC_PLANS } from '../../../src/commerce/billing/prices/prices.ts';
import { PLAN_MONTHS } from '../../../src/core/commerce-terms.ts';
import fc from '../../support/properties.ts';
import { CHANGE, NO_TAX, Shop } from '../../support/shop.ts';
import { sized } from '../../support/size.ts';
import { ON_POSTGRES } from '../../support/test-ledger.ts';

const DAY_MS = 86_400_000;
const OFFER = { units: 10, requests_per_minute: 10, keys: 1, price_idr: 500_000, days: 40 };

const which = fc.nat(20);
const amount = fc.constantFrom<number | 'all'>('all', 'all', 1, 1000, 100_000);
const plan = fc.constantFrom('keep', 'undo', undefined);
const hours = fc.nat(48);

const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('order'),
      plan: fc.constantFrom(...PUBLIC_PLANS),
      months: fc.constantFrom(...PLAN_MONTHS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('offer'), recurring: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('take'), which }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('pay'),
      which,
      reference: fc.constantFrom('a', 'a', 'b'),
      over: fc.constantFrom<number | null>(0, 0, 0, 0, 1, -1000, 50_000, null),
      hours,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('confirm'),
      which,
      isAccepted: fc.boolean(),
      excess: fc.constantFrom('credit', 'return'),
      over: fc.constantFrom<number | undefined>(undefined, undefined, -5000, 7000),
      hours: fc.option(hours, { nil: undefined }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('refund'), which, amount, plan, asCredit: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('void'), which, plan }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('returned'),
      which,
      amount,
      cause: fc.constantFrom('refund', 'void', 'chargeback'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel'), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass'), hours: fc.nat(24 * 20) }) },
);

/** The subscription after the changes, and the changes of the period in effect. */
function replayed(changes: readonly SubscriptionChange[]) {
  const fields =
    'plan months series period_start period_end period_price_idr requests_per_minute units keys term_days'.split(
      ' ',
    );
  let state: Record<string, unknown> = {};
  for (const change of changes)
    state = Object.fromEntries(fields.map((field) => [field, change[field as keyof SubscriptionChange]]));
  return { state, inEffect: periodChanges(changes) };
}

/** The sum of movements into each place less those out of it. */
function placesOf(moves: readonly any[]): Record<string, number> {
  const places: Record<string, number> = { customer: 0, held: 0, applied: 0, credit: 0, returned: 0 };
  for (const { source, target, amount_idr } of moves) {
    places[source] = (places[source] ?? 0) - Number(amount_idr);
    places[target] = (places[target] ?? 0) + Number(amount_idr);
  }
  return places;
}

/** The sum of a figure of the invoices less that of the credit notes. */
function sumOf(documents: readonly any[], figure: 'total_idr' | 'tax_idr'): number {
  return documents.reduce((sum, each) => sum + Number(each[figure]) * (each.kind === 'invoice' ? 1 : -1), 0);
}

test('no history loses a rupiah, applies a payment twice, or gives more than was sold', async () => {
  const seen: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 15, maxLength: 50 }), async (actions) => {
      const settings = { ...NO_TAX, tax_rate_percent: 11 };
      const { shop, rows, end } = await Shop.openWithRows(undefined, settings);
      const account = await shop.account('starter');
      const { orders, offers, refunds, payments } = shop.billing;
      const made: string[] = [];
      const trying = async (work: () => Promise<unknown>) => {
        try {
          await work();
        } catch (error) {
          expect((error as { name: string }).name, String((error as Error).stack)).toBe('AlirError');
        }
      };
      const order = async (wanted: any) => {
        const { forfeited_idr } = await orders.quote(account, wanted);
        const request = { idempotency_key: null, accepted_forfeit_idr: forfeited_idr };
        made.push((await orders.create(account, wanted, request)).order_id);
      };
      const step = async (each: any) => {
        if (each.do === 'order') return order({ plan: each.plan, months: each.months });
        if (each.do === 'offer') return offers.create(account, OFFER, each.recurring);
        if (each.do === 'pass') return shop.pass(each.hours / 24);
        if (each.do === 'take') {
          const open = await offers.openTo(account);
          return order({ offer_id: open[each.which % open.length]?.offer_id ?? '' });
        }
        const order_id = made[each.which % made.length];
        if (order_id === undefined) return;
        const { charge_idr, balance_idr } = await orders.find(order_id);
        const due_idr = charge_idr - balance_idr;
        const ago = (count: number) => new Date(shop.clock.time.getTime() - count * 3_600_000);
        if (each.do === 'pay') {
          const amount_idr = each.over === null ? null : Math.max(0, due_idr + each.over);
          return shop.pay({
            order_id,
            payment_reference: each.reference,
            amount_idr,
            paid_at: ago(each.hours),
          });
        }
        if (each.do === 'confirm') {
          return shop.confirm(order_id, {
            isAccepted: each.isAccepted,
            excess: each.excess,
            ...(each.over !== undefined && { amount_idr: Math.max(0, due_idr + each.over) }),
            ...(each.hours !== undefined && { paid_at: ago(each.hours) }),
          });
        }
        if (each.do === 'cancel') return shop.cancel(order_id);
        if (each.do === 'void') return refunds.void(order_id, { plan: each.plan }, CHANGE);
        const amount_idr = each.amount === 'all' ? undefined : each.amount;
        if (each.do === 'refund') {
          const { plan, asCredit } = each;
          return refunds.refund(
            order_id,
            { asCredit, ...(plan && { plan }), ...(amount_idr && { amount_idr }) },
            CHANGE,
          );
        }
        const [payment] = await payments.of(order_id);
        if (!payment) return;
        const { payment_reference, paid_idr } = payment;
        const returned_idr = amount_idr === undefined ? paid_idr : Math.min(amount_idr, paid_idr ?? 0);
        return refunds.returnedByProvider(
          { order_id, payment_reference, returned_idr, cause: each.cause },
          'midtrans',
        );
      };
      for (const each of actions) {
        const before = await shop.accounts.changes(account);
        await trying(async () => {
          await step(each);
          const { do: name } = each as { do: string };
          seen[name] = (seen[name] ?? 0) + 1;
        });
        const present = await shop.accounts.withId(account);
        const changes = await shop.accounts.changes(account);
        const all_orders = await orders.of(account);
        const { state, inEffect } = replayed(changes);

        // Replaying the record from nothing gives the present state.
        expect(present).toMatchObject(state);

        // Money in is money held, applied, kept as credit and returned; no place is ever overdrawn.
        const moves = await rows('SELECT * FROM money_move ORDER BY move_id');
        const places = placesOf(moves);
        const paid = await rows('SELECT paid_idr FROM payment');
        const voided = moves.filter((move) => move.target === 'customer');
        const received = paid.reduce((sum, { paid_idr }) => sum + Number(paid_idr ?? 0), 0);
        const taken_back = voided.reduce((sum, { amount_idr }) => sum + Number(amount_idr), 0);
        const { held = 0, applied = 0, credit = 0, returned = 0 } = places;
        expect(held + applied + credit + returned).toBe(received - taken_back);
        for (const order_id of made) {
          const own = placesOf(moves.filter((move) => move.order_id === order_id));
          for (const place of ['held', 'applied', 'returned']) expect(own[place]).toBeGreaterThanOrEqual(0);
          const [order] = all_orders.filter((o) => o.order_id === order_id);
          const isBought = ['applied', 'attention', 'refunded'].includes(order?.state ?? '');
          if (!isBought) expect(own.applied).toBe(0);
        }

        // The invoices less the credit notes are the money that orders applied, and their tax is that of what remains.
        const documents = await rows('SELECT * FROM invoice ORDER BY invoice_id');
        const applied_by_order = moves.filter((move) => move.order_id !== null);
        expect(sumOf(documents, 'total_idr')).toBe(placesOf(applied_by_order).applied);
        for (const { number, order_id, total_idr } of documents.filter(({ kind }) => kind === 'invoice')) {
          const own = documents.filter((each) => each.number === number || each.invoice_number === number);
          const remaining_idr = sumOf(own, 'total_idr');
          expect(remaining_idr).toBe(placesOf(moves.filter((move) => move.order_id === order_id)).applied);
          expect(remaining_idr).toBeGreaterThanOrEqual(0);
          expect(sumOf(own, 'tax_idr')).toBe(Math.floor((2 * remaining_idr * 11 + 111) / 222));
          expect(Number(total_idr)).toBeGreaterThan(0);
        }
        for (const each of documents) {
          const { lines, payments, ...stated } = JSON.parse(each.document);
          const paid_idr = payments.reduce((sum: number, { amount_idr }: any) => sum + amount_idr, 0);
          expect(paid_idr).toBe(stated.total_idr);
          expect(stated.price_idr - stated.period_credit_idr - stated.waived_idr).toBe(stated.total_idr);
          expect(stated.waived_idr).toBeGreaterThanOrEqual(0);
          expect(lines[0].amount_idr).toBe(stated.price_idr);
        }
        for (const kind of ['invoice', 'credit_note']) {
          const sequences = documents.filter((each) => each.kind === kind && Number(each.year) === 2026);
          expect(sequences.map(({ sequence }) => Number(sequence))).toEqual(sequences.map((_, at) => at + 1));
        }

        // Each movement belongs to an entry of the audit log.
        const [unlogged] = await rows(
          'SELECT count(*) AS n FROM money_move LEFT JOIN audit_log USING (audit_id) WHERE actor IS NULL',
        );
        expect(Number(unlogged.n)).toBe(0);

        // An order changes the subscription at most once.
        const applied_orders = inEffect.flatMap(({ order_id }) => order_id ?? []);
        expect(new Set(applied_orders).size).toBe(applied_orders.length);

        // The period is as long as what was sold for it.
        const start = inEffect.findLastIndex(({ kind }) => kind !== 'renewal');
        const days = inEffect.slice(start).reduce((sum, change) => sum + soldDays(change), 0);
        const { period_start, period_end } = present;
        expect((Date.parse(period_end ?? '') - Date.parse(period_start)) / DAY_MS).toBe(days);

        // The quota is that of the plan, and the value is at most what was paid, with the rounding of each upgrade.
        const entitlement = entitlementAt(present, shop.clock.time);
        const sold = PLANS[entitlement.plan].terms?.units ?? OFFER.units;
        expect(entitlement.units).toBe(sold);
        const upgrades = inEffect.filter(({ kind }) => kind === 'upgrade').length;
        expect(present.period_price_idr).toBeLessThanOrEqual(applied + 999 * upgrades);
        expect(present.period_price_idr).toBeGreaterThanOrEqual(0);
        if (changes.length > before.length && changes.at(-1)?.kind === 'renewal')
          expect(present.period_start).toBe(before.at(-1)?.period_start);
      }
      await end();
    }),
    { seed: 20260119, numRuns: ON_POSTGRES ? sized(12, 60) : sized(25, 120) },
  );
  for (const name of ['pay', 'confirm', 'refund', 'void', 'returned']) expect(seen[name]).toBeGreaterThan(3);
}, 900_000);

function soldDays({ kind, plan, months }: SubscriptionChange): number {
  if (plan === 'custom') return OFFER.days;
  return kind === 'created' ? 30 : (months ?? 0) * 30;
}

const product = fc.record({
  plan: fc.constantFrom(...PUBLIC_PLANS),
  months: fc.constantFrom(...PLAN_MONTHS),
});
const excess = fc.constantFrom(0, 0, -5000, 50_000, 2_000_000);
const paid = fc.record({ product, excess });

/** What happens after the payment that was not made. */
const laterStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('buy'), product, excess }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('refund'), amount, plan, which, asCredit: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pass'), hours: fc.nat(60) }) },
);

test('a payment that is voided leaves what there was without it', async () => {
  let applied = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(paid, { maxLength: 3 }),
      paid,
      fc.array(laterStep, { maxLength: 8 }),
      async (...given) => {
        const [first, mistake, later] = given;
        const trying = async <Result>(work: () => Promise<Result>) => {
          try {
            return await work();
          } catch (error) {
            expect((error as { name: string }).name, String((error as Error).stack)).toBe('AlirError');
            return undefined;
          }
        };
        /** The state at the end. @param isMade whether the payment is recorded, and voided at the end */
        const historyOf = async (isMade: boolean) => {
          const { shop, rows, end } = await Shop.openWithRows();
          const account = await shop.account('starter');
          const { orders, payments, refunds } = shop.billing;
          const order = async (wanted: any) => {
            const { forfeited_idr } = await orders.quote(account, wanted);
            return (await shop.order(account, wanted, forfeited_idr)).order_id;
          };
          const pay = async (order_id: string, over: number) => {
            const { charge_idr, balance_idr, owed_idr } = await orders.find(order_id);
            const amount_idr = Math.max(0, charge_idr - balance_idr + owed_idr + over);
            await shop.confirm(order_id, { amount_idr, isAccepted: true });
          };
          for (const each of first) {
            await trying(async () => pay(await order(each.product), each.excess));
            shop.pass(1);
          }
          const wrong = await trying(() => order(mistake.product));
          const made = wrong === undefined ? [] : [wrong];
          const [waiting] = wrong === undefined ? [] : [(await orders.find(wrong)).state === 'pending'];
          if (isMade && waiting && wrong) await pay(wrong, mistake.excess);
          for (const each of later as any[]) {
            if (each.do === 'pass') shop.pass(each.hours / 24);
            else if (isMade && waiting) {
              await trying(async () => {
                if (each.do === 'buy') {
                  made.push(await order(each.product));
                  return pay(made.at(-1) ?? '', each.excess);
                }
                const order_id = made[each.which % made.length] ?? '';
                const amount_idr = each.amount === 'all' ? undefined : each.amount;
                // Credit that is paid out is out.
                const { balance_idr } = await orders.find(order_id);
                const asCredit = each.asCredit || order_id !== wrong || balance_idr > 0;
                return refunds.refund(order_id, { plan: each.plan, amount_idr, asCredit }, CHANGE);
              });
            }
          }
          if (isMade && waiting) {
            const changes = await shop.accounts.changes(account);
            applied += changes.filter(({ order_id }) => made.includes(order_id ?? '')).length;
            for (const order_id of made.toReversed()) {
              for (const { payment_reference } of await payments.of(order_id))
                await refunds.void(order_id, { plan: 'undo', payment_reference }, CHANGE);
            }
          }
          const extra = new Set(made.slice(1));
          const all = (await orders.of(account)).filter(({ order_id }) => !extra.has(order_id));
          const moves = await rows('SELECT * FROM money_move JOIN payment USING (payment_id)');
          const { account_id: _, email: _e, ...bought } = await shop.accounts.withId(account);
          const documents = await rows('SELECT * FROM invoice');
          const state = {
            bought,
            orders: all.map(({ order_id: _o, account_id: _a, ...rest }) => rest),
            places: placesOf(moves),
            real: placesOf(moves.filter(({ voided_at }) => voided_at === null)),
            invoiced: [sumOf(documents, 'total_idr'), sumOf(documents, 'tax_idr')],
          };
          await end();
          return state;
        };
        expect(await historyOf(true)).toEqual(await historyOf(false));
      },
    ),
    { seed: 20260119, numRuns: ON_POSTGRES ? sized(12, 60) : sized(40, 300) },
  );
  expect(applied).toBeGreaterThan(10);
}, 900_000);
