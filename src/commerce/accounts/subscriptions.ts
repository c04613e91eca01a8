import type { Ledger } from '../../ledger/ledger.ts';
import type { Parameters, Row } from '../../ledger/queries.ts';

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
export function boughtOf({
  plan,
  months,
  series,
  period_start,
  period_end,
  period_price_idr,
  requests_per_minute,
  units,
  keys,
  term_days,
}: BoughtSubscription): BoughtSubscription {
  return {
    plan,
    months,
    series,
    period_start,
    period_end,
    period_price_idr,
    requests_per_minute,
    units,
    keys,
    term_days,
  };
}

/** Creates an account with the subscription that it starts with. */
export async function createSubscription(ledger: Ledger, account: Account): Promise<void> {
  const { created_at, period_price_idr } = account;
  await ledger.run('create_account', account);
  await ledger.run('record_subscription_change', {
    ...account,
    kind: 'created',
    order_id: null,
    changed_at: created_at,
    old_plan: null,
    old_period_start: null,
    old_period_end: null,
    price_idr: period_price_idr,
    credit_idr: 0,
    charge_idr: period_price_idr,
  });
}

/** Replaces the subscription of an account. */
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
