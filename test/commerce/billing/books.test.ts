import { beforeEach, describe, expect, test } from 'vitest';
import type { Purchase } from '../../../src/commerce/billing/orders.ts';
import { CHANGE, NO_TAX, PROFESSIONAL, Shop } from '../../support/shop.ts';

// Everything that each change of money writes: entries of the audit log, movements, changes of the subscription, invoices, events and the
// state of the orders. All amounts in rupiah were worked out by hand.

const OFFER = { units: 500, requests_per_minute: 90, keys: 4, price_idr: 1_000_000, days: 45 };

/** Each table with the text of a row. */
const SHOWN: Readonly<Record<string, (row: any) => string>> = {
  audit_log: ({ action, actor, reason, order_id, recorded_at, details }) => {
    const { subscription, ...rest } = JSON.parse(details);
    const end = subscription ? ` until ${subscription.period_end}` : '';
    return `${recorded_at} ${actor} (${reason}) ${action} ${order_id} ${JSON.stringify(rest)}${end}`;
  },
  money_move: ({ source, target, amount_idr, order_id, payment_reference, moved_at }) =>
    `${moved_at} ${amount_idr} from ${source} to ${target}, ${order_id} ${payment_reference}`,
  subscription_change: (row) =>
    `${row.changed_at} ${row.kind} ${row.order_id} ${row.old_plan} ${row.old_period_start} ${row.old_period_end} -> ${row.plan} ${row.months} ${row.period_start} ${row.period_end} worth ${row.period_price_idr}, ${row.price_idr} - ${row.credit_idr} = ${row.charge_idr}, ${row.requests_per_minute} ${row.units} ${row.keys} ${row.term_days}`,
  invoice: ({ number, invoice_number, total_idr, document }) => {
    const { cause, price_idr, period_credit_idr, waived_idr, payments } = JSON.parse(document);
    const paid = payments.map((each: any) => Object.values(each).map(String).join(' ')).join(', ');
    return `${number} ${invoice_number} ${cause} ${price_idr} - ${period_credit_idr} - ${waived_idr} = ${total_idr}: ${paid}`;
  },
  event: ({ kind, occurred_at, data }) => `${occurred_at} ${kind} ${data}`,
  billing_order: (row) =>
    `${row.order_id} ${row.kind} ${row.state} ${row.plan_effect} ${row.charge_idr} - ${row.balance_idr}, paid ${row.paid_idr} ${row.paid_at} ${row.payment_reference}, settled ${row.settled_at}, cancelled ${row.cancelled_at}: ${row.reason}`,
};

/** An order alone moves no money. The references of payments are in their own table. */
const FROM: Readonly<Record<string, string>> = {
  audit_log: "(SELECT * FROM audit_log WHERE action <> 'order.created') AS moved",
  money_move:
    '(SELECT money_move.*, payment_reference FROM money_move JOIN payment USING (payment_id)) AS moved',
};

const KEYS: Readonly<Record<string, string>> = {
  audit_log: 'audit_id',
  money_move: 'move_id',
  subscription_change: 'change_id',
  invoice: 'invoice_id',
  event: 'occurred_at, kind',
  billing_order: 'created_at, order_id',
};

let shop: Shop;
let account: string;
let orders: string[];
/** What was written since the last call. `A` is the account, `O1` its first order, and `id` any other identifier. */
let written: () => Promise<string[]>;
beforeEach(async () => {
  const opened = await Shop.openWithRows(undefined, { ...NO_TAX, tax_rate_percent: 11 });
  shop = opened.shop;
  orders = [];
  const known = new Set<string>();
  written = async () => {
    const lines: string[] = [];
    for (const [table, shown] of Object.entries(SHOWN)) {
      const rows = await opened.rows(`SELECT * FROM ${FROM[table] ?? table} ORDER BY ${KEYS[table]}`);
      for (const row of rows) {
        let line = shown(row).replaceAll(account, 'A');
        for (const [place, order_id] of orders.entries()) line = line.replaceAll(order_id, `O${place + 1}`);
        line = line
          .replaceAll(/2026-(\d\d-\d\dT\d\d:\d\d):00.000Z/g, '$1')
          .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'id')
          .replaceAll(/[\w-]+@example.com/g, 'email')
          .replaceAll(/null|undefined/g, '-');
        if (!known.has(line)) lines.push(line);
        known.add(line);
      }
    }
    return lines;
  };
});

/** Asserts what was written since the last call, a line for each row. */
const wrote = async (lines: string) => expect((await written()).join('\n')).toBe(lines.trim());

