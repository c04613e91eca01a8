import type { Clock } from '../../../core/clock.ts';
import type { MoneySource, PaymentMethod } from '../../../core/commerce-terms.ts';
import { AlirError } from '../../../core/errors.ts';
import { recordEvent } from '../../../ledger/events.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Row } from '../../../ledger/queries.ts';
import type { Account, AccountServices } from '../../accounts/accounts.ts';
import { recordAudit } from '../../accounts/audit-log.ts';
import {
  assignPayment,
  correctPaymentTime,
  creditByPayment,
  type Move,
  moneyOfOrder,
  moveMoney,
  movesOf,
  type OrderMoney,
  owedOf,
  recordPayment,
  remaining,
  spentCredit,
  statePaymentValue,
  sumOf,
  sumOfCredit,
  total,
} from '../../accounts/money.ts';
import {
  type BoughtSubscription,
  boughtOf,
  changeSubscription,
  periodChanges,
} from '../../accounts/subscriptions.ts';
import type { Invoices } from '../invoices/invoices.ts';
import { allows, notAllowed, orderAt, STATES, stateAfter } from '../order-states.ts';
import type { Offers } from '../prices/offers.ts';
import {
  CONFIRMED,
  dueOf,
  type Order,
  type PaidAmount,
  paymentProblem,
  quotedAgain,
} from '../prices/order-amounts.ts';
import type { Quote } from '../prices/quote.ts';
import type { Payment } from './payment-provider.ts';
import { unknownOrder } from './provider-api.ts';

export interface PaymentServices extends AccountServices {
  readonly offers: Offers;
  readonly invoices: Invoices;
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
  /** The payment is tax that the buyer withheld, and the reference is the number of its slip. */
  readonly isWithheld?: boolean;
  /** The reference of a transfer of the account that pays the order. */
  readonly transfer?: string | undefined;
}

interface Funds {
  readonly money: OrderMoney;
  /** Null with a payment in another currency. */
  readonly held_idr: number | null;
  /** The account's, and its sum, which is negative for what the account owes. */
  readonly credit: readonly Row<'credit_by_payment'>[];
  readonly credit_idr: number;
}

/** The entry of the audit log in which an order is judged. */
interface Judged {
  readonly audit_id: number;
  readonly now: Date;
}

interface Sale {
  readonly quoted: Quote;
  readonly moves: readonly Move[];
  readonly bought: BoughtSubscription;
}

/**
 * Payments, and the orders that they pay. A payment is recorded and judged in one transaction, so that no other event of the order comes
 * between the two. An order is judged as of the time at which it was paid.
 */
export class Payments {
  readonly #services: PaymentServices;

  constructor(services: PaymentServices) {
    this.#services = services;
  }

  /** The payments of an order, oldest first, without those that were not made. */
  of(order_id: string): Promise<PaidAmount[]> {
    return this.#services.ledger.all('payments_of_order', { order_id });
  }

