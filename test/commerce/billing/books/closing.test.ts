import { describe, expect } from 'vitest';
import { test } from '../../../support/fixtures.ts';
import fc from '../../../support/properties.ts';
import { CHANGE, NO_TAX, Shop, STARTER } from '../../../support/shop.ts';
import { sized } from '../../../support/size.ts';
import { ON_POSTGRES } from '../../../support/test-ledger.ts';

// The figures of a month that is closed, and what the books, the invoices and the payments differ by. All amounts were worked out by hand.

const DAY_MS = 86_400_000;
const WITH_TAX = { ...NO_TAX, tax_rate_percent: 11 };

const january = (shop: Shop) => shop.billing.books.report('2026-01-01', '2026-01-31');
const february = (shop: Shop) => shop.billing.books.report('2026-02-01', '2026-02-28');
/** Half past midnight of the first of February in Jakarta. */
const HALF_PAST = new Date('2026-01-31T17:30:00Z');
const JANUARY_31 = new Date('2026-01-31T05:00:00Z');

describe('a closed month', () => {
  test('keeps its figures when payments of it are recorded later, which name their dates', async ({
    shop,
  }) => {
    const account = await shop.account();
    await shop.buy(account, STARTER);
    shop.clock.time = new Date('2026-01-31T03:00:00Z');
    const orders = [await shop.order(account, STARTER), await shop.order(await shop.account(), STARTER)];
    shop.clock.time = HALF_PAST;
    const closed = await shop.billing.books.close('2026-01', CHANGE);
    expect(closed).toMatchObject({
      closed_until: '2026-02-01',
      figures: { payments_idr: 200_000, applied_idr: 200_000, invoiced_idr: 200_000 },
      differences: [],
    });
    for (const { order_id } of orders) await shop.confirm(order_id, { paid_at: JANUARY_31 });
    const late = { amount_idr: 70_000, payment_reference: 'BCA 1', paid_at: JANUARY_31 };
    await shop.administration.recordTransfer(account, late, CHANGE);
    await shop.void(orders[1]?.order_id ?? '', { plan: 'undo' });
    expect(await january(shop)).toEqual(closed);
    const { figures, after, differences } = await february(shop);
    expect(figures).toMatchObject({ payments_idr: 470_000, voided_idr: 200_000, invoiced_idr: 200_000 });
    expect([after.held_idr, differences]).toEqual([70_000, []]);
    const entries = await shop.billing.books.entries({ since: HALF_PAST.toISOString(), until: '~' });
    expect(
      entries.map((each) => [each.booked_on, each.moved_on, each.recorded_on, each.invoice_number]),
    ).toEqual([
      ['2026-02-01', '2026-01-31', '2026-02-01', null],
      ['2026-02-01', '2026-02-01', '2026-02-01', 'INV-2026-000002'],
      ['2026-02-01', '2026-01-31', '2026-02-01', null],
      ['2026-02-01', '2026-02-01', '2026-02-01', 'INV-2026-000003'],
      ['2026-02-01', '2026-01-31', '2026-02-01', null],
      ['2026-02-01', '2026-02-01', '2026-02-01', 'CN-2026-000001'],
    ]);
  });

  test('ends at midnight in Jakarta, and is closed once, with those before it', async ({ shop }) => {
    const close = (month: string) => shop.billing.books.close(month, CHANGE);
    shop.clock.time = new Date('2026-02-28T16:59:59.999Z');
    await expect(close('2026-02')).rejects.toMatchObject({
      code: 'month_not_open',
      message: 'The month 2026-02 cannot be closed: it has not ended yet in Jakarta.',
    });
    shop.clock.time = new Date('2026-02-28T17:00:00.000Z');
    await close('2026-02');
    for (const month of ['2026-02', '2026-01'])
      await expect(close(month)).rejects.toThrow('is closed already');
    const account = await shop.account();
    for (const [paid_at, amount_idr] of [
      ['2026-02-28T16:59:59.999Z', 1],
      ['2026-02-28T17:00:00.000Z', 2],
    ] as const) {
      const transfer = { amount_idr, payment_reference: paid_at, paid_at: new Date(paid_at) };
      await shop.administration.recordTransfer(account, transfer, CHANGE);
    }
    expect((await february(shop)).figures.payments_idr).toBe(0);
    expect((await shop.billing.books.report('2026-03-01', '2026-03-01')).after.held_idr).toBe(3);
  });
});

