import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { PlanMonths } from '../../core/commerce-terms.ts';
import { AlirError } from '../../core/errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Account, Accounts } from '../accounts/accounts.ts';
import { changeSubscription } from '../accounts/subscriptions.ts';
import { type Offer, Offers, productOf } from './offers.ts';
import {
  conflictWithAccount,
  creditedPeriod,
  LOCKED_MS,
  type Order,
  type PaidAmount,
  paymentProblem,
} from './order.ts';
import type { Payment, PaymentNotification, PaymentProvider } from './payment-provider.ts';
import { isPublicPlan, type Prices, type PublicPlan, publicProduct } from './prices.ts';
import { unknownOrder } from './provider-api.ts';
import type { BoughtPeriod, Product } from './quote.ts';
import { type Quote, quote } from './quote.ts';

/** Maximum pending orders of one account. */
const MAX_OPEN_ORDERS = 20;

/** What a customer buys: a public plan, or an offer. */
export type Purchase =
  | { readonly plan: PublicPlan; readonly months: PlanMonths }
  | { readonly offer_id: string };

/** What is sold, to whom, and how it is paid. */
export interface Billing {
  readonly orders: Orders;
  readonly offers: Offers;
  readonly prices: Prices;
  readonly provider: PaymentProvider;
  readonly clock: Clock;
}

export function billingOf(services: Omit<OrderServices, 'offers'>): Billing {
  const { ledger, accounts, prices, provider, clock } = services;
  const offers = new Offers(ledger, accounts, clock);
  return { orders: new Orders({ ...services, offers }), offers, prices, provider, clock };
}

interface OrderServices {
  readonly ledger: Ledger;
  readonly accounts: Accounts;
  readonly offers: Offers;
  readonly prices: Prices;
  readonly provider: PaymentProvider;
  readonly clock: Clock;
}

/**
 * Orders, from the quote to the new subscription. A payment is recorded as soon as it is known and applied in a second transaction, so a
 * crash between the two neither loses it nor applies it twice.
 */
class Orders {
  readonly #services: OrderServices;
  /** Running requests to the provider, by order, so that each order is requested once. */
  readonly #asking = new Map<string, Promise<Order>>();

  constructor(services: OrderServices) {
    this.#services = services;
  }