  /**
   * Records a payment once and applies the order once what was paid is the amount to pay. Idempotent, also across processes.
   * @param method how it was paid: the name of the provider, or `credit`
   * @throws AlirError `unknown_order`
   */
  async pay(payment: Payment, method: PaymentMethod, acceptance: Acceptance = {}): Promise<Order> {
    return await this.#services.ledger.transaction(async () => {
      await this.hold(payment, method);
      return await this.apply(payment.order_id, actorOf(method), acceptance);
    });
  }

  /** Records a payment once, without applying its order. @throws AlirError `unknown_order` */
  async hold(payment: Payment, method: PaymentMethod): Promise<void> {
    await this.#services.ledger.transaction(async () => {
      const order = await findOrder(this.#services, payment.order_id);
      await this.#record(order, 'notified', { ...payment, method }, actorOf(method));
    });
  }

  /**
   * Confirms for the operator that an order is paid. Judges an order that was paid and not applied again: as of the time of the payment
   * and, if it did not fit then, as of now.
   * @throws AlirError `unknown_order`, `order_not_payable`, `bad_payment`
   */
  async confirm(order_id: string, confirmation: Confirmation, actor: string): Promise<Order> {
    const { ledger, clock } = this.#services;
    const {
      paid_at = null,
      amount_idr,
      payment_reference,
      isWithheld,
      transfer,
      ...acceptance
    } = confirmation;
    return await ledger.transaction(async () => {
      const order = await findOrder(this.#services, order_id);
      if (!allows('confirmed', order)) throw notAllowed('confirmed', order);
      if (paid_at) this.#checkTime(order, paid_at);
      const payments = await this.of(order_id);
      const problem = await this.#problemOf(order, confirmation, payments);
      if (problem !== null) throw new AlirError('bad_payment', problem);
      const foreign = payments.find((payment) => payment.paid_idr === null);
      if (transfer !== undefined) {
        await assignPayment(ledger, order, transfer, { actor, at: clock.now() });
        await this.#hold(order, 'confirmed');
      } else if (amount_idr !== undefined && foreign) {
        await statePaymentValue(ledger, foreign.payment_id, amount_idr);
        await this.#receive(order, 'confirmed', { ...foreign, amount_idr }, 'payment.valued', actor);
      } else if (amount_idr !== undefined || payments.length === 0) {
        const payment = {
          method: isWithheld ? 'withheld' : 'manual',
          payment_reference: payment_reference ?? unusedReference(payments),
          amount_idr: amount_idr ?? dueOf(order),
          paid_at,
        } as const;
        await this.#record(order, 'confirmed', payment, actor);
      } else {
        if (paid_at) await correctPaymentTime(ledger, order_id, paid_at);
        await this.#hold(order, 'confirmed');
      }
      return await this.apply(order_id, actor, acceptance, payments.length > 0);
    });
  }

  /** Why a confirmation would be recorded in part, or twice; null if it is not. */
  async #problemOf(
    { order_id, account_id }: Order,
    { transfer, amount_idr, payment_reference, isWithheld = false, paid_at }: Confirmation,
    payments: readonly PaidAmount[],
  ): Promise<string | null> {
    if (transfer !== undefined) {
      const isOther =
        isWithheld || [amount_idr, payment_reference, paid_at].some((each) => each !== undefined);
      return isOther
        ? `The transfer ${transfer} was recorded with its amount, time and reference. Leave out --amount, --withheld, --reference and --paid-at, or leave out --transfer.`
        : null;
    }
    const known = payments.find((each) => each.payment_reference === payment_reference);
    if (known?.paid_idr != null && amount_idr !== undefined && amount_idr !== known.paid_idr) {
      return `The payment ${payment_reference} is recorded with IDR ${known.paid_idr}. If that is wrong, void it, and confirm the right amount: alir order void ${order_id} --reference "${payment_reference}" --reason TEXT`;
    }
    const isNew = payment_reference !== undefined && !known;
    if (isWithheld && (amount_idr === undefined || payment_reference === undefined)) {
      return 'The tax that was withheld needs its amount and the number of its slip. Add both: --amount and --reference.';
    }
    if (amount_idr === undefined && isNew && payments.length > 0) {
      return `The amount of the payment ${payment_reference} is missing. Add it: --amount.`;
    }
    const made = isNew ? await this.#services.ledger.all('payments_of_account', { account_id }) : [];
    const isTransfer = made.some((each) => {
      const isUnassigned = each.order_id === null && each.voided_at === null && each.paid_idr !== 0;
      return isUnassigned && each.payment_reference === payment_reference;
    });
    return isTransfer
      ? `The account has a transfer with the reference ${payment_reference}, which would be recorded twice. To pay the order with it, run: alir order confirm ${order_id} --transfer "${payment_reference}"`
      : null;
  }

  #checkTime({ order_id, account_id, created_at }: Order, paid_at: Date): void {
    const time = paid_at.toISOString();
    const isFuture = time > this.#services.clock.now().toISOString();
    if (!isFuture && time >= created_at) return;
    const problem = isFuture
      ? 'in the future.'
      : `before the order was made at ${created_at}. If that is right, record the transfer with alir account transfer ${account_id}, and run: alir order confirm ${order_id} --transfer REFERENCE`;
    throw new AlirError('bad_payment', `The time of the payment, ${time}, is ${problem}`);
  }

  /** Records a payment in the transaction of the caller, if it is not recorded yet. */
  async #record(
    order: Order,
    event: 'notified' | 'confirmed',
    payment: Omit<Payment, 'order_id'> & { readonly method: MoneySource },
    actor: string,
  ): Promise<void> {
    const { ledger, clock } = this.#services;
    const { order_id, account_id } = order;
    const { payment_reference, amount_idr, method } = payment;
    const now = clock.now();
    const paid_at = within(payment.paid_at ?? now, new Date(order.created_at), now).toISOString();
    const payment_id = await recordPayment(ledger, {
      account_id,
      order_id,
      provider: method,
      payment_reference,
      paid_idr: amount_idr,
      paid_at,
      recorded_at: now.toISOString(),
    });
    if (payment_id === null) return;
    const received = { payment_id, payment_reference, amount_idr, paid_at };
    await this.#receive(order, event, received, 'payment.received', actor);
  }

  async #receive(
    order: Order,
    event: 'notified' | 'confirmed',
    payment: Pick<Payment, 'payment_reference' | 'amount_idr'> & Pick<PaidAmount, 'payment_id' | 'paid_at'>,
    action: 'payment.received' | 'payment.valued',
    actor: string,
  ): Promise<void> {
    const { ledger, clock } = this.#services;
    const { order_id, account_id } = order;
    const { payment_id, payment_reference, amount_idr, paid_at } = payment;
    const details = { payment_reference, amount_idr, paid_at };
    const entry = { action, actor, at: clock.now(), reason: null, account_id, order_id, details };
    const audit_id = await recordAudit(ledger, entry);
    await moveMoney(ledger, { audit_id, account_id, order_id, moved_at: paid_at }, [
      { payment_id, source: 'customer', target: 'held', amount_idr: amount_idr ?? 0 },
    ]);
    await this.#hold(order, event);
  }

  /** Writes into the order what is held for it, if it can still be applied. */
  async #hold(order: Order, event: 'notified' | 'confirmed'): Promise<void> {
    const { ledger } = this.#services;
    const state = stateAfter(event, order);
    if (state !== order.state || STATES[state].waits_for === 'server') {
      const paid = await paidFields(ledger, order);
      await ledger.run('change_order', { ...order, ...paid, state, reason: null, settled_at: null });
    }
  }

  /** Applies a paid order with its history in one transaction, or records for the operator why it cannot be applied. */
  async apply(
    order_id: string,
    actor: string,
    acceptance: Acceptance = {},
    isRetried = false,
  ): Promise<Order> {
    const { ledger, accounts, clock } = this.#services;
    return await ledger.transaction(async () => {
      const order = await findOrder(this.#services, order_id);
      if (STATES[order.state].waits_for !== 'server') return order;
      const now = clock.now();
      const { account_id } = order;
      const account = await accounts.withId(account_id);
      const funds = await this.#fundsOf(order);
      const { isAccepted = false } = acceptance;
      const problem = isAccepted ? null : paymentProblem(order, funds.held_idr, owedOf(funds.credit_idr));
      const fitting = problem ?? (await this.#fitting(order, account, funds, { now, isRetried, isAccepted }));
      const reason = typeof fitting === 'string' ? fitting : null;
      const sale = typeof fitting === 'string' ? null : saleOf(order, fitting, funds, acceptance);
      const audit_id = await recordAudit(ledger, {
        action: reason === null ? 'order.applied' : 'order.not_applied',
        at: now,
        actor,
        reason,
        account_id,
        order_id,
        details: {
          paid_idr: order.paid_idr,
          paid_at: order.paid_at,
          ...acceptance,
          ...(sale && { subscription: sale.bought }),
        },
      });
      if (sale) await this.#change(order, account, sale, { audit_id, now });
      const state = stateAfter(reason === null ? 'applied' : 'not applied', order);
      const plan_effect = reason === null ? null : order.plan_effect;
      const settled = { ...order, state, reason, plan_effect, settled_at: now.toISOString() };
      await ledger.run('change_order', settled);
      await this.#recordEvent(order, reason, { audit_id, now });
      return settled;
    });
  }

  /** Notifies the account of its plan, or the operator of a payment that was not applied. */
  async #recordEvent(
    { order_id, account_id, paid_idr }: Order,
    reason: string | null,
    { audit_id, now: at }: Judged,
  ): Promise<void> {
    const { ledger, accounts } = this.#services;
    if (reason !== null) {
      const data = { order_id, account_id, reason };
      await recordEvent(ledger, { kind: 'payment.needs_attention', account_id, at, data });
      return;
    }
    const { plan, period_end } = await accounts.withId(account_id);
    const data = { order_id, plan, period_end, paid_idr };
    const occurrence = `${order_id} ${audit_id}`;
    await recordEvent(ledger, { kind: 'payment.applied', occurrence, account_id, at, data });
  }

  async #fundsOf({ order_id, account_id }: Order): Promise<Funds> {
    const { ledger } = this.#services;
    const money = await moneyOfOrder(ledger, order_id);
    const isForeign = (await this.of(order_id)).some((payment) => payment.paid_idr === null);
    const credit = await creditByPayment(ledger, account_id);
    const held_idr = isForeign ? null : total(money, 'held');
    return { money, held_idr, credit, credit_idr: sumOfCredit(credit) };
  }

  /** The quote that the order is applied with, or why it does not fit the account. */
  async #fitting(
    order: Order,
    account: Account,
    { credit_idr }: Funds,
    { now, isRetried, isAccepted }: Readonly<{ now: Date; isRetried: boolean; isAccepted: boolean }>,
  ): Promise<Quote | string> {
    const { accounts, offers } = this.#services;
    const { order_id, account_id, balance_idr } = order;
    if (account.deleted_at !== null) return 'The account was deleted.';
    const inForce = periodChanges(await accounts.changes(account_id));
    if (inForce.some((change) => change.order_id === order_id)) {
      return 'The order was applied before, and its plan was kept. A new order is needed.';
    }
    const offer = await offers.ofOrder(order);
    if (offer && offer.taken_by !== null) return 'Another order already accepted the offer.';
    if (!isAccepted && balance_idr > Math.max(0, credit_idr)) {
      return `IDR ${balance_idr} of the price was to be paid from the credit of the account, and another order used that credit.`;
    }
    const paid_at = order.paid_at === null ? now : new Date(order.paid_at);
    const first = quotedAgain(order, offer, account, { at: paid_at, now });
    if (typeof first !== 'string' || !isRetried) return first;
    const second = quotedAgain(order, offer, account, { at: now, now });
    return typeof second === 'string' ? first : second;
  }

  async #change(
    order: Order,
    account: Account,
    { quoted, moves, bought }: Sale,
    { audit_id, now }: Judged,
  ): Promise<void> {
    const { ledger, offers, invoices } = this.#services;
    const { order_id, account_id, kind, price_idr, credit_idr } = order;
    const charge_idr = sumOf(moves.filter(({ target }) => target === 'applied'));
    await moveMoney(ledger, { audit_id, account_id, order_id, moved_at: now.toISOString() }, moves);
    await invoices.issue({ order, account, quoted, moves, audit_id, now });
    if (order.offer_id !== null) await offers.take(await offers.find(order.offer_id, account_id), order_id);
    const sale = { kind, order_id, changed_at: now.toISOString(), price_idr, credit_idr, charge_idr };
    await changeSubscription(ledger, account, bought, sale);
  }
}

