import type { Accounts, KeyRecord } from '../accounts/accounts.ts';
import type { Plan, PlanMonths, PlanTerms } from '../accounts/plans.ts';
import { naiveUtc } from '../core/dates.ts';
import { type Output, table } from './output.ts';

const SHOWN_ONCE = 'The keys are shown this once; only their fingerprints are stored.';

export function createAccount(
  accounts: Accounts,
  output: Output,
  options: { email: string; plan: Plan; months: PlanMonths; own_terms: PlanTerms | null },
): void {
  const { account, api_key, mcp_key } = accounts.create(
    options.email,
    options.plan,
    options.months,
    options.own_terms,
  );
  const { account_id, plan } = account;
  const period_end = account.period_end === null ? null : naiveUtc(new Date(account.period_end));
  output.record(
    { account_id, plan, period_end, api_key, mcp_key },
    [
      `account  ${account_id}`,
      `plan     ${plan}${period_end ? `, until ${period_end} UTC` : ''}`,
      `API key  ${api_key}`,
      `MCP key  ${mcp_key}`,
    ].join('\n'),
  );
  output.remark(SHOWN_ONCE);
}

export function createKey(
  accounts: Accounts,
  output: Output,
  options: { account: string; name: string },
): void {
  const { key_id, api_key } = accounts.createKey(options.account, options.name);
  output.record({ key_id, api_key }, `key id   ${key_id}\nAPI key  ${api_key}`);
  output.remark(SHOWN_ONCE);
}

export function listKeys(
  accounts: Accounts,
  output: Output,
  options: { account?: string; json: boolean },
): void {
  const keys = accounts.keys(options.account);
  if (options.json) for (const key of keys) output.record(key, '');
  else output.record({}, table(HEADINGS, keys.map(cells)));
}

export function revokeKey(accounts: Accounts, output: Output, options: { key: string }): void {
  const key = accounts.revokeKey(options.key);
  output.record(key, `Key ${key.key_id} (${key.name}, ${key.masked}) is revoked since ${key.revoked_at}.`);
}

const HEADINGS = ['KEY ID', 'ACCOUNT', 'NAME', 'KIND', 'KEY', 'CREATED', 'LAST USED', 'REVOKED'];

function cells(key: KeyRecord): string[] {
  return [
    key.key_id,
    key.account_id,
    key.name,
    key.kind,
    key.masked,
    key.created_at,
    key.last_used_at ?? '-',
    key.revoked_at ?? '-',
  ];
}
