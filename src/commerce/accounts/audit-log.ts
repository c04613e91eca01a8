import type { Ledger } from '../../ledger/ledger.ts';

/** Changes of money, plans, units and access. */
export type AuditAction =
  | 'payment.received'
  | 'payment.valued'
  | 'payment.returned'
  | 'payment.recorded_later'
  | 'order.applied'
  | 'order.not_applied'
  | 'order.cancelled'
  | 'order.refunded'
  | 'order.voided'
  | 'order.plan_decided'
  | 'offer.withdrawn';

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