/** How the money of an order is applied, and what the account has then. What the account owes is settled first. */
function saleOf(
  { charge_idr, balance_idr }: Order,
  quoted: Quote,
  { money, credit, credit_idr }: Funds,
  { excess }: Acceptance,
): Sale {
  const used_credit_idr = Math.min(balance_idr, Math.max(0, credit_idr));
  const settled_idr = Math.min(owedOf(credit_idr), total(money, 'held'));
  const settled = movesOf(money, 'held', 'credit', settled_idr);
  const unsettled = remaining(money, settled);
  const paid_idr = Math.min(charge_idr - used_credit_idr, total(unsettled, 'held'));
  const paid = movesOf(unsettled, 'held', 'applied', paid_idr);
  const rest = remaining(unsettled, paid);
  const kept = movesOf(rest, 'held', 'credit', excess === 'return' ? 0 : total(rest, 'held'));
  const bought = boughtOf({
    ...quoted.product,
    ...quoted,
    // A payment of less than the price is worth what was paid.
    period_price_idr: quoted.period_price_idr - (charge_idr - used_credit_idr - paid_idr),
  });
  return { quoted, moves: [...settled, ...paid, ...spentCredit(credit, used_credit_idr), ...kept], bought };
}

/** What an order states of its payments. */
export async function paidFields(
  ledger: Ledger,
  { order_id, checkout_reference, state }: Order,
): Promise<Pick<Order, 'paid_at' | 'paid_idr' | 'payment_reference'>> {
  const paid = await ledger.get('paid_of_order', { order_id });
  if (!paid) return { paid_at: null, paid_idr: null, payment_reference: checkout_reference };
  const { made_idr, ...fields } = paid;
  const isBought = allows('refunded', { order_id, state });
  const held_idr = isBought ? 0 : total(await moneyOfOrder(ledger, order_id), 'held');
  return { ...fields, paid_idr: made_idr === null ? null : held_idr || made_idr };
}

/** An order as of now. @throws AlirError `unknown_order` */
export async function findOrder(
  { ledger, clock }: { readonly ledger: Ledger; readonly clock: Clock },
  order_id: string,
): Promise<Order> {
  const order = await ledger.get('order', { order_id });
  if (!order) throw unknownOrder(order_id);
  return orderAt(order, clock.now());
}

function actorOf(method: PaymentMethod): string {
  return method === 'credit' ? 'account' : method;
}

/** The reference of a payment that the operator states without one. */
function unusedReference(payments: readonly PaidAmount[]): string {
  if (payments.length === 0) return CONFIRMED;
  const used = new Set(payments.map(({ payment_reference }) => payment_reference));
  let count = payments.length + 1;
  while (used.has(`${CONFIRMED}, ${count}`)) count++;
  return `${CONFIRMED}, ${count}`;
}

/** A time of another clock, which can be ahead or behind. */
function within(time: Date, earliest: Date, latest: Date): Date {
  if (time > latest) return latest;
  return time < earliest ? earliest : time;
}
