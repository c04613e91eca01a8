import { randomUUID } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { AlirError } from '../core/errors.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Row } from '../ledger/queries.ts';

export type Incident = Row<'incidents'>;

export interface Change {
  readonly actor: string;
  readonly reason: string | null;
}

type IncidentAction = 'incident.added' | 'incident.updated' | 'incident.resolved';

interface AuditLog {
  note(action: IncidentAction, details: Readonly<Record<string, unknown>>, change: Change): Promise<void>;
}

interface IncidentText {
  readonly title: string;
  readonly details: string;
}

export const MAX_TITLE_CHARACTERS = 120;
export const MAX_DETAILS_CHARACTERS = 2000;
/** Characters of an id: few, because an operator types it. */
const ID_CHARACTERS = 8;

/** The incidents that the status page shows, written by the operator. Each change is in the audit log. */
export class Incidents {
  readonly #ledger: Ledger;
  readonly #clock: Clock;
  readonly #audit: AuditLog;

  constructor({ ledger, clock, audit }: { ledger: Ledger; clock: Clock; audit: AuditLog }) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#audit = audit;
  }

  /**
   * @param started_at when it began; default: now
   * @throws AlirError `invalid_request` for a text that is empty or too long
   */
  async add(text: IncidentText, change: Change, started_at = this.#clock.now()): Promise<Incident> {
    const incident = {
      incident_id: randomUUID().slice(0, ID_CHARACTERS),
      ...trimmed(text),
      started_at: started_at.toISOString(),
    };
    return await this.#ledger.transaction(async () => {
      await this.#ledger.run('create_incident', incident);
      return await this.#recorded('incident.added', { ...incident, resolved_at: null }, change);
    });
  }

  /**
   * Replaces what the status page says about an incident, also about a resolved one.
   * @throws AlirError `unknown_incident`; `invalid_request` for a text that is empty or too long
   */
  async update(incident_id: string, text: IncidentText, change: Change): Promise<Incident> {
    return await this.#ledger.transaction(async () => {
      const incident = await this.#ledger.get('update_incident', { incident_id, ...trimmed(text) });
      if (!incident) throw unknown('incident', incident_id);
      return await this.#recorded('incident.updated', incident, change);
    });
  }

  /** @throws AlirError `unknown_incident` for an id that no open incident has */
  async resolve(incident_id: string, change: Change): Promise<Incident> {
    const resolved_at = this.#clock.now().toISOString();
    return await this.#ledger.transaction(async () => {
      const incident = await this.#ledger.get('resolve_incident', { incident_id, resolved_at });
      if (!incident) throw unknown('open incident', incident_id);
      return await this.#recorded('incident.resolved', incident, change);
    });
  }

  /** Open incidents, and those that started since a time. Open ones first, then the newest. */
  since(time: Date): Promise<Incident[]> {
    return this.#ledger.all('incidents', { since: time.toISOString() });
  }

  /** In a transaction. */
  async #recorded(action: IncidentAction, incident: Incident, change: Change): Promise<Incident> {
    const { incident_id, title, details } = incident;
    await this.#audit.note(action, { incident_id, title, details }, change);
    return incident;
  }
}

function trimmed(text: IncidentText): IncidentText {
  const [title, details] = [text.title.trim(), text.details.trim()];
  const fields = [
    ...(title === '' || title.length > MAX_TITLE_CHARACTERS
      ? [{ field: 'title', message: `must have 1 to ${MAX_TITLE_CHARACTERS} characters` }]
      : []),
    ...(details.length > MAX_DETAILS_CHARACTERS
      ? [{ field: 'details', message: `must have at most ${MAX_DETAILS_CHARACTERS} characters` }]
      : []),
  ];
  if (fields.length > 0) {
    const message = fields.map((problem) => `${problem.field} ${problem.message}`).join('; ');
    throw new AlirError('invalid_request', message, { fields });
  }
  return { title, details };
}

function unknown(kind: string, incident_id: string): AlirError {
  return new AlirError(
    'unknown_incident',
    `There is no ${kind} with the id ${incident_id}. To see the ids, run: alir incident list`,
  );
}
