import type { Account, Accounts, KeyRecord, NewKey } from '../commerce/accounts/accounts.ts';
import { entitlementAt } from '../commerce/accounts/entitlement.ts';
import type { KeyTerms } from '../commerce/accounts/key-terms.ts';
import type { PlanTerms } from '../commerce/accounts/plans.ts';
import type { Plan, PlanMonths } from '../core/commerce-terms.ts';
import { naiveUtc } from '../core/dates.ts';
import { counted } from '../core/words.ts';

import type { Stores } from '../server/stores.ts';
import { list, type Output, table } from './output.ts';

const SHOWN_ONCE = 'Store the keys now: Alir stores only their hashes and cannot show them again.';

export async function createAccount(
  accounts: Accounts,
  output: Output,
  options: {
    email: string;
    plan: Plan;
    months: PlanMonths;
    own_terms: PlanTerms | null;
    paid_idr: number;
    actor: string;
  },
): Promise<void> {
  const { account, api_key, mcp_key } = await accounts.create(
    options.email,
    options.plan,
    options.months,
    options.own_terms,
    options.paid_idr,
    options.actor,
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
  output.notice(SHOWN_ONCE);
}

/** Prints an account: its plan, its current limits and its history. */
export async function showAccount(
  { accounts, administration, clock }: Stores,
  output: Output,
  wanted: string,
): Promise<void> {
  const account = await accounts.find(wanted);
  const now = clock.now();
  const overview = await administration.overview(account.account_id);
  const { account_id } = account;
  const { plan, units, requests_per_minute, keys, window_end } = entitlementAt(account, now);
  const in_force = { plan, units, requests_per_minute, keys, resets_at: window_end.toISOString() };
  const changes = await accounts.changes(account_id);
  const headings = ['WHEN', 'WHAT', 'PLAN', 'PERIOD', 'PRICE', 'CREDIT', 'PAID'];
  const rows = changes.map((change) => [
    change.changed_at,
    change.kind,
    change.plan,
    `${change.period_start} to ${change.period_end ?? 'no end'}`,
    ...[change.price_idr, change.credit_idr, change.charge_idr].map((idr) => idr.toLocaleString('en')),
  ]);
  output.record(
    { ...account, in_force, overview, changes },
    [
      `account    ${account_id}`,
      `e-mail     ${account.email}`,
      `bought     ${bought(account)}`,
      `state      ${account.suspended_at === null ? 'active' : `suspended since ${account.suspended_at}`}`,
      `current    ${plan}: ${units.toLocaleString('en')} units until ${in_force.resets_at}, ${requests_per_minute} requests per minute, ${counted(keys, 'key')}`,
      `used       ${overview.used.toLocaleString('en')} units, ${overview.used_percent}%; last request: ${overview.last_request_at ?? 'never'}`,
      `money      IDR ${overview.applied_idr.toLocaleString('en')} applied, ${overview.credit_idr.toLocaleString('en')} credit, ${overview.held_idr.toLocaleString('en')} held`,
      '',
      table(headings, rows),
    ].join('\n'),
  );
}

function bought({ plan, period_start, period_end }: Account): string {
  return period_end === null ? plan : `${plan}, ${period_start} to ${period_end}`;
}

export async function createKey(
  { accounts, operator }: Stores,
  output: Output,
  options: { account: string; name: string } & KeyTerms,
): Promise<void> {
  const { account, name, ...terms } = options;
  const { account_id } = await accounts.find(account);
  showNewKey(output, await accounts.createKey(account_id, name, terms, operator));
}

export async function rotateKey(
  { accounts, operator }: Stores,
  output: Output,
  options: { key: string },
): Promise<void> {
  showNewKey(output, await accounts.rotateKey(options.key, operator));
}

export async function rotateMcpKey(
  { accounts, operator }: Stores,
  output: Output,
  account: string,
): Promise<void> {
  showNewKey(output, await accounts.rotateMcpKey((await accounts.find(account)).account_id, operator));
}

function showNewKey(output: Output, key: NewKey): void {
  const { key_id, api_key, scopes, expires_at, allowed_ips } = key;
  output.record(
    key,
    [
      `key id       ${key_id}`,
      `key          ${api_key}`,
      `scopes       ${scopes.join()}`,
      `expires      ${expires_at ?? 'never'}`,
      `allowed IPs  ${allowed_ips?.join() ?? 'any'}`,
    ].join('\n'),
  );
  output.notice(SHOWN_ONCE);
}

export async function listKeys(
  accounts: Accounts,
  output: Output,
  options: { account?: string; json: boolean },
): Promise<void> {
  const { account } = options;
  const keys = await accounts.keys(
    account === undefined ? undefined : (await accounts.find(account)).account_id,
  );
  list(output, options, HEADINGS, keys, cells);
}

export async function revokeKey(
  { accounts, operator }: Stores,
  output: Output,
  options: { key: string },
): Promise<void> {
  const key = await accounts.revokeKey(options.key, operator);
  output.record(key, `Key ${key.key_id} (${key.name}, ${key.masked}) was revoked at ${key.revoked_at}.`);
}

const HEADINGS = [
  'KEY ID',
  'ACCOUNT',
  'NAME',
  'KIND',
  'KEY',
  'CREATED',
  'LAST USED',
  'REVOKED',
  'SCOPES',
  'EXPIRES',
  'ALLOWED IPS',
];

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
    key.scopes.join(),
    key.expires_at ?? '-',
    key.allowed_ips?.join() ?? 'any',
  ];
}
