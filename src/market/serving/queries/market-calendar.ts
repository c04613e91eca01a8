import { dateOfEpochDay, epochDay, type IsoDate } from '../../../core/dates.ts';
import { AlirError } from '../../../core/errors.ts';
import type { DayCondition } from '../../../core/market/coverage.ts';
import { type DayComparison, verifiedMarkets } from '../../../core/market/official-figures.ts';
import { exactNumber } from '../../../core/rounding.ts';
import { DataDays, type DataDaysSettings } from './data-days.ts';

const COMPARED_MARKETS = ['RG', 'NG'];
export const DAY_KINDS = ['trading_day', 'holiday', 'weekend'] as const;

export interface CalendarDay {
  readonly date: IsoDate;
  readonly kind: (typeof DAY_KINDS)[number];
  /** The name of a holiday; null for other days. */
  readonly name: string | null;
  readonly condition: DayCondition | null;
  /** This and the following fields are null for a day that is not published. */
  readonly revision: number | null;
  readonly published_at: string | null;
  /** In all markets. */
  readonly trades: number | null;
  /** In all markets, in IDR. */
  readonly value: number | null;
  /** True for a day that matches the exchange's Stock Summary in all markets, false for one that differs, null if not all were compared. */
  readonly verified: boolean | null;
  /** The markets that match, separated by commas. */
  readonly verified_markets: string | null;
}

/** A day without a difference counts as verified only if all of its markets were compared. */
function isVerified(markets: readonly string[]): true | null {
  return COMPARED_MARKETS.every((market) => markets.includes(market)) ? true : null;
}

interface PublishedDay extends DayComparison {
  readonly trade_date: IsoDate;
  readonly revision: number;
  /** Of its publication. */
  readonly number: number | null;
  readonly published_at: string | null;
  readonly trades_rows: number;
  readonly value: number;
}

export interface MarketCalendarSettings extends Omit<DataDaysSettings, 'publishedDays'> {
  /** In order. */
  readonly publishedDays: () => Promise<readonly PublishedDay[]>;
  /** Whether these days contain every publication. */
  readonly isComplete: () => Promise<boolean>;
}

/** The calendar of the exchange, with the state of the data of each day. */
export class MarketCalendar {
  readonly #settings: MarketCalendarSettings;
  readonly #days: DataDays;

  constructor(settings: MarketCalendarSettings) {
    this.#settings = settings;
    this.#days = new DataDays(settings);
  }

  /**
   * The days whose newest publication has a higher number than `since`, in order.
   * @throws AlirError `answer_too_large`; `not_ready` while a publication is not in the days: a later one may be in them already, and the number
   * of the answer would hide the first
   */
  async changedDays(since: number): Promise<CalendarDay[]> {
    if (!(await this.#settings.isComplete())) {
      const message = 'New days are being published. Try again shortly.';
      throw new AlirError('not_ready', message, { retry_after_s: 2 });
    }
    const changed = (await this.#settings.publishedDays()).filter(({ number }) => (number ?? 0) > since);
    return (await Promise.all(changed.map(({ trade_date }) => this.days(trade_date, trade_date)))).flat();
  }

  /** Every day from `from` to `to`, both included. @throws AlirError `answer_too_large` when a value exceeds 2^53 - 1 */
  async days(from: IsoDate, to: IsoDate): Promise<CalendarDay[]> {
    const { calendar, publishedDays } = this.#settings;
    const published = new Map((await publishedDays()).map((day) => [day.trade_date, day]));
    const rows: CalendarDay[] = [];
    for (let day = epochDay(from); day <= epochDay(to); day++) {
      const date = dateOfEpochDay(day);
      const {
        revision = null,
        published_at = null,
        trades_rows = null,
        value = null,
        verified = null,
        compared = null,
      } = published.get(date) ?? {};
      const markets = verifiedMarkets({ verified, compared });
      const name = calendar.holidayName(date) ?? null;
      rows.push({
        date,
        kind: calendar.isTradingDay(date) ? 'trading_day' : name === null ? 'weekend' : 'holiday',
        name,
        condition: await this.#days.conditionOf(date),
        revision,
        published_at,
        trades: trades_rows,
        value: value === null ? null : exactNumber(value),
        verified: verified === 0 ? false : isVerified(markets),
        verified_markets: markets.join() || null,
      });
    }
    return rows;
  }
}
