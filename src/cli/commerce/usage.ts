import type { Account } from '../../commerce/accounts/accounts.ts';
import type { UsageGrouping } from '../../core/commerce-terms.ts';
import { usedPercent } from '../../core/costs.ts';
import { AlirError } from '../../core/errors.ts';
import type { Stores } from '../../server/stores.ts';
import type { Common } from '../command.ts';
import { type Columns, listAs, type Output, type TableFormat } from '../output.ts';

type UsageHistory = Stores['usage_history'];
type HistoryRow = Awaited<ReturnType<UsageHistory['of']>>['rows'][number];
type Forecast = Awaited<ReturnType<UsageHistory['forecast']>>;

export interface UsageOptions extends Common {
  readonly all: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly by?: UsageGrouping;
  readonly format: TableFormat;
}

type AccountUse = Awaited<ReturnType<typeof useOf>>;
interface AccountHistoryRow extends Pick<Account, 'account_id' | 'email'>, HistoryRow {}

const USE_COLUMNS: Columns<AccountUse> = {
  account_id: 'ACCOUNT',
  email: 'E-MAIL',
  units: 'UNITS',
  requests: 'REQUESTS',
  used: 'USED',
  quota: 'QUOTA',
  used_percent: 'USED %',
  units_per_day: 'UNITS A DAY',
  used_up_on: 'USED UP ON',
  resets_at: 'RESETS AT',
};

const ROW_COLUMNS: Readonly<Record<UsageGrouping, Columns<HistoryRow>>> = {
  day: { date: 'DATE', units: 'UNITS', requests: 'REQUESTS' },
  key: {
    key_id: 'KEY ID',
    key_name: 'NAME',
    key_kind: 'KIND',
    key_revoked_at: 'REVOKED',
    units: 'UNITS',
    requests: 'REQUESTS',
  },
  endpoint: { endpoint: 'ENDPOINT', units: 'UNITS', requests: 'REQUESTS' },
};
const ACCOUNT_COLUMNS = { account_id: 'ACCOUNT', email: 'E-MAIL' };

/**
 * Prints the use of one account, by default by day; or of all accounts, by default with one row for each account.
 * @param wanted an id, or an e-mail address
 * @throws AlirError `bad_configuration` without an account and without --all, or with both; `unknown_account`; `invalid_request` for a
 *   range that is empty or too long
 */
export async function showUsage(
  stores: Stores,
  output: Output,
  wanted: string | undefined,
  options: UsageOptions,
): Promise<void> {
  const { accounts } = stores;
  if ((wanted === undefined) !== options.all) {
    throw new AlirError('bad_configuration', 'Pass an account, its id or its e-mail address, or --all.');
  }
  if (wanted !== undefined) return showAccount(stores, output, await accounts.find(wanted), options);
  const all = await accounts.all();
  if (options.by === undefined) {
    const used: AccountUse[] = [];
    for (const account of all) used.push(await useOf(stores, account, options));
    listAs(output, options, USE_COLUMNS, used);
    return;
  }
  const rows: AccountHistoryRow[] = [];
  for (const account of all) rows.push(...(await rowsOf(stores, account, options, options.by)));
  listAs(output, options, { ...ACCOUNT_COLUMNS, ...ROW_COLUMNS[options.by] }, rows);
}

/** With --json, an object like the data of GET /usage/history. */
async function showAccount(
  stores: Stores,
  output: Output,
  account: Account,
  { by = 'day', ...options }: UsageOptions,
): Promise<void> {
  if (!options.json && options.format === 'csv') {
    const rows = await rowsOf(stores, account, options, by);
    listAs(output, options, { ...ACCOUNT_COLUMNS, ...ROW_COLUMNS[by] }, rows);
    return;
  }
  const { usage_history } = stores;
  const { account_id, email } = account;
  const history = await usage_history.of(account, { ...options, by });
  const forecast = await usage_history.forecast(account);
  if (options.json) {
    output.record({ account_id, email, ...history, forecast }, '');
    return;
  }
  const { units, requests, from, to, rows } = history;
  const summary = [
    `account   ${account_id}`,
    `e-mail    ${email}`,
    `quota     ${shown(forecast.current_usage)} of ${shown(forecast.monthly_limit)} units used (${usedPercent(forecast.current_usage, forecast.monthly_limit)}%), until ${forecast.resets_at}`,
    `forecast  ${described(forecast)}`,
    `range     ${from} to ${to}: ${shown(units)} units, ${shown(requests)} requests`,
  ];
  output.record({}, `${summary.join('\n')}\n`);
  listAs(output, options, ROW_COLUMNS[by], rows);
}

/** The use of an account in a range, and its present quota. */
async function useOf({ usage_history }: Stores, account: Account, { from, to }: UsageOptions) {
  const { account_id, email } = account;
  const { units, requests } = await usage_history.of(account, { from, to, by: 'day' });
  const forecast = await usage_history.forecast(account);
  const { current_usage: used, monthly_limit: quota, units_per_day, used_up_on, resets_at } = forecast;
  return {
    account_id,
    email,
    units,
    requests,
    used,
    quota,
    used_percent: usedPercent(forecast.current_usage, forecast.monthly_limit),
    units_per_day,
    used_up_on,
    resets_at,
  };
}

async function rowsOf(
  { usage_history }: Stores,
  account: Account,
  { from, to }: Pick<UsageOptions, 'from' | 'to'>,
  by: UsageGrouping,
): Promise<AccountHistoryRow[]> {
  const { account_id, email } = account;
  const { rows } = await usage_history.of(account, { from, to, by });
  return rows.map((row) => ({ account_id, email, ...row }));
}

export function described({ units_per_day, used_up_on }: Forecast): string {
  const average = `at ${shown(units_per_day)} units a day`;
  return used_up_on === null
    ? `${average}, the quota lasts until its reset`
    : `${average}, used up on ${used_up_on}`;
}

function shown(count: number): string {
  return count.toLocaleString('en');
}
