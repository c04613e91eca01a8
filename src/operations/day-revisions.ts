import type { IsoDate } from '../core/dates.ts';
import { type Reverted, revertDay } from '../market/ingest/revert.ts';
import type { IngestServices } from '../market/ingest/services.ts';
import type { Change } from './incidents.ts';

interface AuditLog {
  note(action: 'day.reverted', details: Readonly<Record<string, unknown>>, change: Change): Promise<void>;
}

/** How long a revert waits for another process that writes the lake. */
const WAIT_TIMEOUT_MS = 10_000;

/** The revisions of published days, which an operator can publish again. */
export class DayRevisions {
  readonly #services: IngestServices;
  readonly #audit: AuditLog;
  readonly #measure: () => Promise<void>;

  /** @param measure computes the missing measures, or starts it; a command does it after it printed its result */
  constructor(services: IngestServices, audit: AuditLog, measure = async () => {}) {
    this.#services = services;
    this.#audit = audit;
    this.#measure = measure;
  }

  /**
   * Publishes a replaced revision of a day again, as a new one.
   * @throws AlirError `revision_not_kept`, `invalid_request`, `writer_busy`, `lake_damaged`
   */
  async revert(trade_date: IsoDate, to: number, change: Change): Promise<Reverted> {
    const lock = { patience_ms: WAIT_TIMEOUT_MS };
    const reverted = await revertDay(this.#services, { trade_date, to, by: change.actor }, lock);
    await this.#audit.note('day.reverted', { ...reverted }, change);
    await this.#measure();
    return reverted;
  }
}
