import type { ReturnCause } from '../../../core/commerce-terms.ts';
import { AlirError } from '../../../core/errors.ts';
import { counted } from '../../../core/words.ts';
import { recordEvent } from '../../../ledger/events.ts';
import { type AuditAction, type Change, hasAuditEntry, recordAudit } from '../../accounts/audit-log.ts';
import {
  creditOf,
  type Move,
  moneyOfOrder,
  moveMoney,
  movesOf,
  type OrderMoney,
  owedOf,
  type PlacedMoney,
  placesOf,
  sumOf,
  total,
  voidPayment,
  withoutTax,
} from '../../accounts/money.ts';
import {
  changeSubscription,
  periodChanges,
  reduceValue,
  saleByHand,
  subscriptionAfter,
} from '../../accounts/subscriptions.ts';
import { allows, notAllowed, STATES, stateAfter } from '../order-states.ts';
import type { Order, PaidAmount } from '../prices/order-amounts.ts';
import type { ReturnedPayment } from './payment-provider.ts';
import { findOrder, type PaymentServices, type Payments, paidFields } from './payments.ts';
import { unknownOrder } from './provider-api.ts';

type RefundServices = PaymentServices & { readonly payments: Payments };

/** What happens to the plan that an order gave. */
export type PlanDecision = 'keep' | 'undo';

export interface RefundRequest {
  /** Returns applied money, and decides about the plan. Without it, money is returned that is held and not applied. */
  readonly plan?: PlanDecision | undefined;
  /** Default: all. */
  readonly amount_idr?: number | undefined;
  /** Only money of this payment. */
  readonly payment_reference?: string | undefined;
  /** Keeps the money as credit of the account instead of returning it. */
  readonly asCredit?: boolean;
}

/** A payment that was not made. Its reference is not needed for an order with one. */
export type VoidRequest = Pick<RefundRequest, 'plan' | 'payment_reference'>;

interface Context extends Change {
  readonly order: Order;
  readonly money: OrderMoney;
  readonly now: Date;
}

/** Money that goes back to customers, and what happens to the plans that it paid. */
export class Refunds {
  readonly #services: RefundServices;

  constructor(services: RefundServices) {
    this.#services = services;
  }

