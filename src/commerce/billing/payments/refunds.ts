import type { Clock } from '../../../core/clock.ts';
import type { ReturnCause } from '../../../core/commerce-terms.ts';
import { AlirError } from '../../../core/errors.ts';
import { recordEvent } from '../../../ledger/events.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Accounts, SubscriptionChange } from '../../accounts/accounts.ts';
import { type AuditAction, type Change, recordAudit } from '../../accounts/audit-log.ts';
import {
  creditOf,
  type Move,
  moneyOfOrder,
  moveMoney,
  movesOf,
  type OrderMoney,
  sumOf,
  total,
} from '../../accounts/money.ts';
import { type BoughtSubscription, boughtOf, changeSubscription } from '../../accounts/subscriptions.ts';
import type { Invoices } from '../invoices/invoices.ts';
import type { Offers } from '../prices/offers.ts';
import type { Order } from '../prices/order.ts';
import type { ReturnedPayment } from './payment-provider.ts';
import { findOrder, notPayable } from './payments.ts';
import { unknownOrder } from './provider-api.ts';

interface RefundServices {
  readonly ledger: Ledger;
  readonly accounts: Accounts;
  readonly offers: Offers;
  readonly invoices: Invoices;
  readonly clock: Clock;
}

/** What happens to the plan that an order gave. */
export type PlanDecision = 'keep' | 'undo';

/** A refund by the operator. */
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

/** What the transaction of a refund works on. */
interface Context extends Change {
  readonly order: Order;
  readonly money: OrderMoney;
  readonly now: Date;
}

/** What the account has after a change, for the audit log. */
interface Changed {
  readonly subscription: BoughtSubscription;
}

/** Money that goes back to customers, and what happens to the plans that it paid. */
export class Refunds {
  readonly #services: RefundServices;

  constructor(services: RefundServices) {
    this.#services = services;
  }

