import { presentOrder } from '../api/endpoints/billing-schemas.ts';
import type { Change } from '../commerce/accounts/audit-log.ts';
import type { Offer, OfferTerms } from '../commerce/billing/offers.ts';
import type { Order } from '../commerce/billing/order.ts';
import type { Billing } from '../commerce/billing/orders.ts';
import type { Confirmation } from '../commerce/billing/payments.ts';
import { type Prices, publicProducts } from '../commerce/billing/prices.ts';
import type { PlanDecision, RefundRequest } from '../commerce/billing/refunds.ts';
import { list, type Output } from './output.ts';

interface Listing {
  readonly json: boolean;
}

export function listPlans(prices: Prices, output: Output, options: Listing): void {
  const products = publicProducts(prices).map(({ plan, months, days, price_idr }) => ({
    plan,
    months,
    days,
    price_idr,
  }));
  list(
    output,
    options,
    ['PLAN', 'MONTHS', 'DAYS', 'PRICE'],
    products,
    ({ plan, months, days, price_idr }) => [plan, String(months), String(days), rupiah(price_idr)],
  );
}

export async function createOffer(
  { offers }: Billing,
  output: Output,
  {
    account,
    recurring,
    until,
    actor,
    ...terms
  }: OfferTerms & { account: string; recurring: boolean; until: Date | null; actor: string },
): Promise<void> {
  const offer = await offers.create(account, terms, recurring, until, { actor, reason: null });
  output.record(offer, `Offer ${offer.offer_id} to account ${account}: ${described(offer)}.`);
}

export async function listOffers({ offers }: Billing, output: Output, options: Listing): Promise<void> {
  list(output, options, ['OFFER', 'ACCOUNT', 'WHAT', 'UNTIL', 'ORDER'], await offers.all(), (offer) => [
    offer.offer_id,
    offer.account_id,
    described(offer),
    offer.withdrawn_at === null ? (offer.expires_at ?? '-') : 'withdrawn',
    offer.taken_by ?? '-',
  ]);
}

/** Withdraws an offer that was not accepted. */
export async function withdrawOffer(
  { offers }: Billing,
  output: Output,
  { offer_id, ...change }: Change & { offer_id: string },
): Promise<void> {
  const offer = await offers.withdraw(offer_id, change);
  output.record(offer, `Offer ${offer.offer_id} was withdrawn at ${offer.withdrawn_at}.`);
}

export async function listOrders(
  { orders, payments, refunds, clock }: Billing,
  output: Output,
  options: Listing & { waiting: boolean },
): Promise<void> {
  const now = clock.now();
  const listed = options.waiting ? await orders.waiting() : await orders.all();
  const rows = await Promise.all(
    listed.map(async (order) => ({
      account_id: order.account_id,
      ...presentOrder(order, now),
      payments: (await payments.of(order.order_id)).length,
      held_idr: (await refunds.moneyOf(order.order_id)).held,
      attention: order.attention,
    })),
  );
  const headings = ['ORDER', 'ACCOUNT', 'KIND', 'PLAN', 'TO PAY', 'HELD', 'STATE', 'CREATED', 'WHY'];
  list(output, options, headings, rows, (order) => [
    order.order_id,
    order.account_id,
    order.kind,
    order.months === null ? order.plan : `${order.plan}, ${order.months} x 30 days`,
    rupiah(order.due_idr),
    rupiah(order.held_idr),
    order.payments > 1 ? `${order.state}, ${order.payments} payments` : order.state,
    order.created_at,
    order.attention ?? order.reason ?? '-',
  ]);
}

export async function showOrder(billing: Billing, output: Output, order_id: string): Promise<void> {
  await printOrder(billing, output, await billing.orders.find(order_id));
}

/** @returns false if the payment is recorded but the order cannot be applied */
export async function confirmOrder(
  billing: Billing,
  output: Output,
  { order_id, actor, ...confirmation }: Confirmation & { order_id: string; actor: string },
): Promise<boolean> {
  const order = await billing.payments.confirm(order_id, confirmation, actor);
  await printOrder(billing, output, order);
  if (order.state === 'applied') return true;
  output.notice(
    `The payment is recorded, but the order is not applied: ${order.reason} To apply the order, run: alir order confirm ${order.order_id} (add --accept if the payment was late or had a different amount). If you return the payment, run: alir order refund ${order.order_id} --reason TEXT`,
  );
  return false;
}

export async function cancelOrder(
  billing: Billing,
  output: Output,
  { order_id, ...change }: Change & { order_id: string },
): Promise<void> {
  await printOrder(billing, output, await billing.refunds.cancel(order_id, change));
}

export async function refundOrder(
  billing: Billing,
  output: Output,
  { order_id, actor, reason, ...request }: RefundRequest & Change & { order_id: string },
): Promise<void> {
  await printOrder(billing, output, await billing.refunds.refund(order_id, request, { actor, reason }));
}

export async function voidOrder(
  billing: Billing,
  output: Output,
  { order_id, plan, ...change }: Change & { order_id: string; plan: PlanDecision | undefined },
): Promise<void> {
  await printOrder(billing, output, await billing.refunds.void(order_id, plan, change));
}

/** Prints an order with its payments, and where their money is. */
async function printOrder(
  { payments, refunds, clock }: Billing,
  output: Output,
  order: Order,
): Promise<void> {
  const { order_id, account_id, attention } = order;
  const fields = { account_id, ...presentOrder(order, clock.now()), attention };
  const money = await refunds.moneyOf(order_id);
  const paid = await payments.of(order_id);
  const lines = [
    ...Object.entries(fields).filter(([, value]) => value !== null),
    ...paid.map((payment) => ['payment', Object.values(payment).join(' ')]),
    ...Object.entries(money)
      .filter(([, amount]) => amount > 0)
      .map(([place, amount]) => [place, rupiah(amount)]),
  ];
  const text = lines.map(([name, value]) => `${String(name).padEnd(20)} ${value}`).join('\n');
  output.record({ ...fields, money, payments: paid }, text);
}

function described({ units, requests_per_minute, keys, price_idr, days, series }: Offer): string {
  const often = series === null ? 'once' : 'recurring';
  return `${units.toLocaleString('en')} units per cycle, ${requests_per_minute} requests per minute, ${keys} keys, ${days} days for ${rupiah(price_idr)}, ${often}`;
}

/** `IDR 200,000` */
function rupiah(amount: number): string {
  return `IDR ${amount.toLocaleString('en')}`;
}
