import { dateOfEpochDay, dayRange, epochDay, type IsoDate, jakartaDate } from '../../core/dates.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Row } from '../../ledger/queries.ts';

/**
 * Changes of money, plans, units and access, also by customers, and decisions in the console about files. The entries of an account, read in order, give its present state: `details` has the e-mail
 * address and the subscription after a change of them, and the identifiers of the keys.
 */
export type AuditAction =
  | `account.${'created' | 'suspended' | 'resumed' | 'email_changed' | 'units_granted' | 'days_granted' | 'plan_assigned' | 'billing_details' | 'exported' | 'deleted'}`
  | `payment.${'received' | 'valued' | 'returned' | 'assigned' | 'corrected'}`
  | `credit.${'given' | 'paid_out'}`
  | `order.${'created' | 'applied' | 'not_applied' | 'cancelled' | 'refunded' | 'voided'}`
  | `offer.${'created' | 'withdrawn'}`
  | `books.${'closed' | 'payout'}`
  | 'invoice.tax_invoice'
  | `webhook.${'created' | 'secret_replaced' | 'deleted'}`
  | `key.${'created' | 'renamed' | 'limited' | 'rotated' | 'revoked'}`
  | `brief.${'subscribed' | 'unsubscribed'}`
  | `snapshot.${'created' | 'revoked'}`
  | `person.${'invited' | 'uninvited' | 'link_created' | 'joined' | 'role_changed' | 'email_changed' | 'removed'}`
  | `operator.${'key_created' | 'key_revoked' | 'added' | 'removed'}`
  | `file.${'confirmed' | 'dismissed'}`
  | 'day.reverted'
  | `incident.${'added' | 'updated' | 'resolved'}`;

/** Who changes something, and why. */
export interface Change {
  /**
   * `operator` and the name of the user who ran a command, `key` or `person` and an identifier, the name of a payment provider, or `server`.
   */
  readonly actor: string;
  readonly reason: string | null;
}

export function keyActor({ key_id }: { readonly key_id: string }): string {
  return `key ${key_id}`;
}

interface AuditEntry extends Change {
  readonly action: AuditAction;
  readonly at: Date;
  readonly account_id: string | null;
  /** Of a change of an order. */
  readonly order_id?: string | null;
  /** Stored as JSON. */
  readonly details: Readonly<Record<string, unknown>>;
}

export type RecordedEntry = Row<'audit_entries'>;

/** Which entries are read. */
export interface AuditRange {
  /** Null for all accounts. */
  readonly account_id: string | null;
  /** First and last day in Jakarta. Default: today, and 30 days before the last. */
  readonly from?: IsoDate | undefined;
  readonly to?: IsoDate | undefined;
}

const DEFAULT_DAYS = 30;

/** The range of all entries: before and after every time. */
export const ALL_TIMES = { since: '', until: '~' };

/** The entries of a range, oldest first. */
export function auditEntries(
  ledger: Ledger,
  { account_id, from, to }: AuditRange,
  now: Date,
): Promise<RecordedEntry[]> {
  const last = to ?? jakartaDate(now);
  const first = from ?? dateOfEpochDay(epochDay(last) - DEFAULT_DAYS);
  return ledger.all('audit_entries', { account_id, ...dayRange(first, last) });
}

/** Whether the audit log has an entry of this action on an order, with these details. */
export async function hasAuditEntry(
  ledger: Ledger,
  { action, account_id, order_id, details }: Omit<AuditEntry, 'at' | keyof Change>,
): Promise<boolean> {
  const entries = await ledger.all('audit_entries', { account_id, ...ALL_TIMES });
  return entries.some((entry) => {
    if (entry.action !== action || entry.order_id !== order_id) return false;
    const recorded = JSON.parse(entry.details);
    return Object.entries(details).every(([name, value]) => recorded[name] === value);
  });
}

/** Adds an entry to the audit log, in the transaction of the change. @returns its identifier */
export async function recordAudit(
  ledger: Ledger,
  { at, details, order_id = null, ...entry }: AuditEntry,
): Promise<number> {
  const recorded = await ledger.get('record_audit', {
    ...entry,
    order_id,
    recorded_at: at.toISOString(),
    details: JSON.stringify(details),
  });
  if (!recorded) throw new Error('The audit log did not return the new entry');
  return recorded.audit_id;
}
