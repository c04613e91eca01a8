import { randomUUID } from 'node:crypto';
import type { PlanMonths } from '../../core/commerce-terms.ts';
import { AlirError } from '../../core/errors.ts';
import { AccountDeletion } from '../accounts/account-deletion.ts';
import type { AccountServices } from '../accounts/accounts.ts';
import { type Change, recordAudit } from '../accounts/audit-log.ts';
import { creditOf, owedOf } from '../accounts/money.ts';
import { Books } from './books/books.ts';
import { BillingDetails } from './invoices/billing-details.ts';
import { Invoices } from './invoices/invoices.ts';
import type { InvoiceSettings } from './invoices/seller.ts';
import { allows, orderAt, STATES } from './order-states.ts';
import type { PaymentNotification, PaymentProvider, PaymentReport } from './payments/payment-provider.ts';
import { findOrder, Payments } from './payments/payments.ts';
import { unknownOrder } from './payments/provider-api.ts';
import { nextQuestion, Reconciliation } from './payments/reconciliation.ts';
import { Refunds } from './payments/refunds.ts';
import { Offers, productOf } from './prices/offers.ts';
import { creditedPeriod, dueOf, LOCKED_MS, type Order, PAID_WITH_CREDIT } from './prices/order-amounts.ts';
import { type Prices, type PublicPlan, publicProduct } from './prices/prices.ts';
import { type Product, type Quote, quote } from './prices/quote.ts';

const MAX_OPEN_ORDERS = 20;

/** What a customer buys: a public plan, or an offer. */
export type Purchase =
  | { readonly plan: PublicPlan; readonly months: PlanMonths }
  | { readonly offer_id: string };

export interface PricedQuote extends Quote {
  /** The part of the charge that the account's credit pays. */
  readonly balance_idr: number;
  /** What the account owes, which the payment settles first. */
  readonly owed_idr: number;
}

interface NewOrder {
  /** A repeated key returns the same order. */
  readonly idempotency_key: string | null;
  /** The forfeited amount that the buyer accepts; null if the buyer accepts none. */
  readonly accepted_forfeit_idr?: number | null;
  /** Who orders, for the audit log. */
  readonly actor?: string;
}

/** What is sold, to whom, and how it is paid. */
export type Billing = ReturnType<typeof billingOf>;

export function billingOf({
  invoice_settings: settings,
  ...services
}: Omit<OrderServices, 'offers' | 'payments' | 'refunds'> & {
  readonly invoice_settings: InvoiceSettings;
}) {
  const { ledger, prices, provider, clock } = services;
  const offers = new Offers(services);
  const details = new BillingDetails(services);
  const invoices = new Invoices({ ledger, details, settings });
  const payments = new Payments({ ...services, offers, invoices });
  const refunds = new Refunds({ ...services, offers, invoices, payments });
  const orders = new Orders({ ...services, offers, payments, refunds });
  const deletion = new AccountDeletion({
    ...services,
    unsettled: (account_id) => orders.unsettled(account_id),
    closeOrders: (account_id, change) => orders.close(account_id, change),
  });
  const record = (reports: readonly PaymentReport[]) => orders.record(reports);
  const reconciliation = new Reconciliation({ ...services, record });
  const books = new Books({ ledger, clock });
  const sold = { orders, payments, refunds, reconciliation, offers, invoices, details, deletion };
  return { ...sold, books, prices, provider, clock };
}

interface OrderServices extends AccountServices {
  readonly offers: Offers;
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly prices: Prices;
  readonly provider: PaymentProvider;
}

/** Orders, from the quote to the checkout. `Payments` applies them. */
class Orders {
  readonly #services: OrderServices;
  /** Running requests to the provider, by order, so that each order is requested once. */
  readonly #asking = new Map<string, Promise<Order>>();

  constructor(services: OrderServices) {
    this.#services = services;
  }

