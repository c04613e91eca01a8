import type { Clock } from '../../../core/clock.ts';
import { EARLIEST_DATE } from '../../../core/contract.ts';
import { dateOfEpochDay, epochDay, HOUR_MS, type IsoDate, jakartaDate } from '../../../core/dates.ts';
import { lastExpectedDay, type TradingCalendar } from '../../../core/market/calendar.ts';
import {
  type DayCondition,
  type EmptyReason,
  MAX_LISTED_DAYS,
  type RangeCoverage,
} from '../../../core/market/coverage.ts';
import {
  type AnswerFigures,
  type DayComparison,
  partsOf,
  verifiedParts,
} from '../../../core/market/official-figures.ts';
import type { MaybePromise } from '../../../core/maybe-promise.ts';

interface PublishedDate extends DayComparison {
  readonly trade_date: IsoDate;
}

export interface DataDaysSettings {
  readonly calendar: TradingCalendar;
  readonly clock: Clock;
  /** Changes when the published days or their verification change. */
  readonly datasetVersion: () => MaybePromise<string>;
  /** The published days that answers are made from, in order. */
  readonly publishedDays: () => Promise<readonly PublishedDate[]>;
}

/** A date range, and the conditions of its days. */
export interface DataRange {
  readonly through: IsoDate | null;
  readonly coverage: RangeCoverage;
  /** Why an answer for the range is empty. @param isKnown whether any published day has a trade of the ticker */
  emptyReason(isKnown: boolean): EmptyReason;
}

const FIRST_DAY = epochDay(EARLIEST_DATE);

/** Knows which days are published, and which are not although they should be. */
export class DataDays {
  readonly #settings: DataDaysSettings;
  #timeline: Timeline | undefined;

  constructor(settings: DataDaysSettings) {
    this.#settings = settings;
  }

  /** The newest published day; null if nothing is published. */
  async through(): Promise<IsoDate | null> {
    return (await this.#current()).through;
  }

  async conditionOf(date: IsoDate): Promise<DayCondition | null> {
    const { published, today, last_expected } = await this.#current();
    const isTradingDay = this.#settings.calendar.isTradingDay(date);
    return conditionOf(date, { isPublished: published.has(date), isTradingDay, today, last_expected });
  }

  /** @param figures those of the answer: only days on which they equal the exchange's are counted as verified */
  async range(from: IsoDate, to: IsoDate, figures: AnswerFigures): Promise<DataRange> {
    const timeline = await this.#current();
    const [start, end] = [timeline.indexOf(from), timeline.indexOf(to, 1)];
    const count = (which: 'published' | 'missing' | 'expected') =>
      timeline.before(end, which) - timeline.before(start, which);
    const [published, expected, missing] = [count('published'), count('expected'), count('missing')];
    const verified = timeline.verified(start, end, figures);
    const firstMissing = timeline.before(start, 'missing');
    const lastListed = firstMissing + Math.min(missing, MAX_LISTED_DAYS);
    const missing_days = timeline.missing.slice(firstMissing, lastListed);
    const coverage = { published, verified, expected, missing, missing_days };
    const emptyReason = (isKnown: boolean) => {
      const { calendar } = this.#settings;
      const hasTradingDay = () => expected > 0 || calendar.tradingDays(from, to).length > 0;
      return emptyReasonOf({ ...coverage, hasTradingDay }, isKnown);
    };
    return { through: timeline.through, coverage, emptyReason };
  }

  /** The timeline of the current dataset. It is made again after a publication and every hour, because today changes at whole hours. */
  async #current(): Promise<Timeline> {
    const { calendar, clock, datasetVersion, publishedDays } = this.#settings;
    const now = clock.now();
    const version = await datasetVersion();
    const hour = Math.floor(now.getTime() / HOUR_MS);
    if (this.#timeline?.version !== version || this.#timeline.hour !== hour) {
      this.#timeline = new Timeline({ version, hour }, await publishedDays(), calendar, now);
    }
    return this.#timeline;
  }
}

/**
 * The condition of a day; null for a day without trading.
 * @param facts.last_expected the last day whose data should be published by now; see lastExpectedDay
 */
function conditionOf(
  date: IsoDate,
  facts: { isPublished: boolean; isTradingDay: boolean; today: IsoDate; last_expected: IsoDate },
): DayCondition | null {
  // The exchange may have traded on a day that the calendar does not expect.
  if (facts.isPublished) return 'published';
  if (!facts.isTradingDay) return null;
  if (date <= facts.last_expected) return 'missing';
  return date <= facts.today ? 'due' : 'future';
}

