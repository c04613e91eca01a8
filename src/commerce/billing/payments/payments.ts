import type { Clock } from '../../../core/clock.ts';
import { AlirError } from '../../../core/errors.ts';
import { recordEvent } from '../../../ledger/events.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Account, Accounts } from '../../accounts/accounts.ts';
import { recordAudit } from '../../accounts/audit-log.ts';
import { creditOf, type Move, moneyOfOrder, moveMoney, movesOf, total } from '../../accounts/money.ts';
import { type BoughtSubscription, changeSubscription } from '../../accounts/subscriptions.ts';
import type { Invoices } from '../invoices/invoices.ts';
import type { Offers } from '../prices/offers.ts';
import {
  CONFIRMED,
  dueOf,
  type Order,
  type PaidAmount,
  paymentProblem,
  quotedAgain,
} from '../prices/order.ts';
import type { Quote } from '../prices/quote.ts';
import type { Payment } from './payment-provider.ts';
import { unknownOrder } from './provider-api.ts';

interface PaymentServices {
  readonly ledger: Ledger;
  readonly accounts: Accounts;
  readonly offers: Offers;
  readonly invoices: Invoices;
  readonly clock: Clock;
}

/** How the operator has a payment judged. */
interface Acceptance {
  /** Accepts a late payment, one of another amount, or one for a cancelled order. */
  readonly isAccepted?: boolean;
  /** What is done with the part of an accepted payment above the amount to pay: credit of the account, or held until it is returned. */
  readonly excess?: 'credit' | 'return';
}

/** What the operator knows of a payment. */
export interface Confirmation extends Acceptance {
  readonly paid_at?: Date | undefined;
  readonly amount_idr?: number | undefined;
  readonly payment_reference?: string | undefined;
}

/** An order as it is applied. */
interface Sale {
  readonly quoted: Quote;
  readonly moves: readonly Move[];
  readonly bought: BoughtSubscription;
}

/**
 * Payments, and the orders that they pay. A payment is recorded as soon as it is known, and applied in a second transaction, so a crash
 * between the two neither loses it nor applies it twice. An order is judged as of the time at which it was paid.
 */
export class Payments {
  readonly #services: PaymentServices;

  constructor(services: PaymentServices) {
    this.#services = services;
  }

  /** The payments of an order, oldest first. */
  of(order_id: string): Promise<PaidAmount[]> {
    return this.#services.ledger.all('payments_of_order', { order_id });
  }

  /**
   * Records a payment once and applies the order once what was paid is the amount to pay. Idempotent, also across processes.
   * @throws AlirError `unknown_order`
   */
  async pay(payment: Payment, actor: string, acceptance: Acceptance = {}): Promise<Order> {
    await this.#services.ledger.transaction(() => this.#record(payment, actor));
    return await this.#apply(payment.order_id, actor, acceptance);
  }

  /**
   * Confirms for the operator that an order is paid. Judges an order that was paid and not applied again: as of the time of the payment
   * and, if it did not fit then, as of now.
   * @throws AlirError `unknown_order`, `order_not_payable`, `bad_payment`
   */
  async confirm(order_id: string, confirmation: Confirmation, actor: string): Promise<Order> {
    const { ledger } = this.#services;
    const order = await findOrder(ledger, order_id);
    const { paid_at = null, amount_idr, payment_reference, ...acceptance } = confirmation;
    if (order.state === 'applied' || order.state === 'refunded') throw notPayable(order, 'confirmed');
    if (paid_at) this.#checkTime(order, paid_at);
    if (order.state === 'pending' || order.state === 'cancelled') {
      const amount = amount_idr ?? dueOf(order);
      const payment = {
        order_id,
        payment_reference: payment_reference ?? CONFIRMED,
        amount_idr: amount,
        paid_at,
      };
      return await this.pay(payment, actor, acceptance);
    }
    if (amount_idr !== undefined) {
      const payments = await this.of(order_id);
      const foreign = payments.find((payment) => payment.paid_idr === null);
      if (foreign) await this.#stateValue(order, foreign.payment_reference, amount_idr, actor);
      else {
        const reference = payment_reference ?? `${CONFIRMED}, ${payments.length + 1}`;
        await ledger.transaction(() =>
          this.#record({ order_id, payment_reference: reference, amount_idr, paid_at }, actor),
        );
      }
    } else if (paid_at)
      await ledger.run('correct_payment_time', { order_id, paid_at: paid_at.toISOString() });
    return await this.#apply(order_id, actor, acceptance, true);
  }

