import { usedPercent } from '../../core/costs.ts';
import { DAY_MS } from '../../core/dates.ts';
import type { Row } from '../../ledger/queries.ts';
import type { Account, AccountServices } from './accounts.ts';
import { entitlementAt } from './entitlement.ts';
import { owedOf } from './money.ts';
import { unitsUsed } from './units-used.ts';

type Facts = Omit<Row<'account_facts'>, 'account_id'>;

const NO_FACTS: Facts = { live_keys: 0, last_request_at: null, applied_idr: 0, credit_idr: 0, held_idr: 0 };

/** An account as the operator sees it. Money is whole IDR; times are ISO-8601 in UTC. */
export interface AccountOverview
  extends Pick<Account, 'account_id' | 'email' | 'created_at' | 'suspended_at'> {
  /** The plan in force; `free` after the paid period. */
  readonly plan: Account['plan'];
  /** The end of the paid period; null without one. */
  readonly period_end: string | null;
  /** The quota of the present window, with granted units. */
  readonly units: number;
  readonly used: number;
  /** See usedPercent. */
  readonly used_percent: number;
  readonly resets_at: string;
  /** With the MCP key. */
  readonly live_keys: number;
  readonly last_request_at: string | null;
  /** Paid for plans, less refunds. */
  readonly applied_idr: number;
  /** Pays later orders. */
  readonly credit_idr: number;
  /** Received, and neither applied nor returned. */
  readonly held_idr: number;
  /** Credit that was used although its payment was not made; the next payment settles it. */
  readonly owed_idr: number;
}

export interface AccountFilter {
  /** Part of the e-mail address, in any case, or of the id. */
  readonly search?: string | undefined;
  /** Only accounts that used at least this percent of their quota. */
  readonly near_quota?: number | undefined;
  /** Only accounts whose paid period ends within this number of days. */
  readonly ending_days?: number | undefined;
}

/** The accounts that match a filter, in the order of their creation. */
export async function accountOverviews(
  services: AccountServices,
  filter: AccountFilter = {},
): Promise<AccountOverview[]> {
  const { ledger, accounts, clock } = services;
  const now = clock.now();
  const facts = new Map(
    (await ledger.all('account_facts', { account_id: null })).map((row) => [row.account_id, row]),
  );
  const found = (await accounts.all()).filter((account) => isFound(account, filter, now));
  const used = await unitsUsed(ledger, found, now);
  return found
    .map((account) => overviewOf(account, facts.get(account.account_id) ?? NO_FACTS, used, now))
    .filter(({ used_percent }) => used_percent >= (filter.near_quota ?? 0));
}

/** @param account an id, or an e-mail address @throws AlirError `unknown_account` */
export async function accountOverview(services: AccountServices, account: string): Promise<AccountOverview> {
  const { ledger, accounts, clock } = services;
  const found = await accounts.find(account);
  const { account_id } = found;
  const now = clock.now();
  const facts = await ledger.get('account_facts', { account_id });
  return overviewOf(found, facts ?? NO_FACTS, await unitsUsed(ledger, [found], now), now);
}

function isFound(
  { account_id, email, period_end }: Account,
  { search, ending_days }: AccountFilter,
  now: Date,
) {
  if (search !== undefined) {
    const text = search.toLowerCase();
    if (!email.toLowerCase().includes(text) && !account_id.includes(text)) return false;
  }
  if (ending_days === undefined) return true;
  const ends_in_ms = period_end === null ? -1 : Date.parse(period_end) - now.getTime();
  return ends_in_ms > 0 && ends_in_ms <= ending_days * DAY_MS;
}

function overviewOf(
  account: Account,
  facts: Facts,
  used_units: ReadonlyMap<string, number>,
  now: Date,
): AccountOverview {
  const { account_id, email, created_at, suspended_at } = account;
  const { plan, units, reset_at, quota_window, period_end } = entitlementAt(account, now);
  const used = used_units.get(account_id) ?? 0;
  return {
    account_id,
    email,
    plan,
    period_end: quota_window === 'cycle' ? period_end.toISOString() : null,
    units,
    used,
    used_percent: usedPercent(used, units),
    resets_at: reset_at,
    live_keys: facts.live_keys,
    last_request_at: facts.last_request_at,
    applied_idr: facts.applied_idr,
    credit_idr: Math.max(0, facts.credit_idr),
    held_idr: facts.held_idr,
    owed_idr: owedOf(facts.credit_idr),
    suspended_at,
    created_at,
  };
}