  /** Where the money of an order is, in IDR. */
  async moneyOf(order_id: string) {
    const money = await moneyOfOrder(this.#services.ledger, order_id);
    const of = (place: 'held' | 'applied' | 'returned') => total(money, place);
    return { held: of('held'), applied: of('applied'), returned: of('returned') };
  }

  /** The money of an order that can be returned, in IDR: without withheld tax, which did not come in. */
  async returnableOf(order_id: string): Promise<Readonly<Record<'held' | 'applied', number>>> {
    const money = withoutTax(await moneyOfOrder(this.#services.ledger, order_id));
    return { held: total(money, 'held'), applied: total(money, 'applied') };
  }

  /**
   * Cancels an unpaid order, or returns the payment of an order that was not applied.
   * @param owner the account that cancels its own order, which must still wait for its payment
   * @throws AlirError `order_not_payable`; `unknown_order`, also for an order of another account
   */
  async cancel(order_id: string, change: Change, owner?: string): Promise<Order> {
    return await this.#change(order_id, change, async (context) => {
      const { order, money } = context;
      if (owner !== undefined && order.account_id !== owner) throw unknownOrder(order_id);
      const state = stateAfter(owner === undefined ? 'cancelled' : 'withdrawn', order);
      if (withheldIn(money, 'held') > 0)
        throw refused(`${order_id} cannot be cancelled: ${taxAdvice(context, 'held')}`);
      const moves = movesOf(money, 'held', 'returned', total(money, 'held'));
      await this.#record(context, state === 'refunded' ? 'order.refunded' : 'order.cancelled', moves, {});
      await this.#write(context, state);
    });
  }

  /**
   * Records money that the operator returned to the customer, or keeps it as credit of the account.
   * @throws AlirError `unknown_order`, `order_not_refundable`
   */
  async refund(order_id: string, request: RefundRequest, change: Change): Promise<Order> {
    return await this.#change(order_id, change, async (context) => {
      const { order, money } = context;
      const { plan = null, payment_reference, asCredit } = request;
      const hasRest = allows('rest refunded', order) && total(money, 'applied') > 0;
      const isHeld = plan === null && (total(money, 'held') > 0 || !hasRest);
      const source = isHeld ? 'held' : 'applied';
      const event = isHeld ? 'held money returned' : hasRest ? 'rest refunded' : 'refunded';
      if (!allows(event, order)) throw notAllowed(event, order);
      const own = withoutTax(money).filter(
        (part) => payment_reference === undefined || part.payment_reference === payment_reference,
      );
      const available_idr = total(own, source);
      const { amount_idr = available_idr } = request;
      const tax = withheldIn(money, source) > 0 ? `. ${taxAdvice(context, source)}` : '';
      if (available_idr === 0 && payment_reference !== undefined) {
        const others = withoutTax(money).filter((part) => part[source] > 0);
        const names = others.map((part) => `"${part.payment_reference}"`);
        const advice =
          names.length > 0 ? `Choose one with --reference: ${names.join(', ')}` : 'Leave out --reference';
        const reason = `no money of a payment "${payment_reference}" is ${source}`;
        throw refused(`${order_id} cannot be refunded: ${reason}. ${advice}${tax}`);
      }
      if (isHeld && available_idr === 0 && tax === '') throw notHeld(order);
      if (amount_idr > available_idr || request.amount_idr === 0 || (available_idr === 0 && tax !== '')) {
        const reason = `IDR ${available_idr} can be returned, and IDR ${amount_idr} is ${amount_idr === 0 ? 'nothing' : 'more'}${tax}`;
        throw refused(`${order_id} cannot be refunded: ${reason}`);
      }
      const left_idr = total(money, source) - amount_idr;
      const facts = { held_idr: left_idr, applied_idr: left_idr, plan, plan_effect: order.plan_effect };
      const state = stateAfter(event, order, facts);
      const moves = movesOf(own, source, asCredit ? 'credit' : 'returned', amount_idr);
      const changed = await this.#decide(context, plan, amount_idr);
      await this.#record(context, 'order.refunded', moves, { ...request, ...changed });
      const isDecided = plan !== null && !allows('refunded', { order_id, state });
      const decided = plan === 'keep' ? 'kept' : 'undone';
      await this.#write(context, state, isDecided ? { plan_effect: order.plan_effect ?? decided } : {});
    });
  }

  /**
   * Takes back one payment that was recorded and not made, with all that came from it, also a refund. It leaves the account as if the
   * payment had never come: other payments of the order are judged again. The account owes credit that was used since.
   * @throws AlirError `unknown_order`, `order_not_refundable`
   */
  async void(order_id: string, request: VoidRequest, change: Change): Promise<Order> {
    return await this.#change(order_id, change, async (context) => {
      const { order, money, now } = context;
      const { ledger } = this.#services;
      const payments = await this.#services.payments.of(order_id);
      const { payment_id, provider } = voidedPayment(context, payments, request.payment_reference);
      const isPaidByCredit = provider === 'credit';
      const inForce = periodChanges(await this.#services.accounts.changes(order.account_id));
      const hasPlan = inForce.some((each) => each.order_id === order_id);
      const received = await ledger.all('moves_of_payment', { payment_id });
      const isInPlan = received.some((move) => move.order_id === order_id && move.target === 'applied');
      const isOnly = allows('refunded', order) && payments.length === 1 && total(money, 'applied') === 0;
      const isConcerned = isInPlan || isOnly || isPaidByCredit || STATES[order.state].shown === 'refunded';
      if (hasPlan && isConcerned && request.plan === undefined) {
        throw refused(
          `${order_id} was applied. Decide what happens to the plan: add --plan keep or --plan undo`,
        );
      }
      const plan = !hasPlan ? 'undo' : isConcerned ? (request.plan ?? 'undo') : null;
      // The other payments are held again, and credit that paid the order is credit again.
      const others = money.filter((part) => part.payment_id !== payment_id);
      const freed = plan === 'undo' || isPaidByCredit ? others.flatMap(freedMoney) : [];
      const moves = [...(await this.#movesBack(payment_id, order_id, 'customer')), ...freed];
      const changed = await this.#decide(context, plan, sumFrom(moves, 'applied'));
      await this.#record(context, 'order.voided', moves, { ...request, ...changed }, 'void');
      await voidPayment(ledger, payment_id, now.toISOString());
      const left = await moneyOfOrder(ledger, order_id);
      const state = stateAfter('voided', order, {
        plan,
        held_idr: total(left, 'held'),
        applied_idr: total(left, 'applied'),
        cancelled_at: order.cancelled_at,
        isPaidByCredit,
        payments: payments.length - 1,
      });
      const paid = await paidFields(ledger, { ...order, state });
      if (state === order.state || allows('refunded', { order_id, state }))
        return this.#write(context, state, plan === 'keep' ? paid : {});
      const decided = plan === 'keep' ? 'kept' : isPaidByCredit ? 'undone' : null;
      const plan_effect = plan === null ? order.plan_effect : decided;
      await this.#write(context, state, { plan_effect, ...paid });
      await this.#services.payments.apply(order_id, change.actor);
    });
  }

  /**
   * Records what the payment provider reports as returned: a refund, a void or a chargeback. What happens to the plan is the operator's
   * decision. Idempotent: the provider reports the total of a payment.
   */
  async returnedByProvider(returned: ReturnedPayment, provider: string): Promise<Order> {
    const { payment_reference, returned_idr, cause, order_id } = returned;
    return await this.#change(order_id, { actor: provider, reason: cause }, async (context) => {
      const { order, money, now } = context;
      const { ledger, payments } = this.#services;
      const { account_id } = order;
      const made = await payments.of(order_id);
      const known = made.find((each) => each.payment_reference === payment_reference);
      if (!known) return;
      const target = cause === 'void' ? 'customer' : 'returned';
      const moves = await this.#movesBack(known.payment_id, order_id, target, returned_idr ?? 0);
      // A part of unknown size is repeated in each answer of the provider, also after the operator has decided about it.
      const same = {
        action: 'payment.returned',
        details: { payment_reference, returned_idr, cause },
      } as const;
      const isRepeated = () => hasAuditEntry(ledger, { ...same, account_id, order_id });
      if (sumOf(moves) === 0 && (returned_idr !== null || (await isRepeated()))) return;
      const applied_idr = sumFrom(moves, 'applied');
      const owed_before_idr = owedOf(await creditOf(ledger, account_id));
      const changed = await this.#decide(context, 'keep', applied_idr);
      await this.#record(context, 'payment.returned', moves, { ...returned, ...changed }, cause);
      const owed_idr = owedOf(await creditOf(ledger, account_id)) - owed_before_idr;
      const isUndecided = applied_idr > 0 || owed_idr > 0 || returned_idr === null;
      const state = stateAfter('returned by the provider', order, {
        held_idr: total(money, 'held') - sumFrom(moves, 'held'),
        isVoid: cause === 'void',
        isUndecided,
      });
      if (!isUndecided || !allows('refunded', { order_id, state })) return this.#write(context, state);
      const reason = attentionOf(returned, provider, applied_idr, owed_idr);
      await this.#write(context, state, { reason });
      const data = { order_id, account_id, reason };
      await recordEvent(ledger, { kind: 'payment.needs_attention', account_id, at: now, data });
    });
  }

  async #change(order_id: string, change: Change, work: (context: Context) => Promise<void>): Promise<Order> {
    const { ledger, clock } = this.#services;
    return await ledger.transaction(async () => {
      const order = await findOrder(this.#services, order_id);
      await work({ ...change, order, money: await moneyOfOrder(ledger, order_id), now: clock.now() });
      return await findOrder(this.#services, order_id);
    });
  }

  /**
   * Movements that take a payment back from where its money is, from a plan last. Credit that was used since becomes owed.
   * @param taken_idr what is then taken back in all; default: the whole payment
   */
  async #movesBack(
    payment_id: number,
    order_id: string,
    target: 'customer' | 'returned',
    taken_idr?: number,
  ): Promise<Move[]> {
    const moves = await this.#services.ledger.all('moves_of_payment', { payment_id });
    const here = placesOf(moves.filter((move) => move.order_id === order_id));
    const places = placesOf(moves);
    const left_idr = -places.customer;
    const voided_idr = sumOf(moves.filter((each) => each.target === 'customer'));
    const all_idr =
      taken_idr === undefined
        ? left_idr
        : Math.max(0, Math.min(left_idr, taken_idr - voided_idr) - places.returned);
    const held_idr = Math.min(all_idr, here.held);
    const unused_idr = Math.min(all_idr - held_idr, Math.max(0, places.credit));
    const applied_idr = Math.min(all_idr - held_idr - unused_idr, here.applied);
    const returned_idr = taken_idr === undefined ? here.returned : 0;
    const credit_idr = all_idr - held_idr - applied_idr - returned_idr;
    return [
      { payment_id, source: 'held', target, amount_idr: held_idr },
      { payment_id, source: 'applied', target, amount_idr: applied_idr },
      // A refund of a payment that was not made was not made either.
      { payment_id, source: 'returned', target: 'customer', amount_idr: returned_idr },
      { payment_id, source: 'credit', target, amount_idr: credit_idr },
    ];
  }

  /**
   * Undoes the plan, or lowers what it is worth. @param plan null if nothing happens to it
   * @returns what the account has then, for the audit log
   */
  async #decide({ order, now: at }: Context, plan: PlanDecision | null, amount_idr: number) {
    const { ledger, accounts, offers } = this.#services;
    const { order_id, account_id } = order;
    if (plan === null) return null;
    const account = await accounts.withId(account_id);
    const changes = await accounts.changes(account_id);
    if (plan === 'keep')
      return await reduceValue(ledger, account, changes, { order_id, lost_idr: amount_idr, at });
    const inForce = periodChanges(changes);
    const index = inForce.findIndex((change) => change.order_id === order_id);
    if (index === -1) return null;
    const later = inForce[index + 1];
    if (later) {
      throw refused(
        `${order_id} cannot be refunded: the subscription changed again at ${later.changed_at} (${later.kind}). ${later.order_id === null ? 'Keep the plan: --plan keep' : `Undo that order first (${later.order_id}), or keep the plan: --plan keep`}`,
      );
    }
    await offers.reopen(order);
    const subscription = subscriptionAfter(inForce.slice(0, index), changes);
    await changeSubscription(ledger, account, subscription, { ...saleByHand('undo', at, 0), order_id });
    await accounts.restoreGrants(account_id);
    return { subscription };
  }

  async #record(
    { order, now, actor, reason }: Context,
    action: AuditAction,
    moves: readonly Move[],
    details: Readonly<Record<string, unknown>>,
    cause: ReturnCause = 'refund',
  ): Promise<void> {
    const { ledger, invoices } = this.#services;
    const { order_id, account_id } = order;
    const audit_id = await recordAudit(ledger, {
      action,
      at: now,
      actor,
      reason,
      account_id,
      order_id,
      details: { ...details, moved_idr: sumOf(moves) },
    });
    await moveMoney(ledger, { audit_id, account_id, order_id, moved_at: now.toISOString() }, moves);
    await invoices.credit({ order, cause, moves, audit_id, now });
  }

  async #write(
    { order, now }: Context,
    state: Order['state'],
    fields: Partial<
      Pick<Order, 'plan_effect' | 'reason' | 'paid_at' | 'paid_idr' | 'payment_reference'>
    > = {},
  ): Promise<void> {
    const { shown, waits_for } = STATES[state];
    const isEnd = waits_for === null || waits_for === 'operator';
    const at = now.toISOString();
    const cancelled_at = shown === 'cancelled' ? (order.cancelled_at ?? at) : order.cancelled_at;
    const ended_at = shown === 'cancelled' ? cancelled_at : isEnd ? at : null;
    await this.#services.ledger.run('change_order', {
      ...order,
      reason: state === order.state ? order.reason : null,
      cancelled_at,
      settled_at: shown === STATES[order.state].shown ? order.settled_at : ended_at,
      ...fields,
      state,
    });
  }
}