describe('the balances', () => {
  test('count credit, debts and held money at a date', async ({ shop, account }) => {
    const { order_id } = await shop.buy(account, STARTER, { amount_idr: 250_000, isAccepted: true });
    const other = await shop.account();
    await shop.administration.recordTransfer(
      other,
      { amount_idr: 30_000, payment_reference: 'BCA 1' },
      CHANGE,
    );
    shop.pass(1);
    await shop.administration.payOut(account, {}, CHANGE);
    await shop.void(order_id, { plan: 'undo' });
    const { before, after } = await shop.billing.books.report('2026-01-06', '2026-01-06');
    expect(before).toMatchObject({ credit_idr: 50_000, owed_idr: 0, held_idr: 30_000 });
    expect(after).toMatchObject({ credit_idr: 0, owed_idr: 50_000, held_idr: 30_000 });
  });

  test.for([
    // 498,000 less 49,351 of PPN. At the end of the 5th, 90 of 90 days are left, and at that of the 31st 64: 354,133.33, less 35,094.36.
    { months: 3, price_idr: 498_000, tax_idr: 49_351, left_idr: 354_134 - 35_094, ends: '2026-04-05' },
    // 996,000 less 98,703 of PPN. At the end of the 31st, 154 of 180 days are left: 852,133.33, less 84,445.71.
    { months: 6, price_idr: 996_000, tax_idr: 98_703, left_idr: 852_134 - 84_446, ends: '2026-07-04' },
  ] as const)(
    'defer what was invoiced for later days of $months months, by day and without tax',
    async ({ months, price_idr, tax_idr, left_idr, ends }) => {
      const { shop } = await Shop.openWithRows(undefined, WITH_TAX);
      await shop.buy(await shop.account(), { plan: 'starter', months });
      const { figures, after } = await january(shop);
      expect(after.deferred_idr).toBe(left_idr);
      expect(figures).toMatchObject({
        invoiced_idr: price_idr,
        tax_idr,
        earned_idr: price_idr - tax_idr - left_idr,
      });
      const { before } = await shop.billing.books.report('2026-01-06', '2026-01-31');
      expect(before.deferred_idr).toBe(price_idr - tax_idr);
      expect((await shop.billing.books.report(ends, ends)).after.deferred_idr).toBe(0);
    },
  );
});

describe('money that was recorded with a plan', () => {
  test('has an invoice, and a credit note when its amount is corrected', async () => {
    const { shop } = await Shop.openWithRows(undefined, WITH_TAX);
    const { accounts, billing } = shop;
    const create = () => accounts.create('ani@example.com', 'professional', 3, null, 8_720_000);
    const { account_id } = (await billing.invoices.covering(create)).account;
    shop.pass(1);
    const correct = (idr: number) =>
      billing.invoices.covering(() => shop.administration.correctPayment(account_id, null, idr, CHANGE));
    await correct(872_000);
    await correct(0);
    const documents = (await billing.invoices.of(account_id)).map(({ document }) => document).reverse();
    expect(
      documents.map(({ number, invoice_number, total_idr, tax_idr }) => [
        number,
        invoice_number,
        total_idr,
        tax_idr,
      ]),
    ).toEqual([
      // 8,720,000 x 11 / 111 = 864,144.14
      ['INV-2026-000001', null, 8_720_000, 864_144],
      ['CN-2026-000001', 'INV-2026-000001', 8_720_000, 864_144],
      ['INV-2026-000002', null, 872_000, 86_414],
      ['CN-2026-000002', 'INV-2026-000002', 872_000, 86_414],
    ]);
    expect(documents[2]).toMatchObject({
      order_id: null,
      buyer: { email: 'ani@example.com' },
      lines: [{ plan: 'professional', months: 3, days: 90, period_start: '2026-01-05T03:00:00.000Z' }],
      payments: [{ method: 'manual', reference: null, amount_idr: 872_000 }],
    });
    expect((await january(shop)).differences).toEqual([]);
  });
});

