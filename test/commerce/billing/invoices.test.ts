import { describe, expect } from 'vitest';
import { taxIn, taxOfficeBase } from '../../../src/commerce/billing/invoices/invoice-document.ts';
import { test } from '../../support/fixtures.ts';
import { CHANGE, NO_TAX, PROFESSIONAL, Shop, STARTER } from '../../support/shop.ts';
import { sized } from '../../support/size.ts';
import { AT_ONCE, untilLedgerAnswers } from '../../support/test-ledger.ts';

// All amounts in rupiah were worked out by hand.

/** Number and total of each document of the account, oldest first. */
async function numbers(shop: Shop, account: string): Promise<[string, number][]> {
  const all = await shop.billing.invoices.of(account);
  return all.map(({ number, total_idr }): [string, number] => [number, total_idr]).reverse();
}

describe('the tax in a total', () => {
  test.for([
    // 200,000 x 11 / 111 = 19,819.82; 200,000 x 12 / 112 = 21,428.57.
    [200_000, 0, 0],
    [200_000, 11, 19_820],
    [200_000, 12, 21_429],
    // 111 x 11 / 111 = 11; 343,000 x 11 / 111 = 33,990.99.
    [111, 11, 11],
    [343_000, 11, 33_991],
    // 1 x 11 / 111 = 0.099; 5 x 11 / 111 = 0.495; 6 x 11 / 111 = 0.59.
    [1, 11, 0],
    [5, 11, 0],
    [6, 11, 1],
    // 14 x 12 / 112 = 1.5 exactly: half up.
    [14, 12, 2],
    [0, 12, 0],
    // 10,000,000,000 x 12 / 112 = 1,071,428,571.43.
    [10_000_000_000, 12, 1_071_428_571],
  ] as const)('%i at %i percent is %i', ([total, rate, tax]) => {
    expect(taxIn(total, rate)).toBe(tax);
  });
});

test.for([
  // 11/12 of 315,315 is 289,038.75, and 12% of it 34,684.65.
  [350_000, 34_685, 11, 289_039, 12],
  [350_000, 37_500, 12, 312_500, 12],
  [350_000, 0, 0, 350_000, 0],
  // 11/12 of 4.5 is 4.125, and 12% of 4 is 0.48: the tax of 1 has a base of 5 or more.
  [6, 1, 11, 5, 12],
] as const)(
  'a total of %i with the tax %i at %i%% has the base %i at %i%%',
  ([total_idr, tax_idr, rate, ...base]) => {
    const { tax_base_idr, tax_rate_percent } = taxOfficeBase({ total_idr, tax_idr, tax_rate_percent: rate });
    expect([tax_base_idr, tax_rate_percent]).toEqual(base);
  },
);

test('the tax of any total is that of its base, which is less than 1.5 rupiah from 11/12 of the price', () => {
  const wrong: number[] = [];
  const step = sized(7, 1);
  for (let total_idr = 0; total_idr <= 5_000_000; total_idr += step) {
    const tax_idr = taxIn(total_idr, 11);
    const { tax_base_idr } = taxOfficeBase({ total_idr, tax_idr, tax_rate_percent: 11 });
    const isTaxOfBase = Math.floor((12 * tax_base_idr + 50) / 100) === tax_idr;
    if (!isTaxOfBase || Math.abs(12 * tax_base_idr - 11 * (total_idr - tax_idr)) >= 18) wrong.push(total_idr);
  }
  expect(wrong).toEqual([]);
});