  /** Where the money of an order is, in IDR. */
  async moneyOf(order_id: string): Promise<Readonly<Record<'held' | 'applied' | 'returned', number>>> {
    const money = await moneyOfOrder(this.#services.ledger, order_id);
    return {
      held: total(money, 'held'),
      applied: total(money, 'applied'),
      returned: total(money, 'returned'),
    };
  }

  /** Cancels an unpaid order, or returns the payment of an order that was not applied. @throws AlirError `order_not_payable` */
  async cancel(order_id: string, change: Change): Promise<Order> {
    return await this.#change(order_id, change, async (context) => {
      const { order } = context;
      if (order.state === 'pending') return await this.#cancelUnpaid(context);
      if (order.state !== 'paid_not_applied') throw notPayable(order, 'cancelled');
      const moves = movesOf(context.money, 'held', 'returned', total(context.money, 'held'));
      await this.#record(context, 'order.refunded', moves, {});
      await this.#end(context, 'refunded', null);
    });
  }

  /**
   * Cancels an order of an account that still waits for its payment. Unlike `cancel`, it never records that money was returned.
   * @throws AlirError `unknown_order`, also for an order of another account; `order_not_payable` if it was paid, cancelled or is expired
   */
  async withdraw(order_id: string, account_id: string, change: Change): Promise<Order> {
    return await this.#change(order_id, change, async (context) => {
      const { order, now } = context;
      if (order.account_id !== account_id) throw unknownOrder(order_id);
      if (order.state !== 'pending' || order.expires_at <= now.toISOString()) {
        throw notPayable(order, 'cancelled');
      }
      await this.#cancelUnpaid(context);
    });
  }

  /**
   * Records money that the operator returned to the customer, or keeps it as credit of the account.
   * @throws AlirError `unknown_order`, `order_not_refundable`
   */
  async refund(order_id: string, request: RefundRequest, change: Change): Promise<Order> {
    return await this.#change(order_id, change, (context) =>
      request.plan === undefined
        ? this.#returnHeld(context, request)
        : this.#returnApplied(context, request, request.plan),
    );
  }

  /**
   * Takes back a payment that was recorded and not made, with the credit that it became, as far as that is not used. It leaves the accounts as
   * if it had never come.
   * @param plan needed for an order that was applied
   * @throws AlirError `unknown_order`, `order_not_refundable`
   */
  async void(order_id: string, plan: PlanDecision | undefined, change: Change): Promise<Order> {
    return await this.#change(order_id, change, async (context) => {
      const { order, money } = context;
      if (order.state === 'pending') return await this.#cancelUnpaid(context);
      const wasApplied = order.state === 'applied';
      if (!wasApplied && order.state !== 'paid_not_applied') throw notRefundable(order, 'voided');
      if (wasApplied && plan === undefined) throw undecided(order);
      let left_idr = await creditOf(this.#services.ledger, order.account_id);
      const moves: Move[] = money.flatMap((part) => {
        const { payment_reference, held, applied, credit } = part;
        const target = payment_reference === null ? 'credit' : 'customer';
        // Credit that the account has used stays used.
        const credit_idr = payment_reference === null ? 0 : Math.min(credit, left_idr);
        left_idr -= credit_idr;
        return [
          { payment_reference, source: 'held', target, amount_idr: held },
          { payment_reference, source: 'applied', target, amount_idr: applied },
          { payment_reference, source: 'credit', target, amount_idr: credit_idr },
        ] satisfies Move[];
      });
      const changed = wasApplied
        ? await this.#decide(context, plan ?? 'keep', total(money, 'applied'))
        : null;
      await this.#record(context, 'order.voided', moves, { plan, ...changed }, 'void');
      await this.#end(context, 'cancelled', wasApplied ? decided(plan ?? 'keep') : null);
    });
  }

  /**
   * Records what the payment provider reports as returned: a refund, a void or a chargeback. What happens to the plan is the operator's
   * decision. Idempotent: the provider reports the total of a payment.
   */
  async returnedByProvider(returned: ReturnedPayment, provider: string): Promise<Order> {
    const { payment_reference, returned_idr, cause } = returned;
    return await this.#change(returned.order_id, { actor: provider, reason: cause }, async (context) => {
      const { order, money } = context;
      const known = money.filter((part) => part.payment_reference === payment_reference);
      const known_idr = total(known, 'returned') + total(known, 'voided');
      const unknown_idr = returned_idr === null ? 0 : returned_idr - known_idr;
      const isNew = unknown_idr > 0 || (returned_idr === null && order.attention === null);
      if (!isNew || known.length === 0) return;
      const target = cause === 'void' ? 'customer' : 'returned';
      const held = movesOf(known, 'held', target, Math.min(unknown_idr, total(known, 'held')));
      const held_idr = sumOf(held);
      const applied = movesOf(
        known,
        'applied',
        target,
        Math.min(unknown_idr - held_idr, total(known, 'applied')),
      );
      const applied_idr = sumOf(applied);
      const credit_idr = Math.min(
        unknown_idr - held_idr - applied_idr,
        await creditOf(this.#services.ledger, order.account_id),
      );
      const credit: Move = { payment_reference, source: 'credit', target, amount_idr: credit_idr };
      const missing_idr = unknown_idr - held_idr - applied_idr - credit_idr;
      const changed = applied_idr > 0 ? await this.#reduceValue(context, applied_idr) : null;
      const details = { ...returned, missing_idr, ...changed };
      await this.#record(context, 'payment.returned', [...held, ...applied, credit], details, cause);
      if (order.state === 'paid_not_applied' && total(money, 'held') === held_idr) {
        await this.#end(context, target === 'customer' ? 'cancelled' : 'refunded', null);
      } else if (applied_idr > 0 || missing_idr > 0 || returned_idr === null) {
        const attention = attentionOf({ provider, cause, applied_idr, missing_idr, returned_idr, order });
        const { ledger } = this.#services;
        const { order_id, account_id } = order;
        await ledger.run('note_attention', { order_id, attention });
        const data = { order_id, account_id, reason: attention };
        await recordEvent(ledger, { kind: 'payment.needs_attention', account_id, at: context.now, data });
      }
    });
  }

  async #change(order_id: string, change: Change, work: (context: Context) => Promise<void>): Promise<Order> {
    const { ledger, clock } = this.#services;
    return await ledger.transaction(async () => {
      const order = await findOrder(ledger, order_id);
      await work({ ...change, order, money: await moneyOfOrder(ledger, order_id), now: clock.now() });
      return await findOrder(ledger, order_id);
    });
  }

  async #cancelUnpaid(context: Context): Promise<void> {
    const { order, now } = context;
    await this.#services.ledger.run('cancel_order', {
      order_id: order.order_id,
      settled_at: now.toISOString(),
    });
    await this.#record(context, 'order.cancelled', [], {});
  }

  async #returnHeld(context: Context, request: RefundRequest): Promise<void> {
    const { order } = context;
    const money = ofPayment(context.money, request.payment_reference);
    const held_idr = total(money, 'held');
    if (held_idr === 0) {
      const reason =
        order.state === 'applied'
          ? 'no payment of it is held. To refund the applied payment, decide what happens to the plan: add --plan keep or --plan undo'
          : 'no payment of it is held';
      throw refundRefused(order, reason);
    }
    const amount_idr = amountWithin(order, request.amount_idr, held_idr);
    const moves = movesOf(money, 'held', request.asCredit ? 'credit' : 'returned', amount_idr);
    await this.#record(context, 'order.refunded', moves, { ...request });
    if (order.state === 'paid_not_applied' && total(context.money, 'held') === amount_idr) {
      await this.#end(context, 'refunded', null);
    }
  }

  async #returnApplied(context: Context, request: RefundRequest, plan: PlanDecision): Promise<void> {
    const { order } = context;
    if (order.state !== 'applied') throw notRefundable(order, 'refunded with a decision about the plan');
    const money = ofPayment(context.money, request.payment_reference);
    const amount_idr = amountWithin(order, request.amount_idr, total(money, 'applied'));
    const moves = movesOf(money, 'applied', request.asCredit ? 'credit' : 'returned', amount_idr);
    const changed = await this.#decide(context, plan, amount_idr);
    await this.#record(context, 'order.refunded', moves, { ...request, ...changed });
    if (plan === 'undo' || total(context.money, 'applied') === amount_idr) {
      await this.#end(context, 'refunded', decided(plan));
    } else if (order.attention !== null) {
      await this.#services.ledger.run('note_attention', { order_id: order.order_id, attention: null });
    }
  }

  async #decide(context: Context, plan: PlanDecision, amount_idr: number): Promise<Changed | null> {
    if (plan === 'undo') return await this.#undo(context);
    return amount_idr > 0 ? await this.#reduceValue(context, amount_idr) : null;
  }

  /** Gives the account back the subscription that it had before the order. */
  async #undo(context: Context): Promise<Changed> {
    const { accounts, offers } = this.#services;
    const { order } = context;
    const changes = await accounts.changes(order.account_id);
    const index = changes.findIndex(
      (change) => change.order_id === order.order_id && change.kind !== 'refund',
    );
    const before = changes[index - 1];
    if (!before) throw new Error(`The order ${order.order_id} has no earlier subscription to return to`);
    const [later] = await this.#inEffect(
      changes.slice(index + 1).filter((change) => change.order_id !== order.order_id),
    );
    if (later) {
      throw refundRefused(
        order,
        `the subscription changed again at ${later.changed_at} (${later.kind}). ${later.order_id === null ? 'Keep the plan: --plan keep' : `Undo that order first (${later.order_id}), or keep the plan: --plan keep`}`,
      );
    }
    await offers.reopen(order);
    return await this.#changeTo(context, before);
  }

  /** Lowers what the present period is worth in an upgrade, by money that was returned. */
  async #reduceValue(context: Context, amount_idr: number): Promise<Changed | null> {
    const { accounts } = this.#services;
    const { order } = context;
    const changes = await accounts.changes(order.account_id);
    const index = changes.findIndex(
      (change) => change.order_id === order.order_id && change.kind !== 'refund',
    );
    const present = changes.at(-1);
    // After a purchase or an assignment, the period contains nothing of what was paid before.
    const later = await this.#inEffect(changes.slice(index + 1));
    const isContained = later.every(({ kind }) => kind !== 'purchase' && kind !== 'assignment');
    if (!present || !isContained) return null;
    const period_price_idr = Math.max(0, present.period_price_idr - amount_idr);
    return await this.#changeTo(context, { ...present, period_price_idr });
  }

  /** The changes whose orders were not undone. */
  async #inEffect(changes: readonly SubscriptionChange[]): Promise<SubscriptionChange[]> {
    const inEffect: SubscriptionChange[] = [];
    for (const change of changes) {
      const order = change.order_id === null ? null : await findOrder(this.#services.ledger, change.order_id);
      if (order?.plan_effect !== 'undone') inEffect.push(change);
    }
    return inEffect;
  }

  /** Gives the account a subscription that it had before, or one like it. */
  async #changeTo({ order, now }: Context, wanted: SubscriptionChange): Promise<Changed> {
    const { ledger, accounts } = this.#services;
    const subscription = boughtOf(wanted);
    await changeSubscription(ledger, await accounts.withId(order.account_id), subscription, {
      kind: 'refund',
      order_id: order.order_id,
      changed_at: now.toISOString(),
      price_idr: 0,
      credit_idr: 0,
      charge_idr: 0,
    });
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

  async #end(
    { order, now }: Context,
    state: 'cancelled' | 'refunded',
    plan_effect: Order['plan_effect'],
  ): Promise<void> {
    await this.#services.ledger.run('end_order', {
      order_id: order.order_id,
      state,
      plan_effect,
      settled_at: now.toISOString(),
    });
  }
}

