import type { IsoDate } from '../../../core/dates.ts';
import type { CorporateAction } from '../../../core/market/corporate-actions.ts';
import type { DayCondition } from '../../../core/market/coverage.ts';
import type { AccumulationData, PositionDay } from '../../../core/market/rows.ts';

/**
 * Whether the figures of the accumulation come from trades. The volume is that of all investors, so the selected ones may have none of it.
 */
export function hasNetFigures({ volume, buy_share, sell_share }: AccumulationData): boolean {
  return volume > 0 && (buy_share.top1 > 0 || sell_share.top1 > 0);
}

/** GET /stocks/broker-position. */
export interface PositionData {
  readonly traded_days: number;
  readonly days: readonly PositionDay[];
}

/** Why a day has no data. `before`: the day is before the first published one. `held`: the operator checks the file. */
type Absence = 'rejected' | 'held' | 'no_file' | 'before' | 'due' | 'future';

/** A trading day of the range and the condition of its data, from GET /market/calendar. */
export interface Day {
  readonly date: IsoDate;
  readonly condition: DayCondition;
  /** Null for a published day. */
  readonly absence: Absence | null;
  /** Whether the day is published, and a correction of it is held for a check. */
  readonly is_checked?: boolean;
  /** Whether the day was published more than once. */
  readonly is_corrected?: boolean;
  /** On a page about a stock: the corporate actions from which on the day is the first one in new shares. */
  readonly actions?: readonly CorporateAction[];
}

/** What a chart needs to know about a broker. */
interface BrokerInfo {
  readonly name: string;
  readonly foreign_parent: boolean;
}

export type Brokers = Readonly<Record<string, BrokerInfo>>;

/** Whether a broker belongs to a foreign group. False for a code that is not in the list. */
export function hasForeignParent(brokers: Brokers, code: string): boolean {
  return brokers[code]?.foreign_parent ?? false;
}

/** The name of a broker without the words that most of them have: `UBS Sekuritas Indonesia` is `UBS`. */
export function shortName(brokers: Brokers, code: string): string | undefined {
  const name = brokers[code]?.name.replace(/ sekuritas?\b/i, '').replace(/ (indonesia|tbk\.?)/gi, '');
  // Some names of the exchange's list are in capital letters.
  return name?.replaceAll(/\B[A-Z]+/g, (rest) =>
    name.length > 4 && name === name.toUpperCase() ? rest.toLowerCase() : rest,
  );
}
