import type { Clock } from '../../core/clock.ts';
import { AlirError } from '../../core/errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { isBusy } from '../../ledger/sqlite/sqlite.ts';
import type { DamagedServingFile } from '../serving/snapshot.ts';
import { aloneInLake } from './lake-writer.ts';
import type { IngestServices } from './services.ts';
import { measureMonthsInForce } from './serving-files/build-measure-months.ts';
import { marketFilesInForce } from './serving-files/rebuild-market-files.ts';
import { replaceDamagedFile } from './serving-files/rebuild-serving.ts';

/** Another process may write the lake for hours, and trying the lock is cheap. The ledger is locked only for moments. */
const LOCKED_RETRY_MS = 1000;
/** A rebuild that fails, on a damaged lake or a full disk, needs an operator before it can succeed. */
const FAILED_RETRY_MS = 60_000;
/** Rebuilds take at most a tenth of the time, even if a disk damages file after file. */
const REST_FACTOR = 9;

export interface HealingEvents {
  onDamage(file: DamagedServingFile): void;
  onRebuilt(file: DamagedServingFile, seconds: number): void;
  onFailure(file: DamagedServingFile, error: unknown): void;
}

interface Damage {
  readonly file: DamagedServingFile;
  /** The last failure that was logged. */
  failure: string;
  /** The newest publication at the last failure. A newer one may contain the missing data. */
  publication: string;
}

/**
 * Rebuilds serving files that a running server finds damaged, one at a time, once per damage. If a rebuild fails, the next report of
 * the file starts another attempt, after a pause.
 */
export class ServingHealer {
  readonly #services: IngestServices;
  readonly #ledger: Pick<Ledger, 'checkPlace'>;
  readonly #clock: Clock;
  readonly #events: HealingEvents;
  readonly #damages = new Map<string, Damage>();
  /** The earliest time of the next rebuild, by file name. */
  readonly #notBefore_ms = new Map<string, number>();
  #running: Promise<void> | undefined;
  /** Whether something was reported or rebuilt since the damages were last looked through. */
  #hasNews = false;
  #isClosed = false;

  constructor(services: IngestServices, ledger: Pick<Ledger, 'checkPlace'>, events: HealingEvents) {
    this.#services = services;
    this.#ledger = ledger;
    this.#clock = services.clock;
    this.#events = events;
  }

  /** Call this for each damaged file that is found. Resolves when it is noted, before it is rebuilt. Never throws. */
  async report(file: DamagedServingFile): Promise<void> {
    const isInForce = await this.#isInForce(file).catch(() => false);
    if (this.#isClosed || !isInForce) return;
    const name = `${file.file_name} ${file.build}`;
    if (!this.#damages.has(name)) {
      this.#damages.set(name, { file, failure: '', publication: '' });
      this.#events.onDamage(file);
      const { manifest } = this.#services;
      await manifest.noteServingDamage(file.file_name, file.problem).catch(onlyLogged);
    }
    this.#hasNews = true;
    this.#running ??= this.#healAll().finally(() => {
      this.#running = undefined;
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  /** Rebuilds what is due, one file after another. */
  async #healAll(): Promise<void> {
    while (this.#hasNews && !this.#isClosed) {
      this.#hasNews = false;
      for (const [name, damage] of this.#damages) {
        if (this.#isClosed || !(await this.#isDue(damage))) continue;
        await this.#heal(name, damage);
        this.#hasNews = true;
        break;
      }
    }
  }

  async #isDue({ file, failure, publication }: Damage): Promise<boolean> {
    if (this.#clock.monotonic_ms() >= (this.#notBefore_ms.get(file.file_name) ?? 0)) return true;
    return failure !== '' && publication !== (await this.#lastPublication());
  }

  /** Never throws. */
  async #heal(name: string, damage: Damage): Promise<void> {
    const { file } = damage;
    const started_ms = this.#clock.monotonic_ms();
    let pause_ms = 0;
    try {
      // If the data folder was renamed, the writer would create it again.
      this.#ledger.checkPlace();
      const isReplaced = await aloneInLake(this.#services, { patience_ms: 0 }, (writer) =>
        replaceDamagedFile(writer, file),
      );
      this.#damages.delete(name);
      if (isReplaced) this.#events.onRebuilt(file, (this.#clock.monotonic_ms() - started_ms) / 1000);
    } catch (error) {
      pause_ms = LOCKED_RETRY_MS;
      if (!isLocked(error)) {
        pause_ms = FAILED_RETRY_MS;
        await this.#failed(damage, error);
      }
    }
    const now_ms = this.#clock.monotonic_ms();
    const rest_ms = Math.max(pause_ms, REST_FACTOR * (now_ms - started_ms));
    for (const [each, due_ms] of this.#notBefore_ms) if (due_ms <= now_ms) this.#notBefore_ms.delete(each);
    this.#notBefore_ms.set(file.file_name, now_ms + rest_ms);
  }

  async #failed(damage: Damage, error: unknown): Promise<void> {
    const { message } = error as Error;
    damage.publication = await this.#lastPublication();
    if (damage.failure === message) return;
    damage.failure = message;
    this.#events.onFailure(damage.file, error);
    await this.#services.manifest.noteFailedRebuild(damage.file.file_name, message).catch(onlyLogged);
  }

  async #isInForce({ file_name, build }: DamagedServingFile): Promise<boolean> {
    const { manifest } = this.#services;
    const isFile = (file: Pick<DamagedServingFile, 'file_name' | 'build'>) =>
      file.file_name === file_name && file.build === build;
    return (
      (await manifest.servingFiles()).some(isFile) ||
      (await marketFilesInForce(this.#services)).some(isFile) ||
      (await measureMonthsInForce(manifest)).some((month) => month.file_name === file_name)
    );
  }

  /** Empty if the ledger cannot be read. */
  #lastPublication(): Promise<string> {
    return this.#services.manifest.read.get('last_publication').then(
      (last) => JSON.stringify(last ?? null),
      () => '',
    );
  }
}

/** The damage is in the log already, in case the ledger cannot be written. `alir status` cannot show it then. */
export const onlyLogged = () => {};

/** Whether another process holds the lake or the ledger. */
function isLocked(error: unknown): boolean {
  if (isBusy(error)) return true;
  return error instanceof AlirError && (error.code === 'writer_busy' || error.code === 'overloaded');
}
