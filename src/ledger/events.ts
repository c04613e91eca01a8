import { randomUUID } from 'node:crypto';
import type { EventKind } from '../core/commerce-terms.ts';
import type { Ledger } from './ledger.ts';

/** Something that accounts or the operator are notified of. */
export interface NewEvent {
  readonly kind: EventKind;
  /** Identifies the occurrence: an occurrence that is found twice is recorded once. Default: each call is a new occurrence. */
  readonly occurrence?: string;
  /** Null: the event concerns every account. */
  readonly account_id: string | null;
  readonly at: Date;
  /** What receivers read, in addition to the kind and the time. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Records an event in the transaction of the change, so that one exists exactly if the other does. The leader of the servers
 * notifies the receivers later.
 * @param isDistributed true for an event whose notices the caller makes
 * @returns the identifier of the event of the occurrence
 */
export async function recordEvent(
  ledger: Ledger,
  { kind, occurrence, account_id, at, data }: NewEvent,
  isDistributed = false,
): Promise<string> {
  const event_id = randomUUID();
  const recorded = await ledger.get('create_event', {
    event_id,
    event_key: eventKey(kind, occurrence ?? event_id),
    kind,
    account_id,
    occurred_at: at.toISOString(),
    data: JSON.stringify(data),
    distributed_at: isDistributed ? at.toISOString() : null,
  });
  return recorded?.event_id ?? event_id;
}

export async function isRecorded(ledger: Ledger, kind: EventKind, occurrence: string): Promise<boolean> {
  return (await ledger.get('event_with_key', { event_key: eventKey(kind, occurrence) })) !== undefined;
}

function eventKey(kind: EventKind, occurrence: string): string {
  return `${kind} ${occurrence}`;
}