  /** Applies payments that a stopped process recorded and did not apply. */
  async applyPaid(): Promise<Order[]> {
    const applied: Order[] = [];
    for (const { order_id } of await this.#services.ledger.all('orders_to_apply'))
      applied.push(await this.#apply(order_id, 'server'));
    return applied;
  }

  #checkTime(order: Order, paid_at: Date): void {
    const { clock } = this.#services;
    if (paid_at > clock.now()) {
      throw new AlirError(
        'bad_payment',
        `The time of the payment, ${paid_at.toISOString()}, is in the future.`,
      );
    }
    if (paid_at < new Date(order.created_at)) {
      throw new AlirError(
        'bad_payment',
        `The time of the payment, ${paid_at.toISOString()}, is before the order was made at ${order.created_at}.`,
      );
    }
  }

  /** Records a payment in the transaction of the caller, if it is not recorded yet. */
  async #record({ order_id, payment_reference, amount_idr, paid_at }: Payment, actor: string): Promise<void> {
    const { ledger, clock } = this.#services;
    const order = await findOrder(ledger, order_id);
    const now = clock.now();
    const at = within(paid_at ?? now, new Date(order.created_at), now).toISOString();
    const payment = { order_id, provider: order.provider, payment_reference, paid_idr: amount_idr };
    const recorded_at = now.toISOString();
    if ((await ledger.run('note_payment', { ...payment, paid_at: at, recorded_at })) === 0) return;
    const audit_id = await recordAudit(ledger, {
      action: 'payment.received',
      at: now,
      actor,
      reason: null,
      account_id: order.account_id,
      order_id,
      details: { payment_reference, amount_idr, paid_at: at },
    });
    const { account_id } = order;
    await moveMoney(ledger, { audit_id, account_id, order_id, moved_at: at }, [
      { payment_reference, source: 'customer', target: 'held', amount_idr: amount_idr ?? 0 },
    ]);
    await this.#noteHeld(order, payment_reference, at);
  }