/** The conditions of all days from the first day of the data to today, as running counts: a range of any length takes the same time. */
class Timeline {
  readonly version: string;
  /** Hours since 1970-01-01. */
  readonly hour: number;
  readonly published: ReadonlySet<IsoDate>;
  readonly through: IsoDate | null;
  readonly today: IsoDate;
  readonly last_expected: IsoDate;
  /** In order. */
  readonly missing: readonly IsoDate[];
  /** Published days before each day; missing ones; and published, missing and due ones. */
  readonly #before: Readonly<Record<'published' | 'missing' | 'expected', Uint16Array>>;
  /** Verified days before each day, for each set of figures that an answer can have: computed for the first such answer. */
  readonly #verified = new Map<string, Uint16Array>();
  /** The figures of each day that are known to equal the exchange's. */
  readonly #parts: ReadonlyMap<IsoDate, ReadonlySet<string>>;

  constructor(
    { version, hour }: Pick<Timeline, 'version' | 'hour'>,
    days: readonly PublishedDate[],
    calendar: TradingCalendar,
    now: Date,
  ) {
    this.version = version;
    this.hour = hour;
    this.published = new Set(days.map(({ trade_date }) => trade_date));
    this.#parts = new Map(
      days.filter((day) => day.verified === 1).map((day) => [day.trade_date, verifiedParts(day)]),
    );
    this.through = days.at(-1)?.trade_date ?? null;
    this.today = jakartaDate(now);
    this.last_expected = lastExpectedDay(now);
    const last = this.through !== null && this.through > this.today ? this.through : this.today;
    const length = Math.max(0, epochDay(last) - FIRST_DAY + 1);
    const dates = Array.from({ length }, (_, index) => dateOfEpochDay(FIRST_DAY + index));
    const conditions = dates.map((date) => {
      const { today, last_expected } = this;
      const [isPublished, isTradingDay] = [this.published.has(date), calendar.isTradingDay(date)];
      return conditionOf(date, { isPublished, isTradingDay, today, last_expected });
    });
    const before = (isCounted: (condition: DayCondition | null) => boolean) =>
      runningCounts(conditions.map(isCounted));
    this.missing = dates.filter((_, index) => conditions[index] === 'missing');
    this.#before = {
      published: before((condition) => condition === 'published'),
      missing: before((condition) => condition === 'missing'),
      expected: before((condition) => condition !== null && condition !== 'future'),
    };
  }

  /** The index of the day that is `days` after a date, or the nearest one of the timeline. */
  indexOf(date: IsoDate, days = 0): number {
    return Math.min(Math.max(0, epochDay(date) - FIRST_DAY + days), this.#before.published.length - 1);
  }

  before(index: number, which: 'published' | 'missing' | 'expected'): number {
    return this.#before[which][index] ?? 0;
  }

  /** The verified days between two indices, the first included. */
  verified(start: number, end: number, figures: AnswerFigures): number {
    const parts = partsOf(figures);
    if (parts === null || this.#parts.size === 0) return 0;
    const key = parts.join();
    const before = this.#verified.get(key) ?? this.#verifiedBefore(parts);
    this.#verified.set(key, before);
    return (before[end] ?? 0) - (before[start] ?? 0);
  }

  #verifiedBefore(parts: readonly string[]): Uint16Array {
    const { length } = this.#before.published;
    const isVerified = (_: unknown, index: number) => {
      const verified = this.#parts.get(dateOfEpochDay(FIRST_DAY + index));
      return verified !== undefined && parts.every((part) => verified.has(part));
    };
    return runningCounts(Array.from({ length: length - 1 }, isVerified));
  }
}

/** How many are true before each place, and in all. */
function runningCounts(values: readonly boolean[]): Uint16Array {
  const before = new Uint16Array(values.length + 1);
  for (const [place, value] of values.entries()) before[place + 1] = (before[place] ?? 0) + (value ? 1 : 0);
  return before;
}

/**
 * Why an answer for a range is empty. A ticker can only be judged by the published days, so without one the days are the reason. A missing
 * day may have trades, so with one the reason is never `no_trades`.
 */
function emptyReasonOf(
  days: { published: number; expected: number; missing: number; hasTradingDay: () => boolean },
  isKnown: boolean,
): EmptyReason {
  if (days.published > 0 && !isKnown) return 'unknown_ticker';
  if (days.missing > 0) return 'missing_day';
  if (days.published > 0) return 'no_trades';
  if (days.expected > 0) return 'not_published_yet';
  return days.hasTradingDay() ? 'future' : 'no_trading_day';
}
