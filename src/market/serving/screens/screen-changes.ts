import { LRUCache } from 'lru-cache';
import type { IsoDate } from '../../../core/dates.ts';
import type { MaybePromise } from '../../../core/maybe-promise.ts';
import { type AdjustedMeasures, keptOrMade } from '../queries/adjusted-measures.ts';
import type { Screen } from './screen.ts';
import { screenAnswer } from './screen-answer.ts';

const MAX_KEPT = 500;
const NEVER = new AbortController().signal;

/** The stocks of a screen on the newest day, and the difference from the day before. */
export interface ScreenChange {
  readonly date: IsoDate | null;
  readonly members: readonly string[];
  /** Without a day before, no stock entered or left. */
  readonly entered: readonly string[];
  readonly left: readonly string[];
}

/** Which stocks entered and left screens, computed once for each publication. */
export class ScreenChanges {
  readonly #measures: AdjustedMeasures;
  readonly #publication: () => MaybePromise<number>;
  readonly #kept = new LRUCache<string, Promise<ScreenChange>>({ max: MAX_KEPT });

  /** @param publication the newest one whose measures are computed */
  constructor(measures: AdjustedMeasures, publication: () => MaybePromise<number>) {
    this.#measures = measures;
    this.#publication = publication;
  }

  /** @throws AlirError as MarketDatabase.measureRows does */
  async read(screen: Screen): Promise<ScreenChange> {
    const key = `${await this.#publication()} ${this.#measures.version()} ${JSON.stringify(screen)}`;
    return keptOrMade(this.#kept, key, () => this.#make(screen));
  }

  async #make(screen: Screen): Promise<ScreenChange> {
    const tickersOn = async (date?: IsoDate) => {
      const { rows, ...answer } = await screenAnswer(
        this.#measures,
        { ...screen, measures: [], date },
        NEVER,
      );
      return { ...answer, tickers: Array.from(rows.columns.ticker) };
    };
    const { date, day_before, tickers: members } = await tickersOn();
    const before = day_before === null ? members : (await tickersOn(day_before)).tickers;
    return {
      date,
      members,
      entered: members.filter((ticker) => !before.includes(ticker)),
      left: before.filter((ticker) => !members.includes(ticker)),
    };
  }
}
