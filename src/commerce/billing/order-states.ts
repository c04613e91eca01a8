import { ORDER_STATES, type OrderState } from '../../core/commerce-terms.ts';
import { AlirError } from '../../core/errors.ts';
import type { Row } from '../../ledger/queries.ts';

// The states of an order, and the events that change them. Nothing else in Alir decides in which state an order may be what.

interface StateFacts {
  /** The name that callers see. */
  readonly shown: Exclude<OrderState, 'attention'>;
  /** Who has to act. */
  readonly waits_for: 'customer' | 'server' | 'operator' | null;
  readonly about: string;
}

export const STATES: Readonly<Record<OrderState, StateFacts>> = {
  pending: { shown: 'pending', waits_for: 'customer', about: 'not paid yet' },
  expired: { shown: 'expired', waits_for: null, about: 'not paid in time; a payment can still arrive' },
  paid: { shown: 'paid', waits_for: 'server', about: 'a payment is recorded, and not judged yet' },
  applied: { shown: 'applied', waits_for: null, about: 'the account has what was bought' },
  attention: { shown: 'applied', waits_for: 'operator', about: 'the provider returned money of it' },
  paid_not_applied: { shown: 'paid_not_applied', waits_for: 'operator', about: 'its payment does not fit' },
  cancelled: { shown: 'cancelled', waits_for: null, about: 'was not paid' },
  refunded: { shown: 'refunded', waits_for: null, about: 'was paid, and the money was returned' },
};

/** The facts that guards read. Amounts are in rupiah, after the event. */
interface OrderFacts {
  readonly held_idr?: number;
  readonly applied_idr?: number;
  /** What happens to the plan; null if the event does not concern it. */
  readonly plan?: 'keep' | 'undo' | null;
  readonly plan_effect?: 'kept' | 'undone' | null;
  readonly cancelled_at?: string | null;
  /** The operator has to decide. */
  readonly isUndecided?: boolean;
  readonly isVoid?: boolean;
  readonly isPaidByCredit?: boolean;
  /** The payments that were made. */
  readonly payments?: number;
}

const GUARDS = {
  'nothing is held': ({ held_idr }) => held_idr === 0,
  'something is held': ({ held_idr = 0 }) => held_idr > 0,
  'a decision is needed': ({ isUndecided = false }) => isUndecided,
  'other payments were made': ({ payments = 0 }) => payments > 0,
  'nothing is held, and it was not made': ({ held_idr, isVoid = false }) => held_idr === 0 && isVoid,
  'the plan is undone, or nothing is applied': ({ plan, plan_effect, applied_idr }) =>
    plan === 'undo' || plan_effect === 'undone' || applied_idr === 0,
  'the plan is not concerned': ({ plan }) => plan === null,
  'the plan is kept, and something is applied': ({ plan, applied_idr = 0 }) =>
    plan === 'keep' && applied_idr > 0,
  'the plan is kept': ({ plan }) => plan === 'keep',
  'it was cancelled before, or cost no money': ({ cancelled_at = null, isPaidByCredit = false }) =>
    cancelled_at !== null || isPaidByCredit,
} satisfies Record<string, (facts: OrderFacts) => boolean>;

/** `verb` and `code`: of the refusal in another state. */
const EVENTS = {
  opened: { verb: 'paid', code: 'order_not_payable' },
  notified: { verb: 'paid', code: 'order_not_payable' },
  confirmed: { verb: 'confirmed', code: 'order_not_payable' },
  applied: { verb: 'applied', code: 'order_not_payable' },
  'not applied': { verb: 'applied', code: 'order_not_payable' },
  expired: { verb: 'expired', code: 'order_not_payable' },
  withdrawn: { verb: 'cancelled', code: 'order_not_payable' },
  cancelled: { verb: 'cancelled', code: 'order_not_payable' },
  'held money returned': { verb: 'refunded', code: 'order_not_refundable' },
  'rest refunded': { verb: 'refunded', code: 'order_not_refundable' },
  refunded: { verb: 'refunded with a decision about the plan', code: 'order_not_refundable' },
  'returned by the provider': { verb: 'refunded', code: 'order_not_refundable' },
  voided: { verb: 'voided', code: 'order_not_refundable' },
} as const;

export type OrderEvent = keyof typeof EVENTS;

type Transition = readonly [
  event: OrderEvent,
  from: readonly OrderState[],
  guard: keyof typeof GUARDS | null,
  to: OrderState | 'same',
  effect: string,
];

const UNAPPLIED = ['pending', 'expired', 'cancelled', 'paid', 'paid_not_applied'] as const;
const BOUGHT = ['applied', 'attention'] as const;