function ofPayment(money: OrderMoney, payment_reference: string | undefined): OrderMoney {
  if (payment_reference === undefined) return money;
  return money.filter((part) => part.payment_reference === payment_reference);
}

function amountWithin(order: Order, amount_idr: number | undefined, available_idr: number): number {
  if (amount_idr === undefined || amount_idr <= available_idr) return amount_idr ?? available_idr;
  throw refundRefused(order, `IDR ${available_idr} can be returned, and IDR ${amount_idr} is more`);
}

function decided(plan: PlanDecision): 'kept' | 'undone' {
  return plan === 'keep' ? 'kept' : 'undone';
}

/** What the operator reads about money that a provider returned. */
function attentionOf({
  provider,
  cause,
  applied_idr,
  missing_idr,
  returned_idr,
  order,
}: {
  readonly provider: string;
  readonly cause: string;
  readonly applied_idr: number;
  readonly missing_idr: number;
  readonly returned_idr: number | null;
  readonly order: Order;
}): string {
  const amount = returned_idr === null ? 'a part of the payment' : `IDR ${applied_idr}`;
  const missing =
    missing_idr > 0
      ? ` IDR ${missing_idr} of it was already used as credit, and is not recorded as returned.`
      : '';
  return `${provider} returned ${amount} (${cause}).${missing} Decide what happens to the plan: alir order refund ${order.order_id} --plan keep, or --plan undo.`;
}

function refundRefused(order: Order, reason: string): AlirError {
  return new AlirError('order_not_refundable', `The order ${order.order_id} cannot be refunded: ${reason}.`);
}

function undecided(order: Order): AlirError {
  return new AlirError(
    'order_not_refundable',
    `The order ${order.order_id} was applied. Decide what happens to the plan: add --plan keep or --plan undo.`,
  );
}

function notRefundable({ order_id, state }: Order, verb: string): AlirError {
  return new AlirError(
    'order_not_refundable',
    `The order ${order_id} is ${state}, so it cannot be ${verb}. To see it, run: alir order show ${order_id}`,
  );
}
