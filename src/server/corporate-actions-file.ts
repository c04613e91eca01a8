import { statSync } from 'node:fs';
import type { Clock } from '../core/clock.ts';
import type { IsoDate } from '../core/dates.ts';
import type { CorporateAction, CorporateActions } from '../core/market/corporate-actions.ts';
import type { Config } from './config.ts';
import { corporateActionsOf, referencePath } from './settings-files.ts';

const CHECK_MS = 1000;

/**
 * The corporate actions of the configured file. A change of the file is noticed while the server runs; a wrong file is reported, and the
 * earlier actions stay in force.
 */
export class CorporateActionsFile implements CorporateActions {
  readonly #config: Config;
  readonly #clock: Clock;
  #actions: readonly CorporateAction[];
  #version = 1;
  #state: string;
  #checked_ms: number;
  readonly #onProblem: (error: unknown) => void;

  /**
   * @param onProblem called once for each wrong file
   * @throws AlirError `bad_configuration`
   */
  constructor(config: Config, clock: Clock, onProblem: (error: unknown) => void) {
    this.#config = config;
    this.#clock = clock;
    this.#onProblem = onProblem;
    this.#state = this.#currentState();
    this.#checked_ms = clock.monotonic_ms();
    this.#actions = corporateActionsOf(config);
  }

  version(): number {
    const now_ms = this.#clock.monotonic_ms();
    if (now_ms - this.#checked_ms >= CHECK_MS) {
      this.#checked_ms = now_ms;
      this.#readIfChanged();
    }
    return this.#version;
  }

  of(ticker: string, after: IsoDate, through: IsoDate | null): readonly CorporateAction[] {
    return this.#between(after, through).filter((each) => each.ticker === ticker);
  }

  tickers(after: IsoDate, through: IsoDate | null): string[] {
    return [...new Set(this.#between(after, through).map(({ ticker }) => ticker))];
  }

  #between(after: IsoDate, through: IsoDate | null): readonly CorporateAction[] {
    if (through === null) return [];
    return this.#actions.filter(({ ex_date }) => ex_date > after && ex_date <= through);
  }

  #readIfChanged(): void {
    const state = this.#currentState();
    if (state === this.#state) return;
    this.#state = state;
    try {
      this.#actions = corporateActionsOf(this.#config);
      this.#version += 1;
    } catch (error) {
      this.#onProblem(error);
    }
  }

  #currentState(): string {
    const path = this.#config.corporate_actions || referencePath('corporate-actions.csv');
    try {
      const { ino, size, mtimeNs } = statSync(path, { bigint: true });
      return `${ino} ${size} ${mtimeNs}`;
    } catch (error) {
      // Reading the file then reports it.
      return String((error as NodeJS.ErrnoException).code);
    }
  }
}
