import { type PresentedOrder, presentOrder } from '../api/endpoints/billing-schemas.ts';
import type { Offer, OfferTerms } from '../commerce/billing/offers.ts';
import type { PaidAmount } from '../commerce/billing/order.ts';
import type { Billing } from '../commerce/billing/orders.ts';
import { type Prices, publicProducts } from '../commerce/billing/prices.ts';
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
  { account, recurring, ...terms }: OfferTerms & { account: string; recurring: boolean },
): Promise<void> {
  const offer = await offers.create(account, terms, recurring);
  output.record(offer, `Offer ${offer.offer_id} to account ${account}: ${described(offer)}.`);
}

export async function listOffers({ offers }: Billing, output: Output, options: Listing): Promise<void> {
  list(output, options, ['OFFER', 'ACCOUNT', 'WHAT', 'ORDER'], await offers.all(), (offer) => [
    offer.offer_id,
    offer.account_id,
    described(offer),
    offer.taken_by ?? '-',
  ]);
}

export async function listOrders(
  { orders, clock }: Billing,
  output: Output,
  options: Listing,
): Promise<void> {
  const now = clock.now();
  const rows = await Promise.all(
    (await orders.all()).map(async (order) => ({
      account_id: order.account_id,
      ...presentOrder(order, now),
      payments: (await orders.payments(order.order_id)).length,
    })),
  );
  list(output, options, ['ORDER', 'ACCOUNT', 'KIND', 'PLAN', 'TO PAY', 'STATE', 'CREATED'], rows, (order) => [
    order.order_id,
    order.account_id,
    order.kind,
    order.months === null ? order.plan : `${order.plan}, ${order.months} x 30 days`,
    rupiah(order.charge_idr),
    order.payments > 1 ? `${order.state}, ${order.payments} payments` : order.state,
    order.created_at,
  ]);
}

export async function showOrder({ orders, clock }: Billing, output: Output, order_id: string): Promise<void> {
  const order = await orders.find(order_id);
  printOrder(output, {
    account_id: order.account_id,
    ...presentOrder(order, clock.now()),
    payments: await orders.payments(order_id),
  });
}

/** @returns false if the payment is recorded but the order cannot be applied */
export async function confirmOrder(
  { orders, clock }: Billing,
  output: Output,
  order_id: string,
  isAccepted: boolean,
): Promise<boolean> {
  const order = await orders.confirm(order_id, isAccepted);
  printOrder(output, presentOrder(order, clock.now()));
  if (order.state === 'applied') return true;
  output.notice(
    `The payment is recorded, but the order is not applied: ${order.reason} To apply the order, run: alir order confirm ${order.order_id} (add --accept if the payment was late or had a different amount). If you refund the payment, run: alir order cancel ${order.order_id}`,
  );
  return false;
}

export async function cancelOrder(
  { orders, clock }: Billing,
  output: Output,
  order_id: string,
): Promise<void> {
  printOrder(output, presentOrder(await orders.cancel(order_id), clock.now()));
}

function printOrder(
  output: Output,
  order: PresentedOrder & { readonly account_id?: string; readonly payments?: readonly PaidAmount[] },
): void {
  const { payments = [], ...fields } = order;
  const lines = Object.entries(fields).filter(([, value]) => value !== null);
  const paid = payments.map((payment) => ['payment', Object.values(payment).join(' ')]);
  const text = [...lines, ...paid].map(([name, value]) => `${String(name).padEnd(18)} ${value}`).join('\n');
  output.record(order, text);
}

function described({ units, requests_per_minute, keys, price_idr, days, series }: Offer): string {
  const often = series === null ? 'once' : 'recurring';
  return `${units.toLocaleString('en')} units per cycle, ${requests_per_minute} requests per minute, ${keys} keys, ${days} days for ${rupiah(price_idr)}, ${often}`;
}

/** `IDR 200,000` */
function rupiah(amount: number): string {
  return `IDR ${amount.toLocaleString('en')}`;
}