test('a provider keeps what it did not pay out, return or charge as a fee', async ({ shop, account }) => {
  const { order_id } = await shop.order(account, STARTER);
  await shop.pay({ order_id, payment_reference: 'm', amount_idr: 200_000 });
  await shop.refund(order_id, { plan: 'keep', amount_idr: 50_000 });
  await shop.buy(account, STARTER);
  const payout = { provider: 'midtrans', reference: 'P-1', amount_idr: 1_445_000, fee_idr: 4500 } as const;
  const { books } = shop.billing;
  await books.recordPayout({ ...payout, paid_at: new Date('2026-01-04T05:00:00Z') }, CHANGE);
  const paidOutOn = async (day: string) => (await books.report(day, day)).figures.paid_out_idr;
  expect(await paidOutOn('2026-01-04')).toBe(1_445_000);
  // A correction is a movement of its own day.
  const corrected = { ...payout, reference: 'P-0', paid_at: new Date('2026-01-03T05:00:00Z') };
  await books.recordPayout(corrected, CHANGE);
  await books.recordPayout({ ...corrected, amount_idr: 0, fee_idr: 0 }, CHANGE);
  expect([await paidOutOn('2026-01-03'), await paidOutOn('2026-01-05')]).toEqual([1_445_000, -1_445_000]);
  shop.clock.time = HALF_PAST;
  const closed = await books.close('2026-01', CHANGE);
  const [entry] = (await shop.administration.audit({ account_id: null })).filter(
    ({ action }) => action === 'books.closed',
  );
  expect(JSON.parse(entry?.details ?? '')).toEqual({ month: '2026-01', ...closed.figures, ...closed.after });
  // More than was received is a difference.
  const overdrawn = { compared: 'payouts of midtrans', account_id: null, order_id: null };
  expect(closed.differences).toEqual([{ ...overdrawn, booked_idr: 150_000, stated_idr: 1_449_500 }]);
  expect(closed.figures).toMatchObject({ paid_out_idr: 1_445_000, fees_idr: 4500 });
  expect(closed.after.at_provider_idr).toBe(150_000 - 1_449_500);
  // A zero too many is corrected in the open month, once.
  for (const _ of [1, 2])
    await books.recordPayout({ ...payout, amount_idr: 144_500, paid_at: JANUARY_31 }, CHANGE);
  const late = { ...payout, reference: 'P-2', amount_idr: 400, fee_idr: 100, paid_at: JANUARY_31 };
  await books.recordPayout(late, CHANGE);
  await expect(books.recordPayout({ ...late, paid_at: new Date('2026-03-01') }, CHANGE)).rejects.toThrow(
    'in the future',
  );
  expect(await january(shop)).toEqual(closed);
  const { figures, after, differences } = await february(shop);
  expect(differences).toEqual([]);
  expect([figures.paid_out_idr, figures.fees_idr, after.at_provider_idr]).toEqual([
    -1_300_500 + 400,
    100,
    500,
  ]);
});

test('withheld income tax has a figure of its own', async ({ shop }) => {
  const { order_id } = await shop.buy(await shop.account(), STARTER, { amount_idr: 196_396 });
  const slip = { amount_idr: 3604, payment_reference: 'BP-0042', isWithheld: true };
  expect((await shop.confirm(order_id, slip)).state).toBe('applied');
  const withheld = async () => (await january(shop)).figures;
  expect(await withheld()).toMatchObject({ payments_idr: 200_000, withheld_idr: 3604 });
  await shop.void(order_id, { payment_reference: 'BP-0042', plan: 'keep' });
  expect(await withheld()).toMatchObject({ payments_idr: 200_000, withheld_idr: 0, voided_idr: 3604 });
});

