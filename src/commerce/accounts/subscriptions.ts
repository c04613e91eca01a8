import type { Plan, PlanMonths } from '../../core/commerce-terms.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Parameters, Row } from '../../ledger/queries.ts';
import { type PlanTerms, periodEnd } from './plans.ts';

// The only writer of what accounts have bought and of the history of it. Each function runs in a transaction of its caller, so that the
// subscription of an account is always the last entry of its history.

type Account = Row<'account'>;

/** What an account has bought, from its plan to its own limits. */
export type BoughtSubscription = Omit<Parameters<'change_subscription'>, 'account_id'>;

/** Why a subscription changes, and at what price. Money is whole rupiah. */
type Sale = Pick<
  Parameters<'record_subscription_change'>,
  'kind' | 'order_id' | 'changed_at' | 'price_idr' | 'credit_idr' | 'charge_idr'
>;

/** What was bought, without the other columns of a row. */
export function boughtOf(row: BoughtSubscription): BoughtSubscription {
  const { plan, months, series, period_start, period_end, period_price_idr } = row;
  const { requests_per_minute, units, keys, term_days } = row;
  const period = { plan, months, series, period_start, period_end, period_price_idr };
  return { ...period, requests_per_minute, units, keys, term_days };
}

/** A period of a plan that was not bought by an order. @param own_terms its limits; null for those of the plan */
export function newPeriod(
  plan: Plan,
  months: PlanMonths,
  own_terms: PlanTerms | null,
  period_price_idr: number,
  start: Date,
): BoughtSubscription {
  return {
    plan,
    months: plan === 'free' ? null : months,
    series: null,
    period_start: start.toISOString(),
    period_end: periodEnd(plan, months, start)?.toISOString() ?? null,
    period_price_idr,
    requests_per_minute: own_terms?.requests_per_minute ?? null,
    units: own_terms?.units ?? null,
    keys: own_terms?.keys ?? null,
    term_days: null,
  };
}

/** A change without an order. */
export function saleByHand(kind: Sale['kind'], at: Date, price_idr: number): Sale {
  return {
    kind,
    order_id: null,
    changed_at: at.toISOString(),
    price_idr,
    credit_idr: 0,
    charge_idr: price_idr,
  };
}

/** An entry in the history of a subscription; never changed. */
export type SubscriptionChange = Row<'subscription_changes'>;

/** The changes of the period that were not undone, oldest first. A change of its value is none of them. */
export function periodChanges(changes: readonly SubscriptionChange[]): SubscriptionChange[] {
  const inForce: SubscriptionChange[] = [];
  for (const change of changes) {
    if (change.kind === 'undo') {
      inForce.splice(
        inForce.findLastIndex(({ order_id }) => order_id === change.order_id),
        1,
      );
    } else if (change.kind !== 'value') inForce.push(change);
  }
  return inForce;
}

/**
 * The subscription after a change of the period, with the later changes of what it is worth.
 * @param inForce the changes of the period up to this one
 */
export function subscriptionAfter(
  inForce: readonly SubscriptionChange[],
  changes: readonly SubscriptionChange[],
): BoughtSubscription {
  const last = inForce.at(-1);
  if (!last) throw new Error('The account has no earlier subscription to return to');
  const contained = new Set(containedChanges(inForce).map(({ order_id }) => order_id));
  const lost_idr = changes
    .filter(({ kind, change_id, order_id }) => {
      return kind === 'value' && change_id > last.change_id && contained.has(order_id);
    })
    .reduce((sum, { charge_idr }) => sum - charge_idr, 0);
  return boughtOf({ ...last, period_price_idr: Math.max(0, last.period_price_idr - lost_idr) });
}

/** The changes whose money the present period contains: after a purchase or an assignment, nothing of what was paid before. */
function containedChanges(inForce: readonly SubscriptionChange[]): SubscriptionChange[] {
  const start = inForce.findLastIndex(({ kind }) => kind === 'purchase' || kind === 'assignment');
  return inForce.slice(Math.max(0, start)).filter(({ kind }) => kind !== 'grant');
}

/**
 * Lowers what the present period is worth by money of an order or, with null, of the plan that was given last.
 * @returns what the account has then; null if nothing of this money is in the period
 */
export async function reduceValue(
  ledger: Ledger,
  account: Account,
  changes: readonly SubscriptionChange[],
  { order_id, lost_idr, at }: Readonly<{ order_id: string | null; lost_idr: number; at: Date }>,
): Promise<{ readonly subscription: BoughtSubscription } | null> {
  const contained = containedChanges(periodChanges(changes));
  if (lost_idr === 0 || !contained.some((change) => change.order_id === order_id)) return null;
  const period_price_idr = Math.max(0, account.period_price_idr - lost_idr);
  const subscription = boughtOf({ ...account, period_price_idr });
  const sale = { ...saleByHand('value', at, 0), order_id, charge_idr: -lost_idr };
  await changeSubscription(ledger, account, subscription, sale);
  return { subscription };
}

/** The orders that the present period was bought with: the last purchase or upgrade, and the renewals after it. */
export function ordersInForce(
  changes: readonly SubscriptionChange[],
  { period_end }: Pick<Account, 'period_end'>,
  now: Date,
): ReadonlySet<string | null> {
  if (period_end === null || new Date(period_end) <= now) return new Set();
  const inForce = periodChanges(changes);
  const start = inForce.findLastIndex(({ kind }) => kind !== 'renewal' && kind !== 'grant');
  return new Set(inForce.slice(Math.max(0, start)).map(({ order_id }) => order_id));
}

/** Creates an account with the subscription that it starts with. */
export async function createSubscription(ledger: Ledger, account: Account): Promise<void> {
  const { created_at, period_price_idr } = account;
  await ledger.run('create_account', account);
  await ledger.run('record_subscription_change', {
    ...account,
    ...saleByHand('created', new Date(created_at), period_price_idr),
    old_plan: null,
    old_period_start: null,
    old_period_end: null,
  });
}

export async function changeSubscription(
  ledger: Ledger,
  { account_id, plan, period_start, period_end }: Account,
  bought: BoughtSubscription,
  sale: Sale,
): Promise<void> {
  await ledger.run('change_subscription', { account_id, ...bought });
  await ledger.run('record_subscription_change', {
    account_id,
    ...bought,
    ...sale,
    old_plan: plan,
    old_period_start: period_start,
    old_period_end: period_end,
  });
}
