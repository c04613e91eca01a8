import type { Ledger } from '../../ledger/ledger.ts';
import type { Row } from '../../ledger/queries.ts';

/** Changes of money, plans, units and access. */
export type AuditAction =
  | 'account.created'
  | 'account.suspended'
  | 'account.resumed'
  | 'account.email_changed'
  | 'account.units_granted'
  | 'account.days_granted'
  | 'account.plan_assigned'
  | 'payment.received'
  | 'payment.valued'
  | 'payment.returned'
  | 'payment.recorded_later'
  | 'order.applied'
  | 'order.not_applied'
  | 'order.cancelled'
  | 'order.refunded'
  | 'order.voided'
  | 'offer.withdrawn'
  | 'account.billing_details';

/** Who changes something, and why. */
export interface Change {
  /** `operator` and the name of the user, `account`, the name of a payment provider, or `server`. */
  readonly actor: string;
  readonly reason: string | null;
}

interface AuditEntry extends Change {
  readonly action: AuditAction;
  readonly at: Date;
  readonly account_id: string | null;
  readonly order_id: string | null;
  /** Stored as JSON. */
  readonly details: Readonly<Record<string, unknown>>;
}

export type RecordedEntry = Row<'audit_entries'>;

/** Which entries are read. */
export interface AuditRange {
  /** Null for all accounts. */
  readonly account_id: string | null;
  /** ISO-8601 in UTC; `until` is exclusive. */
  readonly since: string;
  readonly until: string;
}

/** The entries of a range, oldest first. */
export function auditEntries(ledger: Ledger, range: AuditRange): Promise<RecordedEntry[]> {
  return ledger.all('audit_entries', range);
}

/** Adds an entry to the audit log, in the transaction of the change. @returns its identifier */
export async function recordAudit(ledger: Ledger, { at, details, ...entry }: AuditEntry): Promise<number> {
  const recorded = await ledger.get('record_audit', {
    ...entry,
    recorded_at: at.toISOString(),
    details: JSON.stringify(details),
  });
  if (!recorded) throw new Error('The audit log did not return the new entry');
  return recorded.audit_id;
}