async function order(wanted: Purchase): Promise<string> {
  const { forfeited_idr } = await shop.billing.orders.quote(account, wanted);
  const request = { idempotency_key: null, accepted_forfeit_idr: forfeited_idr };
  orders.push((await shop.billing.orders.create(account, wanted, request)).order_id);
  return orders.at(-1) ?? '';
}

const returned = (
  order_id: string,
  returned_idr: number,
  cause: 'chargeback' | 'void',
  payment_reference: string,
) =>
  shop.billing.refunds.returnedByProvider({ order_id, payment_reference, returned_idr, cause }, 'midtrans');

describe('the books of an account', () => {
  test('of an upgrade that is paid in parts, refunded in part, charged back and voided', async () => {
    account = await shop.account('starter');
    await wrote(`
01-05T03:00 operator (-) account.created - {"plan":"starter","months":1,"paid_idr":200000,"email":"email","key_ids":["id","id"]} until 02-04T03:00
01-05T03:00 200000 from customer to applied, - -
01-05T03:00 created - - - - -> starter 1 01-05T03:00 02-04T03:00 worth 200000, 200000 - 0 = 200000, - - - -`);
    shop.pass(10);
    // 20 of 30 days of 200,000 are 133,333.33; 350,000 - 133,333.33 = 216,666.67. The time of the payment is before the order.
    const order_id = await order(PROFESSIONAL);
    const paid_at = new Date('2026-01-14');
    await shop.pay({ order_id, payment_reference: 'm1', amount_idr: 100_000, paid_at });
    await wrote(`
01-15T03:00 midtrans (-) payment.received O1 {"payment_reference":"m1","amount_idr":100000,"paid_at":"01-15T03:00"}
01-15T03:00 midtrans (The amount to pay was IDR 216000, but IDR 100000 was paid.) order.not_applied O1 {"paid_idr":100000,"paid_at":"01-15T03:00"}
01-15T03:00 100000 from customer to held, O1 m1
01-15T03:00 payment.needs_attention {"order_id":"O1","account_id":"A","reason":"The amount to pay was IDR 216000, but IDR 100000 was paid."}
O1 upgrade paid_not_applied - 216000 - 0, paid 100000 01-15T03:00 m1, settled 01-15T03:00, cancelled -: The amount to pay was IDR 216000, but IDR 100000 was paid.`);
    shop.pass(0.5);
    await shop.confirm(order_id, { amount_idr: 120_000, payment_reference: 'm2', isAccepted: true });
    await wrote(`
01-15T15:00 operator ani (-) payment.received O1 {"payment_reference":"m2","amount_idr":120000,"paid_at":"01-15T15:00"}
01-15T15:00 operator ani (-) order.applied O1 {"paid_idr":220000,"paid_at":"01-15T15:00","isAccepted":true} until 02-14T15:00
01-15T15:00 120000 from customer to held, O1 m2
01-15T15:00 100000 from held to applied, O1 m1
01-15T15:00 116000 from held to applied, O1 m2
01-15T15:00 4000 from held to credit, O1 m2
01-15T15:00 upgrade O1 starter 01-05T03:00 02-04T03:00 -> professional 1 01-15T15:00 02-14T15:00 worth 350000, 350000 - 134000 = 216000, - - - -
INV-2026-000001 - - 350000 - 134000 - 0 = 216000: midtrans m1 01-15T03:00 100000, manual m2 01-15T15:00 116000
01-15T15:00 payment.applied {"order_id":"O1","plan":"professional","period_end":"02-14T15:00","paid_idr":220000}
O1 upgrade applied - 216000 - 0, paid 220000 01-15T15:00 m2, settled 01-15T15:00, cancelled -: -`);
    shop.pass(1);
    const part = { plan: 'keep', amount_idr: 16_000, asCredit: true, payment_reference: 'm2' } as const;
    await shop.billing.refunds.refund(order_id, part, CHANGE);
    await wrote(`
01-16T15:00 operator ani (a test) order.refunded O1 {"plan":"keep","amount_idr":16000,"asCredit":true,"payment_reference":"m2","moved_idr":16000} until 02-14T15:00
01-16T15:00 16000 from applied to credit, O1 m2
01-16T15:00 value O1 professional 01-15T15:00 02-14T15:00 -> professional 1 01-15T15:00 02-14T15:00 worth 334000, 0 - 0 = -16000, - - - -
CN-2026-000001 INV-2026-000001 refund 16000 - 0 - 0 = 16000: credit m2 01-16T15:00 16000`);
    await returned(order_id, 70_000, 'chargeback', 'm1');
    await wrote(`
01-16T15:00 midtrans (chargeback) payment.returned O1 {"order_id":"O1","payment_reference":"m1","returned_idr":70000,"cause":"chargeback","moved_idr":70000} until 02-14T15:00
01-16T15:00 70000 from applied to returned, O1 m1
01-16T15:00 value O1 professional 01-15T15:00 02-14T15:00 -> professional 1 01-15T15:00 02-14T15:00 worth 264000, 0 - 0 = -70000, - - - -
CN-2026-000002 INV-2026-000001 chargeback 70000 - 0 - 0 = 70000: midtrans m1 01-16T15:00 70000
01-16T15:00 payment.needs_attention {"order_id":"O1","account_id":"A","reason":"midtrans returned IDR 70000 (chargeback). Decide with a refund of the order whether its plan is kept or undone."}
O1 upgrade attention - 216000 - 0, paid 220000 01-15T15:00 m2, settled 01-15T15:00, cancelled -: midtrans returned IDR 70000 (chargeback). Decide with a refund of the order whether its plan is kept or undone.`);
    // The credit that came with the payments is taken back, too.
    const voided = shop.billing.refunds.void(order_id, { plan: 'undo' }, CHANGE);
    await expect(voided).rejects.toThrow('has 2 payments. Choose one with --reference: "m1", "m2"');
    await shop.billing.refunds.void(order_id, { plan: 'undo', payment_reference: 'm1' }, CHANGE);
    await shop.billing.refunds.void(order_id, { payment_reference: 'm2' }, CHANGE);
    await wrote(`
01-16T15:00 operator ani (a test) order.voided O1 {"plan":"undo","payment_reference":"m1","moved_idr":200000} until 02-04T03:00
01-16T15:00 operator ani (The amount to pay was IDR 216000, but IDR 100000 was paid.) order.not_applied O1 {"paid_idr":100000,"paid_at":"01-15T15:00"}
01-16T15:00 operator ani (a test) order.voided O1 {"payment_reference":"m2","moved_idr":120000}
01-16T15:00 30000 from applied to customer, O1 m1
01-16T15:00 70000 from returned to customer, O1 m1
01-16T15:00 100000 from applied to held, O1 m2
01-16T15:00 100000 from held to customer, O1 m2
01-16T15:00 20000 from credit to customer, O1 m2
01-16T15:00 undo O1 professional 01-15T15:00 02-14T15:00 -> starter 1 01-05T03:00 02-04T03:00 worth 200000, 0 - 0 = 0, - - - -
CN-2026-000003 INV-2026-000001 void 130000 - 0 - 0 = 130000: midtrans m1 01-16T15:00 30000
01-16T15:00 payment.needs_attention {"order_id":"O1","account_id":"A","reason":"The amount to pay was IDR 216000, but IDR 100000 was paid."}
O1 upgrade pending - 216000 - 0, paid - - -, settled -, cancelled -: -`);
  });

  test('of a payment in another currency that is held and returned, and of an order that is withdrawn', async () => {
    account = await shop.account();
    await written();
    const foreign = await order({ plan: 'starter', months: 3 });
    await shop.pay({ order_id: foreign, payment_reference: 'usd', amount_idr: null });
    shop.pass(2);
    await shop.confirm(foreign, { amount_idr: 150_000, paid_at: new Date('2026-01-05T04:00:00Z') });
    await wrote(`
01-05T03:00 midtrans (-) payment.received O1 {"payment_reference":"usd","amount_idr":-,"paid_at":"01-05T03:00"}
01-05T03:00 midtrans (The amount to pay was IDR 498000, but another currency was paid.) order.not_applied O1 {"paid_idr":-,"paid_at":"01-05T03:00"}
01-07T03:00 operator ani (-) payment.valued O1 {"payment_reference":"usd","amount_idr":150000,"paid_at":"01-05T03:00"}
01-07T03:00 operator ani (The amount to pay was IDR 498000, but IDR 150000 was paid.) order.not_applied O1 {"paid_idr":150000,"paid_at":"01-05T03:00"}
01-05T03:00 150000 from customer to held, O1 usd
01-05T03:00 payment.needs_attention {"order_id":"O1","account_id":"A","reason":"The amount to pay was IDR 498000, but another currency was paid."}
01-07T03:00 payment.needs_attention {"order_id":"O1","account_id":"A","reason":"The amount to pay was IDR 498000, but IDR 150000 was paid."}
O1 purchase paid_not_applied - 498000 - 0, paid 150000 01-05T03:00 usd, settled 01-07T03:00, cancelled -: The amount to pay was IDR 498000, but IDR 150000 was paid.`);
    await shop.billing.refunds.refund(foreign, { amount_idr: 50_000 }, CHANGE);
    await returned(foreign, 150_000, 'void', 'usd');
    await wrote(`
01-07T03:00 operator ani (a test) order.refunded O1 {"amount_idr":50000,"moved_idr":50000}
01-07T03:00 midtrans (void) payment.returned O1 {"order_id":"O1","payment_reference":"usd","returned_idr":150000,"cause":"void","moved_idr":100000}
01-07T03:00 50000 from held to returned, O1 usd
01-07T03:00 100000 from held to customer, O1 usd
O1 purchase cancelled - 498000 - 0, paid 150000 01-05T03:00 usd, settled 01-07T03:00, cancelled 01-07T03:00: -`);
    const unpaid = await order(PROFESSIONAL);
    await shop.billing.refunds.cancel(unpaid, { actor: 'account', reason: null }, account);
    await wrote(`
01-07T03:00 account (-) order.cancelled O2 {"moved_idr":0}
O2 purchase cancelled - 350000 - 0, paid - - -, settled 01-07T03:00, cancelled 01-07T03:00: -`);
  });

  test('of offers, their renewal, and plans that the operator gives', async () => {
    account = await shop.account();
    await written();
    const { offers, refunds } = shop.billing;
    const { offer_id } = await offers.create(account, OFFER, true, new Date('2026-02-01T00:00:00Z'), CHANGE);
    await shop.confirm(await order({ offer_id }));
    shop.pass(1);
    const [next] = await offers.openTo(account);
    await shop.confirm(await order({ offer_id: next?.offer_id ?? '' }));
    const [first = '', second = ''] = orders;
    await refunds.refund(first, { plan: 'keep', amount_idr: 300_000 }, CHANGE);
    await wrote(`
01-05T03:00 operator ani (a test) offer.created - {"offer_id":"id","units":500,"requests_per_minute":90,"keys":4,"price_idr":1000000,"days":45,"is_recurring":true,"expires_at":"02-01T00:00"}
01-05T03:00 operator ani (-) payment.received O1 {"payment_reference":"confirmed by the operator","amount_idr":1000000,"paid_at":"01-05T03:00"}
01-05T03:00 operator ani (-) order.applied O1 {"paid_idr":1000000,"paid_at":"01-05T03:00"} until 02-19T03:00
01-06T03:00 operator ani (-) payment.received O2 {"payment_reference":"confirmed by the operator","amount_idr":1000000,"paid_at":"01-06T03:00"}
01-06T03:00 operator ani (-) order.applied O2 {"paid_idr":1000000,"paid_at":"01-06T03:00"} until 04-05T03:00
01-06T03:00 operator ani (a test) order.refunded O1 {"plan":"keep","amount_idr":300000,"moved_idr":300000} until 04-05T03:00
01-05T03:00 1000000 from customer to held, O1 confirmed by the operator
01-05T03:00 1000000 from held to applied, O1 confirmed by the operator
01-06T03:00 1000000 from customer to held, O2 confirmed by the operator
01-06T03:00 1000000 from held to applied, O2 confirmed by the operator
01-06T03:00 300000 from applied to returned, O1 confirmed by the operator
01-05T03:00 purchase O1 free 01-05T03:00 - -> custom - 01-05T03:00 02-19T03:00 worth 1000000, 1000000 - 0 = 1000000, 90 500 4 -
01-06T03:00 renewal O2 custom 01-05T03:00 02-19T03:00 -> custom - 01-05T03:00 04-05T03:00 worth 2000000, 1000000 - 0 = 1000000, 90 500 4 45
01-06T03:00 value O1 custom 01-05T03:00 04-05T03:00 -> custom - 01-05T03:00 04-05T03:00 worth 1700000, 0 - 0 = -300000, 90 500 4 45
INV-2026-000001 - - 1000000 - 0 - 0 = 1000000: manual - 01-05T03:00 1000000
INV-2026-000002 - - 1000000 - 0 - 0 = 1000000: manual - 01-06T03:00 1000000
CN-2026-000001 INV-2026-000001 refund 300000 - 0 - 0 = 300000: manual - 01-06T03:00 300000
01-05T03:00 payment.applied {"order_id":"O1","plan":"custom","period_end":"02-19T03:00","paid_idr":1000000}
01-06T03:00 payment.applied {"order_id":"O2","plan":"custom","period_end":"04-05T03:00","paid_idr":1000000}
O1 purchase applied - 1000000 - 0, paid 1000000 01-05T03:00 confirmed by the operator, settled 01-05T03:00, cancelled -: -
O2 renewal applied - 1000000 - 0, paid 1000000 01-06T03:00 confirmed by the operator, settled 01-06T03:00, cancelled -: -`);
    const { administration } = shop;
    await administration.grantDays(account, 3, CHANGE);
    await administration.assignPlan(account, { ...PROFESSIONAL, own_terms: null, paid_idr: 90_000 }, CHANGE);
    const refused = (reason: string) => ({
      code: 'order_not_refundable',
      message: `The order ${second} cannot be refunded: the subscription changed again at 2026-01-06T03:00:00.000Z (${reason}.`,
    });
    await expect(refunds.refund(second, { plan: 'undo' }, CHANGE)).rejects.toMatchObject(
      refused('grant). Keep the plan: --plan keep'),
    );
    const last = (await offers.openTo(account))[0]?.offer_id ?? '';
    await offers.withdraw(last, CHANGE);
    // The plan that the operator gave contains nothing of an order before it, so it stays worth 90,000.
    await shop.confirm(await order({ plan: 'advanced', months: 1 }));
    await administration.assignPlan(account, { ...PROFESSIONAL, own_terms: null, paid_idr: 90_000 }, CHANGE);
    await refunds.refund(orders[2] ?? '', { plan: 'keep', amount_idr: 1000 }, CHANGE);
    await wrote(`
01-06T03:00 operator ani (a test) account.days_granted - {"days":3,"period_end":"04-08T03:00"} until 04-08T03:00
01-06T03:00 operator ani (a test) account.plan_assigned - {"plan":"professional","months":1,"paid_idr":90000} until 02-05T03:00
01-06T03:00 operator ani (a test) offer.withdrawn - {"offer_id":"id"}
01-06T03:00 operator ani (-) payment.received O3 {"payment_reference":"confirmed by the operator","amount_idr":660000,"paid_at":"01-06T03:00"}
01-06T03:00 operator ani (-) order.applied O3 {"paid_idr":660000,"paid_at":"01-06T03:00"} until 2026-02-05T03:00:00.001Z
01-06T03:00 operator ani (a test) account.plan_assigned - {"plan":"professional","months":1,"paid_idr":90000} until 2026-02-05T03:00:00.002Z
01-06T03:00 operator ani (a test) order.refunded O3 {"plan":"keep","amount_idr":1000,"moved_idr":1000}
01-06T03:00 90000 from customer to applied, - -
01-06T03:00 660000 from customer to held, O3 confirmed by the operator
01-06T03:00 660000 from held to applied, O3 confirmed by the operator
01-06T03:00 1000 from applied to returned, O3 confirmed by the operator
01-06T03:00 grant - custom 01-05T03:00 04-05T03:00 -> custom - 01-05T03:00 04-08T03:00 worth 1700000, 0 - 0 = 0, 90 500 4 45
01-06T03:00 assignment - custom 01-05T03:00 04-08T03:00 -> professional 1 01-06T03:00 02-05T03:00 worth 90000, 90000 - 0 = 90000, - - - -
01-06T03:00 upgrade O3 professional 01-06T03:00 02-05T03:00 -> advanced 1 2026-01-06T03:00:00.001Z 2026-02-05T03:00:00.001Z worth 750000, 750000 - 90000 = 660000, - - - -
01-06T03:00 assignment - advanced 2026-01-06T03:00:00.001Z 2026-02-05T03:00:00.001Z -> professional 1 2026-01-06T03:00:00.002Z 2026-02-05T03:00:00.002Z worth 90000, 90000 - 0 = 90000, - - - -
INV-2026-000003 - - 750000 - 90000 - 0 = 660000: manual - 01-06T03:00 660000
CN-2026-000002 INV-2026-000003 refund 1000 - 0 - 0 = 1000: manual - 01-06T03:00 1000
01-06T03:00 payment.applied {"order_id":"O3","plan":"advanced","period_end":"2026-02-05T03:00:00.001Z","paid_idr":660000}
O3 upgrade applied - 660000 - 0, paid 660000 01-06T03:00 confirmed by the operator, settled 01-06T03:00, cancelled -: -`);
  });
});
