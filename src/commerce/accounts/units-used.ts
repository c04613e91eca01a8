import type { Ledger } from '../../ledger/ledger.ts';
import type { Account } from './accounts.ts';
import { entitlementAt } from './entitlement.ts';

/** The units that accounts used in their present quota windows, by account; without accounts that used none. */
export async function unitsUsed(
  ledger: Ledger,
  accounts: readonly Account[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const windows = accounts
    .map((account) => `${account.account_id}|${entitlementAt(account, now).window}`)
    .join('\n');
  const rows = await ledger.all('units_of_windows', { windows });
  return new Map(rows.map(({ account_id, units }) => [account_id, units]));
}