  /** @throws AlirError `unknown_offer`, `downgrade_refused`, `renewal_too_long` */
  async quote(account_id: string, purchase: Purchase): Promise<Quote> {
    const account = await this.#services.accounts.withId(account_id);
    return quote(periodOf(account), await this.#product(account_id, purchase), this.#services.clock.now());
  }

  /**
   * Locks the price and requests a checkout from the provider. An order that credit covers is applied immediately.
   * @param idempotency_key a repeated key returns the same order
   * @throws AlirError as quote, and `idempotency_conflict`, `payment_unavailable`
   */
  async create(account_id: string, purchase: Purchase, idempotency_key: string | null): Promise<Order> {
    const order = await this.#services.ledger.transaction(
      async () =>
        (await this.#repeated(account_id, purchase, idempotency_key)) ??
        (await this.#add(account_id, purchase, idempotency_key)),
    );
    const isExpired = order.expires_at <= this.#services.clock.now().toISOString();
    if (order.state !== 'pending' || order.payment_url !== null || isExpired) return order;
    if (order.charge_idr === 0) {
      return await this.pay({ order_id: order.order_id, payment_reference: 'credit', amount_idr: 0 });
    }
    const asking = this.#asking.get(order.order_id) ?? this.#askForPayment(order);
    this.#asking.set(order.order_id, asking);
    return asking.finally(() => this.#asking.delete(order.order_id));
  }

  /** @throws AlirError `unknown_order`, also for an order of another account */
  async find(order_id: string, account_id?: string): Promise<Order> {
    const order = await this.#services.ledger.get('order', { order_id });
    if (order && (account_id === undefined || order.account_id === account_id)) return order;
    throw unknownOrder(order_id);
  }

  async hasOrder(order_id: string): Promise<boolean> {
    return (await this.#services.ledger.get('order', { order_id })) !== undefined;
  }

  /** The payments of an order. The operator refunds all but the first. */
  payments(order_id: string): Promise<PaidAmount[]> {
    return this.#services.ledger.all('payments_of_order', { order_id });
  }

  /** The newest 200. */
  of(account_id: string): Promise<Order[]> {
    return this.#services.ledger.all('orders_of_account', { account_id });
  }

  all(): Promise<Order[]> {
    return this.#services.ledger.all('orders');
  }

  /** Records a payment once and applies it. Idempotent, also across processes. */
  async pay({ order_id, payment_reference, amount_idr }: Payment): Promise<Order> {
    const { ledger, clock } = this.#services;
    const { provider } = await this.find(order_id);
    const paid_at = clock.now().toISOString();
    const payment = { order_id, provider, payment_reference, paid_at, paid_idr: amount_idr };
    await ledger.transaction(async () => {
      await ledger.run('note_payment', payment);
      await ledger.run('record_payment', payment);
    });
    return await this.#apply(order_id);
  }

  /**
   * Applies the payment that a notification of the provider reports. A repeated notification changes nothing, and neither does one of a
   * payment that is not made yet.
   * @returns the order that was paid, or null
   * @throws AlirError as the provider's paymentOf
   */
  async payNotified(notification: PaymentNotification): Promise<Order | null> {
    const payment = await this.#services.provider.paymentOf(notification, (order_id) =>
      this.hasOrder(order_id),
    );
    return payment && (await this.pay(payment));
  }

  /**
   * Confirms for the operator that an order is paid. Retries an order that was paid and not applied.
   * @param isAccepted true to accept a late payment or one of another amount
   * @throws AlirError `unknown_order`, `order_not_payable`
   */
  async confirm(order_id: string, isAccepted = false): Promise<Order> {
    const order = await this.find(order_id);
    if (order.state === 'paid') return await this.#apply(order_id);
    if (order.state === 'paid_not_applied') {
      return await this.#apply(order_id, { isRetried: true, isAccepted });
    }
    if (order.state === 'applied' || order.state === 'refunded') throw notPayable(order, 'confirmed');
    return await this.pay({
      order_id,
      payment_reference: 'confirmed by the operator',
      amount_idr: order.charge_idr,
    });
  }

  /** Cancels an unpaid order, or marks an order that was not applied as refunded. @throws AlirError `order_not_payable` */
  async cancel(order_id: string): Promise<Order> {
    const { ledger, clock } = this.#services;
    const settled_at = clock.now().toISOString();
    if ((await ledger.run('give_up_order', { order_id, settled_at })) === 0)
      throw notPayable(await this.find(order_id), 'cancelled');
    return await this.find(order_id);
  }

  /** Applies payments that a stopped process recorded and did not apply. */
  async applyPaid(): Promise<Order[]> {
    const paid = await this.#services.ledger.all('orders_to_apply');
    const applied: Order[] = [];
    for (const { order_id } of paid) applied.push(await this.#apply(order_id));
    return applied;
  }

  async #product(account_id: string, purchase: Purchase): Promise<Product> {
    const { prices, offers } = this.#services;
    if ('plan' in purchase) {
      const { plan, months } = purchase;
      return publicProduct(plan, months, prices[plan][months]);
    }
    const offer = await offers.find(purchase.offer_id, account_id);
    if (offer.taken_by !== null) {
      throw new AlirError(
        'unknown_offer',
        'This offer was already accepted. GET /billing/plans lists the available offers.',
      );
    }
    return productOf(offer);
  }

  async #repeated(
    account_id: string,
    purchase: Purchase,
    idempotency_key: string | null,
  ): Promise<Order | undefined> {
    const order = await this.#services.ledger.get('order_with_idempotency_key', {
      account_id,
      idempotency_key,
    });
    if (!order) return undefined;
    const isSame =
      'plan' in purchase
        ? order.plan === purchase.plan && order.months === purchase.months
        : order.offer_id === purchase.offer_id;
    if (isSame) return order;
    throw new AlirError(
      'idempotency_conflict',
      'This Idempotency-Key was already used for a different order. Send a new Idempotency-Key for a new order.',
    );
  }