test('a difference of the books is named', async () => {
  const { shop } = await Shop.openWithRows();
  const account = await shop.account('starter');
  expect((await january(shop)).differences).toEqual([
    { compared: 'invoices', account_id: account, order_id: null, booked_idr: 200_000, stated_idr: 0 },
  ]);
});

const which = fc.nat(9);
const ago = fc.constantFrom(0, 1, 30, 24 * 20);
const idr = fc.constantFrom(1, 1000, 150_000);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('order'),
      which,
      plan: fc.constantFrom('starter', 'professional', 'advanced'),
      months: fc.constantFrom(1, 3, 6),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('confirm'),
      which,
      ago,
      over: fc.constantFrom(0, 0, -1000, 50_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pay'), which, ago, over: fc.constantFrom(0, 0, 1000) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('transfer'), which, ago, idr }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('credit', 'payout', 'correct', 'give'), which, idr }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('refund', 'void', 'chargeback'),
      which,
      plan: fc.constantFrom('keep', 'undo', undefined),
      asCredit: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('pass'), hours: fc.constantFrom(1, 30, 24 * 9, 24 * 30) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('close'), which }) },
);

const monthOf = (ms: number) => new Date(ms + 7 * 3_600_000).toISOString().slice(0, 7);
const ends = (month: string) =>
  Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1) - 7 * 3_600_000;

