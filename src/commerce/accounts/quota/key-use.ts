import type { Clock } from '../../../core/clock.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Parameters } from '../../../ledger/queries.ts';
import { isBusy } from '../../../ledger/sqlite/sqlite.ts';
import type { Caller } from '../accounts.ts';

/** Precision of the recorded last use of a key. A charge also records it, to the millisecond. */
const PRECISION_MS = 60_000;
/** Uses within this time share one transaction. */
const WRITE_AFTER_MS = 1000;
const MAX_KEYS = 10_000;

/** Records the last use of each key shortly after an authenticated request, also if the request is free or refused. */
export class KeyUse {
  readonly #ledger: Ledger;
  readonly #clock: Clock;
  /** When the use of each key was last recorded, on the monotonic clock. */
  readonly #noted_ms = new Map<string, number>();
  #pending: Parameters<'note_key_use'>[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(ledger: Ledger, clock: Clock) {
    this.#ledger = ledger;
    this.#clock = clock;
  }

  note({ key_id }: Caller, window: string): void {
    const now_ms = this.#clock.monotonic_ms();
    const noted_ms = this.#noted_ms.get(key_id);
    if (noted_ms !== undefined && now_ms - noted_ms < PRECISION_MS) return;
    if (this.#noted_ms.size >= MAX_KEYS) this.#noted_ms.clear();
    this.#noted_ms.set(key_id, now_ms);
    this.#pending.push({ key_id, window, used_at: this.#clock.now().toISOString() });
    this.#writeSoon();
  }

  /** Writes the pending uses. Later uses are not recorded. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#write();
  }

  #writeSoon(): void {
    if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.#write(), WRITE_AFTER_MS).unref();
  }

  async #write(): Promise<void> {
    this.#timer = undefined;
    // In one order for all servers: two that wrote the same keys in different orders would wait for each other.
    const uses = this.#pending.toSorted((a, b) => compare(a.key_id, b.key_id) || compare(a.window, b.window));
    this.#pending = [];
    if (uses.length === 0) return;
    try {
      await this.#ledger.countAll('note_key_use', uses);
    } catch (error) {
      if (isBusy(error)) {
        this.#pending.unshift(...uses.slice(0, MAX_KEYS));
        this.#writeSoon();
        return;
      }
      // Any other error also fails the charges, which report it. The next use of these keys is recorded without a wait.
      for (const { key_id } of uses) this.#noted_ms.delete(key_id);
    }
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