describe('an applied order', () => {
  test('has an invoice with all that was sold and paid', async () => {
    const { shop } = await Shop.openWithRows(undefined, { ...NO_TAX, tax_rate_percent: 11 });
    const account = await shop.account();
    const { email } = await shop.accounts.withId(account);
    const details = { name: 'PT Pembeli', address: 'Jl. Beli 2\nBandung', tax_id: '09.876.543.2-109.000' };
    await shop.billing.details.change(account, details, { actor: 'account', reason: null });
    const { order_id } = await shop.buy(account, STARTER, {
      paid_at: new Date('2026-01-05T03:00:00Z'),
      payment_reference: 'BCA 7731',
    });
    // Neither later details nor later settings change it.
    await shop.billing.details.change(account, { name: 'PT Lain' }, { actor: 'account', reason: null });
    expect((await shop.billing.invoices.find('INV-2026-000001', account)).document).toEqual({
      number: 'INV-2026-000001',
      kind: 'invoice',
      issued_at: '2026-01-05T03:00:00.000Z',
      order_id,
      invoice_number: null,
      cause: null,
      currency: 'IDR',
      seller: NO_TAX.seller,
      buyer: { email, ...details },
      lines: [
        {
          description: 'Starter plan, 1 month (30 days)',
          plan: 'starter',
          months: 1,
          days: 30,
          order_kind: 'purchase',
          period_start: '2026-01-05T03:00:00.000Z',
          period_end: '2026-02-04T03:00:00.000Z',
          quantity: 1,
          unit_price_idr: 200_000,
          amount_idr: 200_000,
        },
      ],
      price_idr: 200_000,
      period_credit_idr: 0,
      waived_idr: 0,
      total_idr: 200_000,
      tax_rate_percent: 11,
      tax_idr: 19_820,
      tax_invoice_number: null,
      payments: [
        { method: 'manual', reference: 'BCA 7731', paid_at: '2026-01-05T03:00:00.000Z', amount_idr: 200_000 },
      ],
    });
  });

  test('states the credit for the unused period, and a renewal the days that it adds', async ({ shop }) => {
    const account = await shop.account();
    await shop.buy(account, STARTER);
    shop.pass(1);
    await shop.buy(account, STARTER);
    shop.pass(4);
    // 55 of 60 days are left of 400,000: 366,666.67, which exceeds 350,000; three months cost 872,000 - 366,666.67 = 505,333.33.
    await shop.buy(account, { plan: 'professional', months: 3 });
    const [upgrade, renewal] = await shop.billing.invoices.of(account);
    expect(renewal?.document.lines).toMatchObject([
      {
        order_kind: 'renewal',
        period_start: '2026-02-04T03:00:00.000Z',
        period_end: '2026-03-06T03:00:00.000Z',
      },
    ]);
    expect(upgrade?.document).toMatchObject({
      price_idr: 872_000,
      period_credit_idr: 367_000,
      waived_idr: 0,
      total_idr: 505_000,
      lines: [{ order_kind: 'upgrade', months: 3, days: 90, amount_idr: 872_000 }],
    });
  });

  test('that credit of the account pays in part lists both payments', async ({ shop, account }) => {
    await shop.buy(account, STARTER, { amount_idr: 250_000, isAccepted: true });
    shop.pass(1);
    await shop.buy(account, STARTER, { payment_reference: 'BCA 2' });
    const [second, first] = await shop.billing.invoices.of(account);
    expect(first?.document).toMatchObject({ total_idr: 200_000, payments: [{ amount_idr: 200_000 }] });
    expect(second?.document.total_idr).toBe(200_000);
    expect(second?.document.payments).toEqual([
      expect.objectContaining({ method: 'manual', reference: 'BCA 2', amount_idr: 150_000 }),
      expect.objectContaining({ method: 'credit', reference: null, amount_idr: 50_000 }),
    ]);
  });

  test('with an accepted lower payment is invoiced for what was paid', async ({ shop, account }) => {
    await shop.buy(account, STARTER, { amount_idr: 180_000, isAccepted: true });
    const [invoice] = await shop.billing.invoices.of(account);
    expect(invoice?.document).toMatchObject({ price_idr: 200_000, waived_idr: 20_000, total_idr: 180_000 });
    expect(invoice?.document.payments).toMatchObject([{ reference: null, amount_idr: 180_000 }]);
  });

  test('states what came, as the history of the account does, not the price', async ({ shop, account }) => {
    await shop.buy(account, STARTER, { amount_idr: 1000, isAccepted: true });
    expect(await numbers(shop, account)).toEqual([['INV-2026-000001', 1000]]);
    expect((await shop.accounts.changes(account)).at(-1)).toMatchObject({
      price_idr: 200_000,
      charge_idr: 1000,
    });
  });

  test('without money has no invoice, and neither has one that is not applied', async ({ shop }) => {
    const account = await shop.account('starter', 6);
    const wanted = { idempotency_key: 'free', accepted_forfeit_idr: 646_000 };
    expect((await shop.billing.orders.create(account, PROFESSIONAL, wanted)).state).toBe('applied');
    await shop.buy(account, PROFESSIONAL, { amount_idr: 1 });
    expect(await numbers(shop, account)).toEqual([]);
  });

  test('is invoiced once, however often its payment is reported', async ({ shop, account }) => {
    const { order_id } = await shop.order(account, STARTER);
    const payment = { order_id, payment_reference: 'm-1', amount_idr: 200_000 };
    await Promise.all(Array.from({ length: 8 }, () => shop.pay(payment)));
    expect(await numbers(shop, account)).toEqual([['INV-2026-000001', 200_000]]);
  });
});