/** Money of a payment that no longer pays an order. */
function freedMoney({ payment_id, is_own, applied: amount_idr }: PlacedMoney): Move {
  return { payment_id, source: 'applied', target: is_own ? 'held' : 'credit', amount_idr };
}

function sumFrom(moves: readonly Move[], source: Move['source']): number {
  return sumOf(moves.filter((move) => move.source === source));
}

function withheldIn(money: OrderMoney, place: 'held' | 'applied'): number {
  return total(money, place) - total(withoutTax(money), place);
}

/** What the operator does with withheld tax. */
function taxAdvice({ order, money }: Context, place: 'held' | 'applied'): string {
  const slip = money.find((part) => part.provider === 'withheld' && part[place] > 0)?.payment_reference;
  return `IDR ${withheldIn(money, place)} is withheld tax, which did not come in as money. If the slip is not valid, run: alir order void ${order.order_id} --reference "${slip}" --reason TEXT`;
}

/** The payment that is voided: without a reference, the only one, or the only one that was not returned. */
function voidedPayment(
  { order, money }: Context,
  payments: readonly PaidAmount[],
  reference?: string,
): PaidAmount {
  const isLeft = (payment: PaidAmount) =>
    money.some((part) => {
      return part.payment_id === payment.payment_id && part.held + part.applied + part.credit > 0;
    });
  const isNamed = (payment: PaidAmount) => payment.payment_reference === reference;
  const named = payments.filter(reference === undefined ? isLeft : isNamed);
  const [payment, ...others] = named.length === 0 && reference === undefined ? payments : named;
  if (payment && others.length === 0) return payment;
  const names = payments.map(({ payment_reference }) => `"${payment_reference}"`).join(', ');
  const made = counted(payments.length, 'payment');
  throw refused(
    payments.length === 0
      ? `${order.order_id} has no payment to void`
      : `${order.order_id} has ${made}. Choose one with --reference: ${names}`,
  );
}

/** What the operator reads about money that a provider returned. */
function attentionOf(
  { returned_idr, cause }: ReturnedPayment,
  provider: string,
  applied_idr: number,
  owed_idr: number,
): string {
  const amount = returned_idr === null ? 'a part of the payment' : `IDR ${applied_idr + owed_idr}`;
  const owed =
    owed_idr > 0 ? ` IDR ${owed_idr} of it was already used as credit, so the account owes it.` : '';
  return `${provider} returned ${amount} (${cause}).${owed} Decide with a refund of the order whether its plan is kept or undone.`;
}

function refused(reason: string): AlirError {
  return new AlirError('order_not_refundable', `The order ${reason}.`);
}

function notHeld(order: Order): AlirError {
  const advice = allows('refunded', order)
    ? '. To refund the applied payment, decide what happens to the plan: add --plan keep or --plan undo'
    : '';
  return refused(`${order.order_id} cannot be refunded: no payment of it is held${advice}`);
}
