import { DAY_MS, jakartaDate } from '../../core/dates.ts';
import type { AccountServices } from './accounts.ts';

/** Rows that one transaction deletes. Requests run between two transactions. */
const BATCH = 500;

/** How long data is kept that no accounting needs. */
export interface RetentionSettings {
  /** Settled notices, their events, and invitations that ended. */
  readonly keep_notice_days: number;
  /** The usage of each day. The counters of the quota windows are always kept. */
  readonly keep_usage_days: number;
}

/** Deletes what is older than the settings allow. Never deletes money, invoices or entries of the audit log. @returns the deleted rows */
export async function deleteExpired(
  { ledger, clock }: Pick<AccountServices, 'ledger' | 'clock'>,
  { keep_notice_days, keep_usage_days }: RetentionSettings,
): Promise<number> {
  const now = clock.now();
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const until = before(keep_notice_days).toISOString();
  const first_day = jakartaDate(before(keep_usage_days));
  let deleted = await inBatches(() => ledger.run('forget_usage', { until: first_day, limit: BATCH }));
  for (const query of ['forget_notices', 'forget_events', 'forget_invitations'] as const) {
    deleted += await inBatches(() => ledger.run(query, { until, limit: BATCH }));
  }
  return deleted + (await ledger.run('forget_sign_in_codes', { until: before(1).toISOString() }));
}

/** Repeats a deletion until it finds no more. */
async function inBatches(deleteSome: () => Promise<number>): Promise<number> {
  let deleted = 0;
  for (;;) {
    const count = await deleteSome();
    deleted += count;
    if (count < BATCH) return deleted;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
