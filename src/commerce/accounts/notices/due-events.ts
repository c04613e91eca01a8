import type { Clock } from '../../../core/clock.ts';
import type { EventKind } from '../../../core/commerce-terms.ts';
import { DAY_MS } from '../../../core/dates.ts';
import { isRecorded, type NewEvent, recordEvent } from '../../../ledger/events.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Account } from '../accounts.ts';
import { entitlementAt } from '../entitlement.ts';
import { unitsUsed } from '../units-used.ts';

/** Accounts that one query reads. Requests run between two queries. */
const PAGE = 500;
/** The percentages of the quota, largest first. */
const QUOTA_STEPS = [
  { kind: 'quota.100', percent: 100 },
  { kind: 'quota.80', percent: 80 },
] as const;
/** Days before the end of a plan, smallest first. */
const ENDING_DAYS = [1, 7] as const;
/** A plan that ended longer ago is not reported: it ended before this version was installed, or during a long stop of the server. */
const ENDED_WITHIN_DAYS = 7;

type Found = NewEvent & { readonly occurrence: string };

/** Records the events that no transaction makes: a quota that is nearly used, and a plan that ends. Each is recorded once. */
export async function recordDueEvents(ledger: Ledger, clock: Clock): Promise<void> {
  let last = '';
  for (;;) {
    const accounts = await ledger.all('accounts_after', { account_id: last, limit: PAGE });
    const now = clock.now();
    const units = await unitsUsed(ledger, accounts, now);
    for (const account of accounts) {
      const used = units.get(account.account_id) ?? 0;
      const found = [...quotaEvent(account, used, now), ...planEvent(account, now)];
      for (const event of found) await recordOnce(ledger, event);
    }
    const end = accounts.at(-1);
    if (!end || accounts.length < PAGE) return;
    last = end.account_id;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The largest percentage that was reached. A quota that the operator enlarges can be reached again. */
function quotaEvent(account: Account, used: number, now: Date): Found[] {
  const { account_id } = account;
  const { units, window, plan, quota_window, reset_at } = entitlementAt(account, now);
  const step = QUOTA_STEPS.find(({ percent }) => used > 0 && used * 100 >= units * percent);
  if (!step) return [];
  return [
    {
      kind: step.kind,
      occurrence: `${account_id} ${window} ${units}`,
      account_id,
      at: now,
      data: { plan, quota_window, units_used: used, units, resets_at: reset_at },
    },
  ];
}

function planEvent({ account_id, plan, period_start, period_end }: Account, now: Date): Found[] {
  if (period_end === null) return [];
  const days_left = (Date.parse(period_end) - now.getTime()) / DAY_MS;
  const event = (kind: EventKind, days: number | null): Found[] => [
    {
      kind,
      occurrence: [account_id, period_end, ...(days === null ? [] : [days])].join(' '),
      account_id,
      at: now,
      data: { plan, period_end, ...(days !== null && { days }) },
    },
  ];
  if (days_left <= 0) return days_left > -ENDED_WITHIN_DAYS ? event('plan.ended', null) : [];
  const days = ENDING_DAYS.find((limit) => days_left <= limit);
  const length_days = (Date.parse(period_end) - Date.parse(period_start)) / DAY_MS;
  return days !== undefined && length_days > days ? event('plan.ending', days) : [];
}

async function recordOnce(ledger: Ledger, event: Found): Promise<void> {
  // Most were recorded by an earlier sweep, and a write would make the cached reads of all requests invalid.
  if (!(await isRecorded(ledger, event.kind, event.occurrence))) await recordEvent(ledger, event);
}