describe('a credit note', () => {
  test('is issued for each part that is refunded, with its part of the tax', async () => {
    const { shop } = await Shop.openWithRows(undefined, { ...NO_TAX, tax_rate_percent: 11 });
    const account = await shop.account();
    const { order_id } = await shop.buy(account, STARTER);
    const { invoices } = shop.billing;
    await shop.refund(order_id, { plan: 'keep', amount_idr: 1 });
    await shop.refund(order_id, { plan: 'keep', amount_idr: 66_666, asCredit: true });
    await shop.refund(order_id, { plan: 'undo' });
    const notes = (await invoices.of(account)).filter(({ kind }) => kind === 'credit_note').reverse();
    // The tax of 199,999 is 19,819.72; of 133,333 it is 13,213.18.
    expect(notes.map(({ number, total_idr, tax_idr }) => [number, total_idr, tax_idr])).toEqual([
      ['CN-2026-000001', 1, 0],
      ['CN-2026-000002', 66_666, 6607],
      ['CN-2026-000003', 133_333, 13_213],
    ]);
    expect(notes.map(({ document }) => [document.invoice_number, document.cause])).toEqual(
      notes.map(() => ['INV-2026-000001', 'refund']),
    );
    expect(notes.map(({ document }) => document.payments[0]?.method)).toEqual(['manual', 'credit', 'manual']);
  });

  test('is issued for a void and for what the provider takes back, once', async ({ shop, account }) => {
    const first = await shop.order(account, STARTER);
    await shop.pay({ order_id: first.order_id, payment_reference: 'm-1', amount_idr: 200_000 });
    const returned = {
      order_id: first.order_id,
      payment_reference: 'm-1',
      returned_idr: 50_000,
      cause: 'chargeback',
    } as const;
    for (const _ of [1, 2]) await shop.billing.refunds.returnedByProvider(returned, 'midtrans');
    await shop.void(first.order_id, { plan: 'undo' });
    expect(await numbers(shop, account)).toEqual([
      ['INV-2026-000001', 200_000],
      ['CN-2026-000001', 50_000],
      ['CN-2026-000002', 150_000],
    ]);
    const causes = (await shop.billing.invoices.of(account)).map(({ document }) => document.cause);
    expect(causes).toEqual(['void', 'chargeback', null]);
  });

  test('of a void does not name the other payments of the order, which are held', async ({ shop }) => {
    const account = await shop.account();
    const { order_id } = await shop.buy(account, STARTER, {
      amount_idr: 150_000,
      payment_reference: 'BCA 1',
    });
    await shop.confirm(order_id, { amount_idr: 50_000, payment_reference: 'BCA 2' });
    await shop.void(order_id, { payment_reference: 'BCA 2', plan: 'undo' });
    const [note] = await shop.billing.invoices.of(account);
    expect(note).toMatchObject({ kind: 'credit_note', total_idr: 200_000 });
    expect(note?.document.payments).toMatchObject([{ reference: 'BCA 2', amount_idr: 50_000 }]);
    expect(await shop.moneyOf(order_id)).toEqual([150_000, 0, 0]);
  });

  test('is not issued for money that was held', async ({ shop, account }) => {
    const { order_id } = await shop.buy(account, STARTER, { amount_idr: 1 });
    await shop.refund(order_id);
    expect(await numbers(shop, account)).toEqual([]);
  });
});

