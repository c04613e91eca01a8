import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { openStores } from '../../src/server/stores.ts';
import { configOf, SetClock } from '../support/alir.ts';
import { Session } from '../support/cli-session.ts';
import { test } from '../support/fixtures.ts';

const SELLER = {
  ALIR_SELLER_NAME: 'PT Data Contoh',
  ALIR_SELLER_ADDRESS: 'Jl. Contoh 1, Jakarta 10110',
  ALIR_SELLER_TAX_ID: '01.234.567.8-901.000',
  ALIR_TAX_RATE: '11',
};

test('an operator makes offers, decides on orders, and prints invoices', async ({
  data_dir,
  folder: cwd,
}) => {
  const alir = new Session({ data_dir, cwd, env: SELLER, now: new Date('2026-02-02T12:00:00Z') });
  const offers = `
$ plan list
PLAN  MONTHS  DAYS  PRICE
starter  1  30  IDR 200,000
starter  3  90  IDR 498,000
starter  6  180  IDR 996,000
professional  1  30  IDR 350,000
professional  3  90  IDR 872,000
professional  6  180  IDR 1,743,000
advanced  1  30  IDR 750,000
advanced  3  90  IDR 1,868,000
advanced  6  180  IDR 3,735,000
$ account create --email a@example.com --plan free
account  ID1
plan  free
API key  KEY2
MCP key  KEY3
! Store the keys now: Alir stores only their hashes and cannot show them again.
$ account billing a@example.com --name '=1+1' --address 'Jl. A' --tax-id 09
name  =1+1
address  Jl. A
tax id  09
$ account billing a@example.com --address ''
name  =1+1
address  -
tax id  09
$ account billing a@example.com --json
{"account_id":"ID1","name":"=1+1","address":null,"tax_id":"09"}
$ offer create --account a@example.com --units 5000 --requests-per-minute 60 --keys 4 --price 10000 --days 45 --recurring --until 2026-03-01T00:00Z
Offer ID4 to account ID1: 5,000 units per cycle, 60 requests per minute, 4 keys, 45 days for IDR 10,000, recurring.
$ offer create --account a@example.com --units 1000 --requests-per-minute 2 --keys 3 --price 4 --days 5 --json
{"offer_id":"ID5","account_id":"ID1","series":null,"units":1000,"requests_per_minute":2,"keys":3,"price_idr":4,"days":5,"created_at":"2026-02-02T12:06:00.000Z","taken_by":null,"withdrawn_at":null,"expires_at":null}
`;
  expect(await alir.replay(offers)).toBe(offers);
  const order = async (purchase: object, time: string) => {
    const { billing, ledger } = await openStores(configOf(data_dir), new SetClock(time));
    await billing.orders.create(alir.value(1), purchase as never, {
      idempotency_key: time,
      accepted_forfeit_idr: 0,
    });
    await ledger.close();
  };
  await order({ plan: 'starter', months: 3 }, '2026-02-02T12:07:00Z');
  await order({ offer_id: alir.value(4) }, '2026-02-02T12:08:00Z');
  const orders = `
$ order list --waiting --json
{"account_id":"ID1","order_id":"ID6","kind":"purchase","plan":"starter","months":3,"offer_id":null,"price_idr":498000,"credit_idr":0,"charge_idr":498000,"balance_idr":0,"state":"pending","reason":null,"provider":"manual","payment_url":null,"payment_reference":null,"created_at":"2026-02-02T12:07:00.000Z","expires_at":"2026-02-03T12:07:00.000Z","paid_at":null,"paid_idr":null,"cancelled_at":null,"settled_at":null,"plan_effect":null,"due_idr":498000,"payments":0,"held_idr":0,"attention":null}
{"account_id":"ID1","order_id":"ID7","kind":"purchase","plan":"custom","months":null,"offer_id":"ID4","price_idr":10000,"credit_idr":0,"charge_idr":10000,"balance_idr":0,"state":"pending","reason":null,"provider":"manual","payment_url":null,"payment_reference":null,"created_at":"2026-02-02T12:08:00.000Z","expires_at":"2026-02-03T12:08:00.000Z","paid_at":null,"paid_idr":null,"cancelled_at":null,"settled_at":null,"plan_effect":null,"due_idr":10000,"payments":0,"held_idr":0,"attention":null}
$ order list
ORDER  ACCOUNT  KIND  PLAN  TO PAY  HELD  STATE  CREATED  WHY
ID7  ID1  purchase  custom  IDR 10,000  IDR 0  pending  2026-02-02T12:08:00.000Z  -
ID6  ID1  purchase  starter, 3 x 30 days  IDR 498,000  IDR 0  pending  2026-02-02T12:07:00.000Z  -
$ order confirm ID7 --amount 12000 --paid-at 2026-02-02T12:08:30Z --reference T1
account_id  ID1
order_id  ID7
kind  purchase
plan  custom
offer_id  ID4
price_idr  10000
credit_idr  0
charge_idr  10000
balance_idr  0
state  paid_not_applied
reason  The amount to pay was IDR 10000, but IDR 12000 was paid.
provider  manual
payment_reference  T1
created_at  2026-02-02T12:08:00.000Z
expires_at  2026-02-03T12:08:00.000Z
paid_at  2026-02-02T12:08:30.000Z
paid_idr  12000
settled_at  2026-02-02T12:09:00.000Z
due_idr  10000
payment  manual T1 12000 2026-02-02T12:08:30.000Z
held  IDR 12,000
! The payment is recorded, but the order is not applied: The amount to pay was IDR 10000, but IDR 12000 was paid. To apply the order, run: alir order confirm ID7 (add --accept if the payment was late or had a different amount). If you return the payment, run: alir order refund ID7 --reason TEXT
exit 1
$ order list --waiting
ORDER  ACCOUNT  KIND  PLAN  TO PAY  HELD  STATE  CREATED  WHY
ID6  ID1  purchase  starter, 3 x 30 days  IDR 498,000  IDR 0  pending  2026-02-02T12:07:00.000Z  -
ID7  ID1  purchase  custom  IDR 10,000  IDR 12,000  paid_not_applied  2026-02-02T12:08:00.000Z  The amount to pay was IDR 10000, but IDR 12000 was paid.
$ order confirm ID7 --accept --excess return --json
{"account_id":"ID1","order_id":"ID7","kind":"purchase","plan":"custom","months":null,"offer_id":"ID4","price_idr":10000,"credit_idr":0,"charge_idr":10000,"balance_idr":0,"state":"applied","reason":null,"provider":"manual","payment_url":null,"payment_reference":"T1","created_at":"2026-02-02T12:08:00.000Z","expires_at":"2026-02-03T12:08:00.000Z","paid_at":"2026-02-02T12:08:30.000Z","paid_idr":12000,"cancelled_at":null,"settled_at":"2026-02-02T12:11:00.000Z","plan_effect":null,"due_idr":10000,"attention":null,"money":{"held":2000,"applied":10000,"returned":0},"payments":[{"provider":"manual","payment_reference":"T1","paid_idr":12000,"paid_at":"2026-02-02T12:08:30.000Z"}]}
$ order confirm ID7
! alir: The order ID7 is applied, so it cannot be confirmed. To see it, run: alir order show ID7
exit 1
$ order refund ID7 --plan keep --amount 50 --reason slow --json
{"account_id":"ID1","order_id":"ID7","kind":"purchase","plan":"custom","months":null,"offer_id":"ID4","price_idr":10000,"credit_idr":0,"charge_idr":10000,"balance_idr":0,"state":"applied","reason":null,"provider":"manual","payment_url":null,"payment_reference":"T1","created_at":"2026-02-02T12:08:00.000Z","expires_at":"2026-02-03T12:08:00.000Z","paid_at":"2026-02-02T12:08:30.000Z","paid_idr":12000,"cancelled_at":null,"settled_at":"2026-02-02T12:11:00.000Z","plan_effect":null,"due_idr":10000,"attention":null,"money":{"held":2000,"applied":9950,"returned":50},"payments":[{"provider":"manual","payment_reference":"T1","paid_idr":12000,"paid_at":"2026-02-02T12:08:30.000Z"}]}
$ order refund ID7 --plan keep --amount 60 --as-credit --reason slow
account_id  ID1
order_id  ID7
kind  purchase
plan  custom
offer_id  ID4
price_idr  10000
credit_idr  0
charge_idr  10000
balance_idr  0
state  applied
provider  manual
payment_reference  T1
created_at  2026-02-02T12:08:00.000Z
expires_at  2026-02-03T12:08:00.000Z
paid_at  2026-02-02T12:08:30.000Z
paid_idr  12000
settled_at  2026-02-02T12:11:00.000Z
due_idr  10000
payment  manual T1 12000 2026-02-02T12:08:30.000Z
held  IDR 2,000
applied  IDR 9,890
returned  IDR 50
$ order confirm ID6 --amount 497940 --reference T2 --json
{"account_id":"ID1","order_id":"ID6","kind":"purchase","plan":"starter","months":3,"offer_id":null,"price_idr":498000,"credit_idr":0,"charge_idr":498000,"balance_idr":0,"state":"paid_not_applied","reason":"The amount to pay was IDR 498000, but IDR 497940 was paid.","provider":"manual","payment_url":null,"payment_reference":"T2","created_at":"2026-02-02T12:07:00.000Z","expires_at":"2026-02-03T12:07:00.000Z","paid_at":"2026-02-02T12:15:00.000Z","paid_idr":497940,"cancelled_at":null,"settled_at":"2026-02-02T12:15:00.000Z","plan_effect":null,"due_idr":498000,"attention":null,"money":{"held":497940,"applied":0,"returned":0},"payments":[{"provider":"manual","payment_reference":"T2","paid_idr":497940,"paid_at":"2026-02-02T12:15:00.000Z"}]}
! The payment is recorded, but the order is not applied: The amount to pay was IDR 498000, but IDR 497940 was paid. To apply the order, run: alir order confirm ID6 (add --accept if the payment was late or had a different amount). If you return the payment, run: alir order refund ID6 --reason TEXT
exit 1
$ order confirm ID6 --amount 7 --reference T3 --json
{"account_id":"ID1","order_id":"ID6","kind":"purchase","plan":"starter","months":3,"offer_id":null,"price_idr":498000,"credit_idr":0,"charge_idr":498000,"balance_idr":0,"state":"paid_not_applied","reason":"The amount to pay was IDR 498000, but IDR 497947 was paid.","provider":"manual","payment_url":null,"payment_reference":"T3","created_at":"2026-02-02T12:07:00.000Z","expires_at":"2026-02-03T12:07:00.000Z","paid_at":"2026-02-02T12:16:00.000Z","paid_idr":497947,"cancelled_at":null,"settled_at":"2026-02-02T12:16:00.000Z","plan_effect":null,"due_idr":498000,"attention":null,"money":{"held":497947,"applied":0,"returned":0},"payments":[{"provider":"manual","payment_reference":"T2","paid_idr":497940,"paid_at":"2026-02-02T12:15:00.000Z"},{"provider":"manual","payment_reference":"T3","paid_idr":7,"paid_at":"2026-02-02T12:16:00.000Z"}]}
! The payment is recorded, but the order is not applied: The amount to pay was IDR 498000, but IDR 497947 was paid. To apply the order, run: alir order confirm ID6 (add --accept if the payment was late or had a different amount). If you return the payment, run: alir order refund ID6 --reason TEXT
exit 1
$ order list
ORDER  ACCOUNT  KIND  PLAN  TO PAY  HELD  STATE  CREATED  WHY
ID7  ID1  purchase  custom  IDR 10,000  IDR 2,000  applied  2026-02-02T12:08:00.000Z  -
ID6  ID1  purchase  starter, 3 x 30 days  IDR 498,000  IDR 497,947  paid_not_applied, 2 payments  2026-02-02T12:07:00.000Z  The amount to pay was IDR 498000, but IDR 497947 was paid.
$ order refund ID6 --reference T3 --reason twice --json
{"account_id":"ID1","order_id":"ID6","kind":"purchase","plan":"starter","months":3,"offer_id":null,"price_idr":498000,"credit_idr":0,"charge_idr":498000,"balance_idr":0,"state":"paid_not_applied","reason":"The amount to pay was IDR 498000, but IDR 497947 was paid.","provider":"manual","payment_url":null,"payment_reference":"T3","created_at":"2026-02-02T12:07:00.000Z","expires_at":"2026-02-03T12:07:00.000Z","paid_at":"2026-02-02T12:16:00.000Z","paid_idr":497947,"cancelled_at":null,"settled_at":"2026-02-02T12:16:00.000Z","plan_effect":null,"due_idr":498000,"attention":null,"money":{"held":497940,"applied":0,"returned":7},"payments":[{"provider":"manual","payment_reference":"T2","paid_idr":497940,"paid_at":"2026-02-02T12:15:00.000Z"},{"provider":"manual","payment_reference":"T3","paid_idr":7,"paid_at":"2026-02-02T12:16:00.000Z"}]}
$ order void ID6 --plan undo --reason 'no such transfer' --json
{"account_id":"ID1","order_id":"ID6","kind":"purchase","plan":"starter","months":3,"offer_id":null,"price_idr":498000,"credit_idr":0,"charge_idr":498000,"balance_idr":0,"state":"cancelled","reason":null,"provider":"manual","payment_url":null,"payment_reference":"T3","created_at":"2026-02-02T12:07:00.000Z","expires_at":"2026-02-03T12:07:00.000Z","paid_at":"2026-02-02T12:16:00.000Z","paid_idr":497947,"cancelled_at":"2026-02-02T12:19:00.000Z","settled_at":"2026-02-02T12:19:00.000Z","plan_effect":null,"due_idr":498000,"attention":null,"money":{"held":0,"applied":0,"returned":7},"payments":[{"provider":"manual","payment_reference":"T2","paid_idr":497940,"paid_at":"2026-02-02T12:15:00.000Z"},{"provider":"manual","payment_reference":"T3","paid_idr":7,"paid_at":"2026-02-02T12:16:00.000Z"}]}
$ order cancel ID6 --reason 'by mail'
! alir: The order ID6 is cancelled, so it cannot be cancelled. To see it, run: alir order show ID6
exit 1
$ order show ID6
account_id  ID1
order_id  ID6
kind  purchase
plan  starter
months  3
price_idr  498000
credit_idr  0
charge_idr  498000
balance_idr  0
state  cancelled
provider  manual
payment_reference  T3
created_at  2026-02-02T12:07:00.000Z
expires_at  2026-02-03T12:07:00.000Z
paid_at  2026-02-02T12:16:00.000Z
paid_idr  497947
cancelled_at  2026-02-02T12:19:00.000Z
settled_at  2026-02-02T12:19:00.000Z
due_idr  498000
payment  manual T2 497940 2026-02-02T12:15:00.000Z
payment  manual T3 7 2026-02-02T12:16:00.000Z
returned  IDR 7
$ offer withdraw ID5 --reason 'wrong price'
Offer ID5 was withdrawn at 2026-02-02T12:22:00.000Z.
$ offer list
OFFER  ACCOUNT  WHAT  UNTIL  ORDER
ID4  ID1  5,000 units per cycle, 60 requests per minute, 4 keys, 45 days for IDR 10,000, recurring  2026-03-01T00:00:00.000Z  ID7
ID5  ID1  1,000 units per cycle, 2 requests per minute, 3 keys, 5 days for IDR 4, once  withdrawn  -
ID8  ID1  5,000 units per cycle, 60 requests per minute, 4 keys, 45 days for IDR 10,000, recurring  -  -
$ invoice list
NUMBER  KIND  ISSUED  ACCOUNT  E-MAIL  NAME  TAX NUMBER  ORDER  OF INVOICE  DESCRIPTION  TOTAL  TAX %  TAX BASE  TAX
INV-2026-000001  invoice  2026-02-02  ID1  a@example.com  =1+1  09  ID7  -  Private offer, 45 days  10000  11  9009  991
CN-2026-000001  credit_note  2026-02-02  ID1  a@example.com  =1+1  09  ID7  INV-2026-000001  Private offer, 45 days  50  11  45  5
CN-2026-000002  credit_note  2026-02-02  ID1  a@example.com  =1+1  09  ID7  INV-2026-000001  Private offer, 45 days  60  11  54  6
$ invoice list --format csv --from 2026-02-02 --to 2026-02-02
number,kind,issued_on,account_id,buyer_email,buyer_name,buyer_tax_id,order_id,invoice_number,description,total_idr,tax_rate_percent,tax_base_idr,tax_idr
INV-2026-000001,invoice,2026-02-02,ID1,a@example.com,'=1+1,09,ID7,,"Private offer, 45 days",10000,11,9009,991
CN-2026-000001,credit_note,2026-02-02,ID1,a@example.com,'=1+1,09,ID7,INV-2026-000001,"Private offer, 45 days",50,11,45,5
CN-2026-000002,credit_note,2026-02-02,ID1,a@example.com,'=1+1,09,ID7,INV-2026-000001,"Private offer, 45 days",60,11,54,6
$ invoice list --from 2026-02-03 --json
$ invoice list --account none
! alir: There is no account none. To see the ids and e-mail addresses, run: alir account list
exit 1
$ invoice list --account ID1 --json
{"number":"INV-2026-000001","kind":"invoice","issued_on":"2026-02-02","issued_at":"2026-02-02T12:11:00.000Z","account_id":"ID1","buyer_email":"a@example.com","buyer_name":"=1+1","buyer_tax_id":"09","order_id":"ID7","invoice_number":null,"description":"Private offer, 45 days","total_idr":10000,"tax_rate_percent":11,"tax_base_idr":9009,"tax_idr":991}
{"number":"CN-2026-000001","kind":"credit_note","issued_on":"2026-02-02","issued_at":"2026-02-02T12:13:00.000Z","account_id":"ID1","buyer_email":"a@example.com","buyer_name":"=1+1","buyer_tax_id":"09","order_id":"ID7","invoice_number":"INV-2026-000001","description":"Private offer, 45 days","total_idr":50,"tax_rate_percent":11,"tax_base_idr":45,"tax_idr":5}
{"number":"CN-2026-000002","kind":"credit_note","issued_on":"2026-02-02","issued_at":"2026-02-02T12:14:00.000Z","account_id":"ID1","buyer_email":"a@example.com","buyer_name":"=1+1","buyer_tax_id":"09","order_id":"ID7","invoice_number":"INV-2026-000001","description":"Private offer, 45 days","total_idr":60,"tax_rate_percent":11,"tax_base_idr":54,"tax_idr":6}
$ invoice show INV-2026-000001 --lang id
Faktur dan kuitansi INV-2026-000001
Diterbitkan: 2 Februari 2026
Pesanan: ID7
Pembeli: =1+1, a@example.com, 09
Private offer, 45 days: Rp10.000
Total dibayar: Rp10.000
PPN 11%: Rp991
Pembayaran: Rp10.000, Transfer bank atau pembayaran lain, T1, 2026-02-02T12:08:30.000Z
$ invoice show CN-2026-000001
Credit note CN-2026-000001
Issued: 2 February 2026
Order: ID7
For invoice: INV-2026-000001
Buyer: =1+1, a@example.com, 09
Private offer, 45 days: Rp50
Total credited: Rp50
PPN 11%: Rp5
Returned: Rp50, Bank transfer or other payment, T1, 2026-02-02T12:13:00.000Z
$ invoice show INV-2026-000001 --html HERE/a.html --lang id
Wrote INV-2026-000001 to HERE/a.html.
$ invoice show INV-2026-000001 --html HERE/a.html
! alir: HERE/a.html already exists. Choose another file.
exit 1
$ invoice show INV-2026-000001 --html HERE/none/a.html
! alir: HERE/none/a.html cannot be written (ENOENT). Check the path and its permissions.
exit 2
$ invoice show INV-2020-000001
! alir: There is no invoice with the number INV-2020-000001. GET /billing/invoices and "alir invoice list" show the numbers.
exit 1
$ revenue
MONTH  PLAN  METHOD  PAYMENTS IDR  VOIDED IDR  RETURNED IDR  APPLIED IDR  CREDIT IDR  HELD IDR
2026-02  custom  manual  12000  0  50  9890  60  2000
2026-02  starter  manual  497947  497940  7  0  0  0
total  509947  497940  57  9890  60  2000
$ account export a@example.com --out HERE/a.json
Wrote the account ID1 to HERE/a.json.
$ account delete a@example.com --reason asked
account  ID1
e-mail  a@example.com
revoked keys  2
deleted webhooks  0
removed people  0
cancelled orders  0
orders to decide  0
held  IDR 2000
credit  IDR 60
kept invoices  3
! Nothing was deleted. A deletion cannot be undone; to delete the account, add --yes.
exit 1
$ account delete a@example.com --reason asked --yes
! alir: The account cannot be deleted yet: it has IDR 2000 held, IDR 60 of credit. Settle this first (alir order list --waiting, alir order refund), or delete it all the same with --forfeit, in a request with "forfeit": true.
exit 1
$ account delete a@example.com --reason asked --yes --forfeit --json
{"deleted":true,"account_id":"ID1","email":"a@example.com","live_keys":2,"webhooks":0,"people":0,"open_orders":0,"undecided_orders":0,"held_idr":2000,"credit_idr":60,"invoices":3}
`;
  expect(await alir.replay(orders)).toBe(orders);
  expect(await readFile(join(cwd, 'a.html'), 'utf8')).toContain('Faktur dan kuitansi');
  expect(JSON.parse(await readFile(join(cwd, 'a.json'), 'utf8'))).toMatchObject({
    account: { account_id: alir.value(1), email: 'a@example.com' },
  });
  // Only its owner can read a new file with personal data.
  for (const name of ['a.html', 'a.json'])
    expect((await stat(join(cwd, name))).mode & 0o777, name).toBe(0o600);
});