  /** @throws AlirError `unknown_offer`, `downgrade_refused`, `renewal_too_long` */
  async quote(account_id: string, purchase: Purchase): Promise<PricedQuote> {
    const { ledger, accounts, clock } = this.#services;
    const account = await accounts.withId(account_id);
    const quoted = quote(account, await this.#product(account_id, purchase), clock.now());
    const credit_idr = await creditOf(ledger, account_id);
    const balance_idr = Math.min(quoted.charge_idr, Math.max(0, credit_idr));
    return { ...quoted, balance_idr, owed_idr: owedOf(credit_idr) };
  }

  /**
   * Locks the price and requests a checkout from the provider. An order that credit covers is applied immediately.
   * @throws AlirError as quote, and `idempotency_conflict`, `forfeit_not_confirmed`, `payment_unavailable`
   */
  async create(account_id: string, purchase: Purchase, request: NewOrder): Promise<Order> {
    const { ledger, payments } = this.#services;
    const { order, isRepeated } = await ledger.transaction(async () => {
      const repeated = await this.#repeated(account_id, purchase, request.idempotency_key);
      const order = repeated ?? (await this.#add(account_id, purchase, request));
      const isRepeated = repeated !== undefined;
      if (!allows('opened', order) || dueOf(order) > 0) return { order, isRepeated };
      const { order_id } = order;
      const payment = { order_id, payment_reference: PAID_WITH_CREDIT, amount_idr: 0, paid_at: null };
      return { order: await payments.pay(payment, 'credit'), isRepeated };
    });
    if (!allows('opened', order) || order.payment_url !== null) return order;
    const asking = this.#asking.get(order.order_id) ?? this.#askForPayment(order, isRepeated);
    this.#asking.set(order.order_id, asking);
    return asking.finally(() => this.#asking.delete(order.order_id));
  }

  /** @throws AlirError `unknown_order`, also for an order of another account */
  async find(order_id: string, account_id?: string): Promise<Order> {
    const order = await findOrder(this.#services, order_id);
    if (account_id === undefined || order.account_id === account_id) return order;
    throw unknownOrder(order_id);
  }

  /**
   * The id of an order, from its id or from its reference.
   * @throws AlirError `unknown_order` for a reference of no order, or of several
   */
  async idOf(id_or_reference: string): Promise<string> {
    if (!/^[\da-f]{8}$/i.test(id_or_reference)) return id_or_reference;
    const reference = id_or_reference.toLowerCase();
    const [found, ...others] = await this.#services.ledger.all('orders_by_reference', { reference });
    if (found && others.length === 0) return found.order_id;
    throw unknownOrder(id_or_reference);
  }

  /** The newest 200. */
  async of(account_id: string): Promise<Order[]> {
    return this.#asOfNow(await this.#services.ledger.all('orders_of_account', { account_id }));
  }

  /** The credit of an account, which pays its next orders; negative for what it owes. */
  creditOf(account_id: string): Promise<number> {
    return creditOf(this.#services.ledger, account_id);
  }

  /** Orders that wait for a payment, or for a decision of the operator, oldest first. */
  async waiting(): Promise<Order[]> {
    const orders = this.#asOfNow(await this.#services.ledger.all('waiting_orders'));
    return orders.filter((order) => STATES[order.state].shown !== 'expired');
  }

  /** The orders of an account that wait for its payment, and those that wait for a decision. */
  async unsettled(account_id: string) {
    const orders = this.#asOfNow(await this.#services.ledger.all('all_orders_of_account', { account_id }));
    const waiting = orders.filter(({ state }) => STATES[state].waits_for !== null);
    const isOpen = ({ state }: Order) => STATES[state].waits_for === 'customer';
    return { open: waiting.filter(isOpen), undecided: waiting.filter((order) => !isOpen(order)) };
  }

  /** Cancels the open orders of an account that is deleted, withdraws its offers, and removes what is personal in its orders. */
  async close(account_id: string, change: Change): Promise<void> {
    const { ledger, refunds, clock } = this.#services;
    for (const { order_id } of (await this.unsettled(account_id)).open)
      await refunds.cancel(order_id, change);
    await ledger.run('withdraw_offers_of_account', { account_id, withdrawn_at: clock.now().toISOString() });
    await ledger.run('redact_orders', { account_id });
  }

  async all(): Promise<Order[]> {
    return this.#asOfNow(await this.#services.ledger.all('orders'));
  }

  #asOfNow(orders: readonly Order[]): Order[] {
    return orders.map((order) => orderAt(order, this.#services.clock.now()));
  }

  /**
   * Records what a notification of the provider reports. A repeated notification changes nothing, and neither does one of a payment that
   * is not made yet.
   * @throws AlirError as the provider's reportsOf
   */
  async receive(notification: PaymentNotification): Promise<void> {
    const { ledger, provider } = this.#services;
    const hasOrder = async (order_id: string) => (await ledger.get('order', { order_id })) !== undefined;
    await this.record(await provider.reportsOf(notification, hasOrder));
  }

  /** Records what the provider reports of an order. Idempotent. A payment that was returned as a whole is not applied. */
  async record(reports: readonly PaymentReport[]): Promise<void> {
    const { ledger, provider, payments, refunds } = this.#services;
    await ledger.transaction(async () => {
      for (const [index, report] of reports.entries()) {
        const next = reports[index + 1];
        if (report.kind === 'returned') await refunds.returnedByProvider(report, provider.name);
        else if (next?.kind === 'returned' && next.returned_idr === report.amount_idr)
          await payments.hold(report, provider.name);
        else await payments.pay(report, provider.name);
      }
    });
  }

  async #product(account_id: string, purchase: Purchase): Promise<Product> {
    const { prices, offers, clock } = this.#services;
    if ('plan' in purchase) {
      const { plan, months } = purchase;
      return publicProduct(plan, months, prices[plan][months]);
    }
    const offer = await offers.find(purchase.offer_id, account_id);
    const { taken_by, withdrawn_at, expires_at } = offer;
    const isExpired = expires_at !== null && clock.now() >= new Date(expires_at);
    if (taken_by !== null || withdrawn_at !== null || isExpired) {
      throw new AlirError(
        'unknown_offer',
        'This offer was accepted or withdrawn, or has expired. GET /billing/plans lists the available offers.',
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
    if (isSame) return orderAt(order, this.#services.clock.now());
    throw new AlirError(
      'idempotency_conflict',
      'This Idempotency-Key was already used for a different order. Send a new Idempotency-Key for a new order.',
    );
  }

  async #add(
    account_id: string,
    purchase: Purchase,
    { idempotency_key, accepted_forfeit_idr = null, actor = 'operator' }: NewOrder,
  ): Promise<Order> {
    const { ledger, accounts, provider, clock } = this.#services;
    const now = clock.now();
    const account = await accounts.changeable(account_id);
    const pending = this.#asOfNow(await ledger.all('pending_orders', { account_id }));
    const open = pending.filter((order) => STATES[order.state].waits_for === 'customer');
    if (open.length >= MAX_OPEN_ORDERS) {
      throw new AlirError(
        'too_many_orders',
        `The account already has ${MAX_OPEN_ORDERS} unpaid orders, which is the maximum. Pay one of them, or wait until one expires.`,
      );
    }
    const quoted = await this.quote(account_id, purchase);
    checkForfeit(quoted, accepted_forfeit_idr);
    const order_id = randomUUID();
    const expires_at = new Date(now.getTime() + LOCKED_MS).toISOString();
    await ledger.run('create_order', {
      ...{ ...quoted.product, ...quoted, order_id, account_id },
      credited_period: creditedPeriod(account),
      provider: dueOf(quoted) === 0 ? 'credit' : provider.name,
      idempotency_key,
      created_at: now.toISOString(),
      expires_at,
      ask_at: nextQuestion({ state: 'pending', expires_at }, now),
    });
    const { plan, months } = quoted.product;
    await recordAudit(ledger, {
      ...{ actor, reason: null, action: 'order.created', at: now, account_id, order_id },
      details: { plan, months, due_idr: dueOf(quoted) },
    });
    return await this.find(order_id);
  }

  async #askForPayment(order: Order, isRepeated: boolean): Promise<Order> {
    const { ledger, accounts, provider, clock } = this.#services;
    const { order_id, plan, months } = order;
    if (isRepeated) {
      // The checkout whose answer was lost may be paid: a second one could be paid, too.
      await this.record(await provider.ask(order));
      const found = await this.find(order_id);
      if (!allows('opened', found)) return found;
    }
    const bill = {
      order_id,
      charge_idr: dueOf(order),
      description: months === null ? `Alir, ${plan} plan` : `Alir, ${plan} plan, ${months} x 30 days`,
      email: (await accounts.withId(order.account_id)).email,
      expires_in_s: Math.ceil((Date.parse(order.expires_at) - clock.now().getTime()) / 1000),
    };
    const checkout = await provider.request(bill, isRepeated);
    if (checkout) await ledger.run('note_checkout', { order_id, ...checkout });
    return await this.find(order_id);
  }
}

/** An order that costs nothing, or that forfeits value, changes the plan without a payment that the buyer could still stop. */
function checkForfeit({ charge_idr, forfeited_idr }: Quote, accepted_idr: number | null): void {
  if ((charge_idr > 0 && forfeited_idr === 0) || accepted_idr === forfeited_idr) return;
  throw new AlirError(
    'forfeit_not_confirmed',
    `The order costs nothing and takes effect at once. IDR ${forfeited_idr} of the value of the current period would be lost. To confirm this, send accept_forfeit_idr: ${forfeited_idr}.`,
  );
}
