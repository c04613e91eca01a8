import { dateOfEpochDay, type IsoDate } from '../../../core/dates.ts';
import { type CorporateAction, scaleOfDay } from '../../../core/market/corporate-actions.ts';
import { MEASURES } from '../../../core/market/measure-list.ts';
import { hundredths } from '../../../core/rounding.ts';
import { placeInRow } from '../months/measure-months.ts';

/** The measures that compare shares of several days, without their percentiles: values in IDR do not change with the shares. */
const OF_SHARES =
  /^(change|range|volume_ratio|accumulation|buy_top\d+|sell_top\d+|net_buyers_less_sellers|top5_buyer_cost|close_to_cost)_/;
const PERCENTILE = /_p(?:60|250)$/;

interface Days {
  /** The measured days, in order. */
  readonly days: readonly IsoDate[];
  /** By ex-date, up to the newest measured day. */
  readonly actions: readonly CorporateAction[];
}

/**
 * Rows in shares of the newest day. A measure is missing if its days have both old and new shares, and so is a percentile if one of its
 * values is.
 * @param rows of a stock by day, from the first ex-date on or earlier
 */
export function adjustedRows(rows: readonly Float64Array[], { days, actions }: Days): Float64Array[] {
  const dates = rows.map(([day = 0]) => dateOfEpochDay(day));
  const places = new Map(days.map((day, place) => [day, place]));
  const scaleOf = scaleOfDay(actions);
  /** Whether the shares changed after the day of `from`, up to that of a row. */
  const isMixed = (from: IsoDate, row: number) =>
    actions.some(({ ex_date }) => ex_date > from && ex_date <= (dates[row] as IsoDate));
  /** By measure, without percentiles. */
  const mixed = new Map<string, boolean[]>();
  for (const { name, days: count } of MEASURES) {
    if (!OF_SHARES.test(name) || PERCENTILE.test(name)) continue;
    const isMixedRow = (row: number) => {
      const before = (number: number) => days[(places.get(dates[row] as IsoDate) as number) - number] ?? '';
      if (name.startsWith('change_')) {
        // The earlier close is that of the last day with trades.
        return isMixed(dates.findLast((date) => date <= before(count)) ?? '', row);
      }
      return isMixed(before(name.startsWith('volume_ratio_') ? count : count - 1), row);
    };
    mixed.set(
      name,
      dates.map((_, row) => isMixedRow(row)),
    );
  }
  return rows.map((row, place) => {
    const scale = scaleOf(dates[place] as IsoDate);
    const adjusted = row.slice();
    for (const { name, unit, days: count } of MEASURES) {
      const cell = placeInRow(name);
      const value = row[cell] as number;
      const ofRows = mixed.get(name.replace(PERCENTILE, '')) ?? [];
      const first = PERCENTILE.test(name) ? Math.max(0, place - count) : place;
      if (Number.isNaN(value)) continue;
      if (ofRows.slice(first, place + 1).includes(true)) adjusted[cell] = Number.NaN;
      else if (name === 'volume') adjusted[cell] = scale.volume(value);
      else if (unit === 'idr_per_share')
        adjusted[cell] = hundredths(...scale.exactPrice(BigInt(Math.round(value * 100)), 100n));
    }
    return adjusted;
  });
}