// biome-ignore format: a table
/** Of the rows with the event and the state, the first whose guard holds counts. */
export const TRANSITIONS: readonly Transition[] = [
  ['opened', ['pending'], null, 'same', 'records the page of the provider'],
  ['expired', ['pending'], null, 'expired', 'ends the price, which the time does by itself'],
  ['notified', UNAPPLIED, null, 'paid', 'holds the payment, which the provider reports'],
  ['notified', [...BOUGHT, 'refunded'], null, 'same', 'holds the payment'],
  ['confirmed', UNAPPLIED, null, 'paid', 'holds the payment that the operator states, or judges the order again'],
  ['applied', ['paid'], null, 'applied', 'applies the money, changes the plan, issues the invoice'],
  ['not applied', ['paid'], null, 'paid_not_applied', 'asks the operator'],
  ['withdrawn', ['pending'], null, 'cancelled', 'none'],
  ['cancelled', ['pending', 'expired'], null, 'cancelled', 'none'],
  ['cancelled', ['paid_not_applied'], null, 'refunded', 'returns what is held'],
  ['held money returned', ['paid_not_applied'], 'nothing is held', 'refunded', 'returns what is held'],
  ['held money returned', ORDER_STATES, null, 'same', 'returns a part of what is held'],
  ['refunded', BOUGHT, 'the plan is undone, or nothing is applied', 'refunded', 'returns money, undoes or devalues the plan'],
  ['refunded', BOUGHT, null, 'applied', 'returns a part, devalues the plan'],
  ['rest refunded', ['refunded'], null, 'same', 'returns money that is still applied'],
  ['returned by the provider', ['paid', 'paid_not_applied'], 'nothing is held, and it was not made', 'cancelled', 'takes the money back'],
  ['returned by the provider', ['paid', 'paid_not_applied'], 'nothing is held', 'refunded', 'returns the money'],
  ['returned by the provider', [...BOUGHT, 'refunded'], 'a decision is needed', 'attention', 'returns the money, devalues the plan, asks the operator'],
  ['returned by the provider', ORDER_STATES, null, 'same', 'returns the money'],
  ['voided', [...BOUGHT, 'refunded'], 'the plan is not concerned', 'same', 'takes the payment back'],
  ['voided', BOUGHT, 'the plan is kept, and something is applied', 'applied', 'takes the payment back, devalues the plan'],
  ['voided', BOUGHT, 'the plan is kept', 'cancelled', 'takes the payment back, devalues the plan'],
  ['voided', ['refunded'], 'the plan is kept', 'same', 'takes the payment back'],
  ['voided', ORDER_STATES, 'something is held', 'paid', 'takes the payment back, undoes the plan, judges the others'],
  ['voided', ORDER_STATES, 'other payments were made', 'refunded', 'takes the payment back, undoes the plan'],
  ['voided', ORDER_STATES, 'it was cancelled before, or cost no money', 'cancelled', 'takes the payment back, undoes the plan'],
  ['voided', ORDER_STATES, null, 'pending', 'takes the payment back, undoes the plan'],
];

type StatedOrder = Pick<Row<'order'>, 'order_id' | 'state'>;

function transitionsOf(event: OrderEvent, state: OrderState): Transition[] {
  return TRANSITIONS.filter(([name, from]) => name === event && from.includes(state));
}

/** Whether an event can happen to an order. */
export function allows(event: OrderEvent, { state }: StatedOrder): boolean {
  return transitionsOf(event, state).length > 0;
}

/** @returns the state after an event @throws AlirError `order_not_payable`, `order_not_refundable` if it cannot happen */
export function stateAfter(event: OrderEvent, order: StatedOrder, facts: OrderFacts = {}): OrderState {
  const possible = transitionsOf(event, order.state);
  const found = possible.find(([, , guard]) => guard === null || GUARDS[guard](facts));
  if (!found) throw notAllowed(event, order);
  return found[3] === 'same' ? order.state : found[3];
}

/** An order as of now: one that was not paid in time is expired, before a server records it. */
export function orderAt<Stored extends StatedOrder & { readonly expires_at: string }>(
  order: Stored,
  now: Date,
): Stored {
  const isExpired = allows('expired', order) && order.expires_at <= now.toISOString();
  return isExpired ? { ...order, state: stateAfter('expired', order) } : order;
}

export function notAllowed(event: OrderEvent, { order_id, state }: StatedOrder): AlirError {
  const { verb, code } = EVENTS[event];
  return new AlirError(
    code,
    `The order ${order_id} is ${STATES[state].shown}, so it cannot be ${verb}. To see it, run: alir order show ${order_id}`,
  );
}