  /** Writes into the order what is held for it. Payments of an order that is not applied add up. */
  async #noteHeld({ order_id, paid_at }: Order, payment_reference: string, at: string): Promise<void> {
    const { ledger } = this.#services;
    const isForeign = (await this.of(order_id)).some((payment) => payment.paid_idr === null);
    await ledger.run('record_payment', {
      order_id,
      payment_reference,
      paid_idr: isForeign ? null : total(await moneyOfOrder(ledger, order_id), 'held'),
      paid_at: paid_at !== null && paid_at > at ? paid_at : at,
    });
  }

  /** Records what a payment in another currency was worth. */
  async #stateValue(order: Order, payment_reference: string, paid_idr: number, actor: string): Promise<void> {
    const { ledger, clock } = this.#services;
    const { order_id, account_id } = order;
    await ledger.transaction(async () => {
      if ((await ledger.run('state_payment_value', { order_id, payment_reference, paid_idr })) === 0) return;
      const now = clock.now();
      const audit_id = await recordAudit(ledger, {
        action: 'payment.valued',
        at: now,
        actor,
        reason: null,
        account_id,
        order_id,
        details: { payment_reference, amount_idr: paid_idr },
      });
      const moved_at = order.paid_at ?? now.toISOString();
      await moveMoney(ledger, { audit_id, account_id, order_id, moved_at }, [
        { payment_reference, source: 'customer', target: 'held', amount_idr: paid_idr },
      ]);
      await this.#noteHeld(order, payment_reference, moved_at);
    });
  }

  /** Applies a paid order with its history in one transaction, or records for the operator why it cannot be applied. */
  async #apply(
    order_id: string,
    actor: string,
    acceptance: Acceptance = {},
    isRetried = false,
  ): Promise<Order> {
    const { ledger, accounts, clock } = this.#services;
    return await ledger.transaction(async () => {
      if (isRetried) await ledger.run('retry_order', { order_id });
      const order = await findOrder(ledger, order_id);
      if (order.state !== 'paid') return order;
      const now = clock.now();
      const account = await accounts.withId(order.account_id);
      const problem = acceptance.isAccepted ? null : paymentProblem(order);
      const { isAccepted = false } = acceptance;
      const fitting = problem ?? (await this.#fitting(order, account, { now, isRetried, isAccepted }));
      const reason = typeof fitting === 'string' ? fitting : null;
      const sale = typeof fitting === 'string' ? null : await this.#sale(order, fitting, acceptance);
      const audit_id = await recordAudit(ledger, {
        action: reason === null ? 'order.applied' : 'order.not_applied',
        at: now,
        actor,
        reason,
        account_id: order.account_id,
        order_id,
        details: {
          paid_idr: order.paid_idr,
          paid_at: order.paid_at,
          ...acceptance,
          ...(sale && { subscription: sale.bought }),
        },
      });
      if (sale) await this.#change(order, account, sale, { audit_id, now });
      const state = reason === null ? 'applied' : 'paid_not_applied';
      await ledger.run('settle_order', { order_id, state, reason, settled_at: now.toISOString() });
      await this.#recordEvent(order, reason, now);
      return await findOrder(ledger, order_id);
    });
  }

  /** Notifies the account of its plan, or the operator of a payment that was not applied. */
  async #recordEvent(
    { order_id, account_id, paid_idr }: Order,
    reason: string | null,
    at: Date,
  ): Promise<void> {
    const { ledger, accounts } = this.#services;
    if (reason !== null) {
      const data = { order_id, account_id, reason };
      await recordEvent(ledger, { kind: 'payment.needs_attention', account_id, at, data });
      return;
    }
    const { plan, period_end } = await accounts.withId(account_id);
    const data = { order_id, plan, period_end, paid_idr };
    await recordEvent(ledger, { kind: 'payment.applied', occurrence: order_id, account_id, at, data });
  }

  /** The quote that the order is applied with, or why it does not fit the account. */
  async #fitting(
    order: Order,
    account: Account,
    {
      now,
      isRetried,
      isAccepted,
    }: { readonly now: Date; readonly isRetried: boolean; readonly isAccepted: boolean },
  ): Promise<Quote | string> {
    const { ledger, offers } = this.#services;
    const { order_id, account_id, balance_idr } = order;
    if (account.deleted_at !== null) return 'The account was deleted.';
    if (await ledger.get('change_of_order', { order_id })) {
      return 'The order was applied before, and its plan was undone. A new order is needed.';
    }
    const offer = await offers.ofOrder(order);
    if (offer && offer.taken_by !== null) return 'Another order already accepted the offer.';
    if (!isAccepted && balance_idr > (await creditOf(ledger, account_id))) {
      return `IDR ${balance_idr} of the price was to be paid from the credit of the account, and another order used that credit.`;
    }
    const paid_at = order.paid_at === null ? now : new Date(order.paid_at);
    const first = quotedAgain(order, offer, account, { at: paid_at, now });
    if (typeof first !== 'string' || !isRetried) return first;
    const second = quotedAgain(order, offer, account, { at: now, now });
    return typeof second === 'string' ? first : second;
  }

  /** How the money of an order is applied, and what the account has then. */
  async #sale(order: Order, quoted: Quote, acceptance: Acceptance): Promise<Sale> {
    const { ledger } = this.#services;
    const { order_id, account_id, charge_idr, balance_idr } = order;
    const used_credit_idr = Math.min(balance_idr, await creditOf(ledger, account_id));
    const money = await moneyOfOrder(ledger, order_id);
    const held_idr = total(money, 'held');
    const paid_idr = Math.min(charge_idr - used_credit_idr, held_idr);
    const moves: Move[] = [
      ...movesOf(money, 'held', 'applied', paid_idr),
      { payment_reference: null, source: 'credit', target: 'applied', amount_idr: used_credit_idr },
    ];
    if (acceptance.excess !== 'return') {
      const rest = money.map((part, index) => ({
        ...part,
        held: part.held - (moves[index]?.amount_idr ?? 0),
      }));
      moves.push(...movesOf(rest, 'held', 'credit', held_idr - paid_idr));
    }
    const { product } = quoted;
    const bought = {
      plan: product.plan,
      months: product.months,
      series: product.series,
      period_start: quoted.period_start.toISOString(),
      period_end: quoted.period_end.toISOString(),
      // A payment of less than the price is worth what was paid.
      period_price_idr: quoted.period_price_idr - (charge_idr - used_credit_idr - paid_idr),
      requests_per_minute: product.terms?.requests_per_minute ?? null,
      units: product.terms?.units ?? null,
      keys: product.terms?.keys ?? null,
      term_days: quoted.term_days,
    };
    return { quoted, moves, bought };
  }

  async #change(
    order: Order,
    account: Account,
    { quoted, moves, bought }: Sale,
    { audit_id, now }: { readonly audit_id: number; readonly now: Date },
  ): Promise<void> {
    const { ledger, offers, invoices } = this.#services;
    const { order_id, account_id, kind, price_idr, credit_idr, charge_idr } = order;
    const moved_at = order.paid_at ?? now.toISOString();
    await moveMoney(ledger, { audit_id, account_id, order_id, moved_at }, moves);
    await invoices.issue({ order, account, quoted, moves, audit_id, now });
    if (order.offer_id !== null) await offers.take(await offers.find(order.offer_id, account_id), order_id);
    const changed_at = now.toISOString();
    await changeSubscription(ledger, account, bought, {
      kind,
      order_id,
      changed_at,
      price_idr,
      credit_idr,
      charge_idr,
    });
  }
}

/** @throws AlirError `unknown_order` */
export async function findOrder(ledger: Ledger, order_id: string): Promise<Order> {
  const order = await ledger.get('order', { order_id });
  if (!order) throw unknownOrder(order_id);
  return order;
}

export function notPayable({ order_id, state }: Order, verb: string): AlirError {
  return new AlirError(
    'order_not_payable',
    `The order ${order_id} is ${state}, so it cannot be ${verb}. To see it, run: alir order show ${order_id}`,
  );
}

/** A time of another clock, which can be ahead or behind. */
function within(time: Date, earliest: Date, latest: Date): Date {
  if (time > latest) return latest;
  return time < earliest ? earliest : time;
}