  async #add(account_id: string, purchase: Purchase, idempotency_key: string | null): Promise<Order> {
    const { ledger, accounts, provider, clock } = this.#services;
    const now = clock.now();
    const account = await accounts.withId(account_id);
    const open = await ledger.get('open_orders', { account_id, now: now.toISOString() });
    if ((open?.orders ?? 0) >= MAX_OPEN_ORDERS) throw tooManyOrders();
    const { kind, product, price_idr, credit_idr, charge_idr } = await this.quote(account_id, purchase);
    const order_id = randomUUID();
    await ledger.run('create_order', {
      order_id,
      account_id,
      kind,
      plan: product.plan,
      months: product.months,
      offer_id: product.offer_id,
      price_idr,
      credit_idr,
      charge_idr,
      credited_period: creditedPeriod(account),
      provider: charge_idr === 0 ? 'credit' : provider.name,
      idempotency_key,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + LOCKED_MS).toISOString(),
    });
    return await this.find(order_id);
  }

  async #askForPayment(order: Order): Promise<Order> {
    const { ledger, accounts, provider, clock } = this.#services;
    const { order_id, plan, months } = order;
    const checkout = await provider.request({
      order_id,
      charge_idr: order.charge_idr,
      description: months === null ? `Alir, ${plan} plan` : `Alir, ${plan} plan, ${months} x 30 days`,
      email: (await accounts.withId(order.account_id)).email,
      expires_in_s: Math.ceil((Date.parse(order.expires_at) - clock.now().getTime()) / 1000),
    });
    if (checkout) await ledger.run('note_checkout', { order_id, ...checkout });
    return await this.find(order_id);
  }

  /** Applies a paid order with its history in one transaction, or records for the operator why it cannot be applied. */
  async #apply(order_id: string, { isRetried = false, isAccepted = false } = {}): Promise<Order> {
    const { ledger, accounts, clock } = this.#services;
    return await ledger.transaction(async () => {
      if (isRetried) await ledger.run('retry_order', { order_id });
      const order = await this.find(order_id);
      if (order.state !== 'paid') return order;
      const now = clock.now();
      const account = await accounts.withId(order.account_id);
      const reason = (isAccepted ? null : paymentProblem(order)) ?? (await this.#change(order, account, now));
      const state = reason === null ? 'applied' : 'paid_not_applied';
      await ledger.run('settle_order', { order_id, state, reason, settled_at: now.toISOString() });
      return await this.find(order_id);
    });
  }

  /** @returns why the order no longer fits the account; null after the change */
  async #change(order: Order, account: Account, now: Date): Promise<string | null> {
    const { ledger, offers } = this.#services;
    const offer = order.offer_id === null ? null : await offers.find(order.offer_id, account.account_id);
    if (offer && offer.taken_by !== null) return 'Another order already accepted the offer.';
    const quoted = quotedAgain(order, offer, account, now);
    if (typeof quoted === 'string') return quoted;
    const reason = conflictWithAccount(order, quoted, creditedPeriod(account));
    if (reason !== null) return reason;
    if (offer) await offers.take(offer, order.order_id);
    const { product } = quoted;
    const bought = {
      plan: product.plan,
      months: product.months,
      series: product.series,
      period_start: quoted.period_start.toISOString(),
      period_end: quoted.period_end.toISOString(),
      period_price_idr: quoted.period_price_idr,
      requests_per_minute: product.terms?.requests_per_minute ?? null,
      units: product.terms?.units ?? null,
      keys: product.terms?.keys ?? null,
    };
    const { kind, order_id, price_idr, credit_idr, charge_idr } = order;
    const changed_at = now.toISOString();
    await changeSubscription(ledger, account, bought, {
      kind,
      order_id,
      changed_at,
      price_idr,
      credit_idr,
      charge_idr,
    });
    return null;
  }
}

/** Quotes an order at its locked price. @returns the reason if it can no longer be quoted */
function quotedAgain(order: Order, offer: Offer | null, account: Account, now: Date): Quote | string {
  try {
    return quote(periodOf(account), productOfOrder(order, offer), now);
  } catch (error) {
    if (error instanceof AlirError) return error.message;
    throw error;
  }
}

function productOfOrder(order: Order, offer: Offer | null): Product {
  if (offer) return { ...productOf(offer), price_idr: order.price_idr };
  if (!isPublicPlan(order.plan)) throw new Error(`The plan ${order.plan} is not sold without an offer`);
  return publicProduct(order.plan, order.months ?? 1, order.price_idr);
}

function periodOf(account: Account): BoughtPeriod {
  const { plan, months, series, period_start, period_end, period_price_idr } = account;
  return {
    plan,
    months,
    series,
    period_start: new Date(period_start),
    period_end: period_end === null ? null : new Date(period_end),
    period_price_idr,
  };
}

function tooManyOrders(): AlirError {
  return new AlirError(
    'too_many_orders',
    `The account already has ${MAX_OPEN_ORDERS} unpaid orders, which is the maximum. Pay one of them, or wait until one expires.`,
  );
}

function notPayable({ order_id, state }: Order, verb: string): AlirError {
  return new AlirError(
    'order_not_payable',
    `The order ${order_id} is ${state}, so it cannot be ${verb}. To see it, run: alir order show ${order_id}`,
  );
}