test('no history changes a closed month, and each month agrees with its invoices and payments', async () => {
  let closings = 0;
  let late = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 45 }), async (steps: any[]) => {
      const { shop, rows, end } = await Shop.openWithRows(undefined, WITH_TAX);
      const { orders, refunds, books, invoices, payments } = shop.billing;
      const { administration } = shop;
      const accounts = [await shop.account(), await shop.account()];
      const made: string[] = [];
      const closed = new Map<string, unknown>();
      const deferred = new Map<string, number>();
      /** What the test expects to be booked, by month: each row is seen right after the step that wrote it. */
      const booked = new Map<string, Record<string, number>>();
      let seen = 0;
      let open = '';
      const days = (ms: number) => Math.ceil(ms / DAY_MS);
      const deferredNow = async () => {
        const now = shop.clock.time.getTime();
        const bought = await rows('SELECT * FROM account WHERE period_end IS NOT NULL');
        const values = bought.map(({ period_start, period_end, period_price_idr }) => {
          const [start_ms, end_ms] = [Date.parse(period_start), Date.parse(period_end)];
          if (end_ms <= now) return 0;
          const left = Math.min(days(end_ms - start_ms), days(end_ms - now));
          const value = Math.ceil((Number(period_price_idr) * left) / days(end_ms - start_ms));
          return value - Math.floor((value * 22 + 111) / 222);
        });
        return values.reduce((sum, value) => sum + value, 0);
      };
      const pass = async (hours: number) => {
        const target = shop.clock.time.getTime() + hours * 3_600_000;
        for (
          let month = monthOf(shop.clock.time.getTime());
          ends(month) <= target;
          month = monthOf(ends(month))
        ) {
          shop.clock.time = new Date(ends(month));
          deferred.set(month, await deferredNow());
        }
        shop.clock.time = new Date(target);
      };
      const run = async (each: any) => {
        const account = accounts[each.which % 2] ?? '';
        const paid_at = new Date(shop.clock.time.getTime() - (each.ago ?? 0) * 3_600_000);
        if (each.do === 'pass') return pass(each.hours);
        if (each.do === 'close') {
          const month = monthOf(shop.clock.time.getTime() - (1 + each.which * 4) * DAY_MS);
          closed.set(month, await books.close(month, CHANGE));
          open = monthOf(ends(month));
          closings++;
          return;
        }
        if (each.do === 'order') {
          const { forfeited_idr } = await orders.quote(account, each);
          return made.push((await shop.order(account, each, forfeited_idr)).order_id);
        }
        if (each.do === 'transfer') {
          const transfer = { amount_idr: each.idr, payment_reference: `t${each.which}`, paid_at };
          return administration.recordTransfer(account, transfer, CHANGE);
        }
        if (each.do === 'credit') {
          const transfer = { payment_reference: `t${each.which}`, asCredit: true };
          return administration.payOut(account, transfer, CHANGE);
        }
        if (each.do === 'payout') return administration.payOut(account, {}, CHANGE);
        if (each.do === 'correct')
          return invoices.covering(() => administration.correctPayment(account, null, each.idr, CHANGE));
        if (each.do === 'give') {
          const given = { plan: 'starter', months: 3, own_terms: null, paid_idr: each.idr } as const;
          return invoices.covering(() => administration.assignPlan(account, given, CHANGE));
        }
        const order_id = made[each.which % made.length] ?? '';
        const { charge_idr, balance_idr, owed_idr, created_at } = await orders.find(order_id);
        const amount_idr = Math.max(1, charge_idr - balance_idr + owed_idr + each.over);
        const since = new Date(Math.max(paid_at.getTime(), Date.parse(created_at)));
        if (each.do === 'confirm')
          return shop.confirm(order_id, { amount_idr, paid_at: since, isAccepted: true });
        if (each.do === 'pay')
          return shop.pay({ order_id, payment_reference: 'm', amount_idr, paid_at: since });
        const [first] = await payments.of(order_id);
        const { plan, asCredit } = each;
        const payment_reference = first?.payment_reference ?? '';
        if (each.do === 'refund') return shop.refund(order_id, { plan, asCredit });
        if (each.do === 'void') return shop.void(order_id, { plan, payment_reference });
        const returned = {
          order_id,
          payment_reference,
          returned_idr: first?.paid_idr ?? 0,
          cause: 'chargeback',
        } as const;
        return refunds.returnedByProvider(returned, 'midtrans');
      };
      for (const each of steps) {
        try {
          await run(each);
        } catch (error) {
          expect((error as Error).name, String((error as Error).stack)).toBe('AlirError');
        }
        for (const row of await rows('SELECT * FROM money_move WHERE move_id > ? ORDER BY move_id', seen)) {
          seen = Number(row.move_id);
          const moved = monthOf(Date.parse(row.moved_at));
          if (moved < open) late++;
          const month = moved < open ? monthOf(shop.clock.time.getTime()) : moved;
          const sums = booked.get(month) ?? { held: 0, applied: 0, credit: 0 };
          booked.set(month, sums);
          if (row.source in sums) sums[row.source] = (sums[row.source] ?? 0) - Number(row.amount_idr);
          if (row.target in sums) sums[row.target] = (sums[row.target] ?? 0) + Number(row.amount_idr);
        }
      }
      let held_idr = 0;
      for (const [month, sums] of [...booked].sort()) {
        const last = new Date(ends(month) + 7 * 3_600_000 - DAY_MS).toISOString().slice(0, 10);
        const { figures, before, after, differences } = await books.report(`${month}-01`, last);
        const { held, applied, credit } = sums;
        expect([month, figures.held_idr, figures.applied_idr, figures.credit_idr]).toEqual([
          month,
          held,
          applied,
          credit,
        ]);
        expect([figures.invoiced_idr, differences]).toEqual([applied, []]);
        const { payments_idr, voided_idr, returned_idr } = figures;
        expect(payments_idr - voided_idr - returned_idr).toBe(
          figures.held_idr + figures.applied_idr + figures.credit_idr,
        );
        held_idr += held ?? 0;
        expect(after.held_idr).toBe(held_idr);
        expect(after.credit_idr - after.owed_idr - before.credit_idr + before.owed_idr).toBe(credit);
        if (deferred.has(month)) expect(after.deferred_idr).toBe(deferred.get(month));
      }
      for (const [month, report] of closed) {
        const { from, to } = report as { from: string; to: string };
        const { closed_until: _u, ...now } = await books.report(from, to);
        expect([month, report]).toMatchObject([month, now]);
      }
      await end();
    }),
    { numRuns: ON_POSTGRES ? 10 : sized(25, 150) },
  );
  expect(closings).toBeGreaterThan(10);
  expect(late).toBeGreaterThan(3);
}, 300_000);