describe('the numbers', () => {
  test('have no gap and no duplicate when payments race', async () => {
    const { shop, rows } = await Shop.openWithRows();
    const accounts = await Promise.all(Array.from({ length: AT_ONCE }, () => shop.account()));
    const orders = await Promise.all(accounts.map((account) => shop.order(account, STARTER)));
    await Promise.all(
      // Each payment is reported twice.
      [...orders, ...orders].map(({ order_id }) =>
        untilLedgerAnswers(() => shop.pay({ order_id, payment_reference: 'm', amount_idr: 200_000 })),
      ),
    );
    await Promise.all(
      orders.map(({ order_id }) =>
        untilLedgerAnswers(() => shop.refund(order_id, { plan: 'keep', amount_idr: 1000 })),
      ),
    );
    for (const kind of ['invoice', 'credit_note']) {
      const found = await rows('SELECT sequence FROM invoice WHERE kind = ? ORDER BY sequence', kind);
      expect(found.map(({ sequence }) => Number(sequence))).toEqual(
        Array.from({ length: AT_ONCE }, (_, place) => place + 1),
      );
    }
  });

  test('of two servers on one ledger have no gap', async () => {
    const { shop, open } = await Shop.openWithRows();
    const other = await open();
    const orders = [];
    for (let count = 0; count < 24; count++) orders.push(await shop.order(await shop.account(), STARTER));
    await Promise.all(
      orders.map(({ order_id }, index) =>
        untilLedgerAnswers(() => (index % 2 ? shop : other).confirm(order_id)),
      ),
    );
    const all = await shop.billing.invoices.issued(new Date('2026-01-01'), new Date('2027-01-01'));
    expect(all.map(({ sequence }) => sequence)).toEqual(orders.map((_, place) => place + 1));
  });

  test('start again at the turn of the year in Jakarta, for each kind', async ({ shop, account }) => {
    const orders = [];
    for (const time of ['2026-12-31T16:59:59.999Z', '2026-12-31T17:00:00.000Z', '2027-01-01T00:00:00.000Z']) {
      shop.clock.time = new Date(time);
      orders.push(await shop.buy(account, STARTER));
    }
    await shop.refund(orders[0]?.order_id ?? '', { plan: 'keep', amount_idr: 5 });
    expect(await numbers(shop, account)).toEqual([
      ['INV-2026-000001', 200_000],
      ['INV-2027-000001', 200_000],
      ['INV-2027-000002', 200_000],
      ['CN-2027-000001', 5],
    ]);
    expect((await shop.billing.invoices.find('CN-2027-000001')).document.invoice_number).toBe(
      'INV-2026-000001',
    );
  });

  test('are not used up by an application that is rolled back', async ({ shop }) => {
    const [account, other] = [await shop.account(), await shop.account()];
    const { order_id } = await shop.order(account, STARTER);
    // The disk fills up when the order is settled, after the invoice.
    const run = shop.ledger.run.bind(shop.ledger);
    let isFailing = true;
    (shop.ledger as any).run = (name: any, parameters: any) => {
      if (name === 'record_subscription_change' && isFailing)
        return Promise.reject(new Error('the disk is full'));
      return (run as any)(name, parameters);
    };
    await expect(shop.confirm(order_id)).rejects.toThrow('the disk is full');
    expect(await numbers(shop, account)).toEqual([]);
    isFailing = false;
    await shop.buy(other, STARTER);
    await shop.confirm(order_id);
    expect(await numbers(shop, other)).toEqual([['INV-2026-000001', 200_000]]);
    expect(await numbers(shop, account)).toEqual([['INV-2026-000002', 200_000]]);
  });
});

test('an invoice is never changed or deleted', async () => {
  const { shop, write } = await Shop.openWithRows();
  await shop.buy(await shop.account(), STARTER);
  for (const change of ['UPDATE invoice SET total_idr = 1', 'DELETE FROM invoice']) {
    await expect(write(change)).rejects.toThrow(/never (changed|deleted)/);
  }
});

test('the number of a tax invoice is recorded, corrected, and of one document', async ({ shop, account }) => {
  for (const _ of [1, 2]) await shop.buy(account, STARTER);
  const note = (number: string, tax_invoice_number: string) =>
    shop.billing.invoices.noteTaxInvoice(number, tax_invoice_number, { ...CHANGE, at: shop.clock.time });
  await note('INV-2026-000001', '04002600000000016');
  await note('INV-2026-000001', '04002600000000017');
  await expect(note('INV-2026-000002', '04002600000000017')).rejects.toThrow('of another document');
  await expect(note('INV-2026-000003', '04002600000000018')).rejects.toMatchObject({
    code: 'unknown_invoice',
  });
  const numbers = (await shop.billing.invoices.of(account)).map(
    ({ document }) => document.tax_invoice_number,
  );
  expect(numbers).toEqual([null, '04002600000000017']);
});

describe('billing details', () => {
  test.for([
    ['name', 'two\nlines'],
    ['name', ' '],
    ['name', 'a\u202eb'],
    ['name', 'x'.repeat(101)],
    ['address', 'a\n\nb'],
    ['address', '1\n2\n3\n4\n5\n6\n7'],
    ['tax_id', '01234567890123'],
    ['tax_id', '01.234.567.8.901.000'],
    ['tax_id', '01234567890123456'],
    ['tax_id', ''],
  ] as const)('refuse the %s %j', async ([field, value], { shop, account }) => {
    await expect(shop.billing.details.change(account, { [field]: value }, CHANGE)).rejects.toMatchObject({
      code: 'invalid_request',
      fields: [{ field }],
    });
  });

  test('are in the audit log by their names only', async () => {
    const { shop, rows } = await Shop.openWithRows();
    const account = await shop.account();
    await shop.billing.details.change(account, { name: 'PT Rahasia', tax_id: null }, CHANGE);
    const [entry] = await rows("SELECT * FROM audit_log WHERE action = 'account.billing_details'");
    expect(entry).toMatchObject({ actor: 'operator ani', account_id: account });
    expect(JSON.parse(entry.details)).toEqual({ fields: ['name', 'tax_id'] });
  });
});
