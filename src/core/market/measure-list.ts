import { groupedBy } from '../grouped-by.ts';

/** `percent` and `times` (a quotient) have 2 decimals, as has `idr_per_share` of a cost; all others are integers. */
type MeasureUnit = 'idr' | 'idr_per_share' | 'shares' | 'trades' | 'percent' | 'times' | 'days' | 'brokers';

export interface Measure {
  /** The column of `measure_day`. */
  readonly name: string;
  readonly unit: MeasureUnit;
  /** Whether its values have 2 decimals; otherwise they are integers. */
  readonly has_decimals: boolean;
  /** The number of days (of a percentile: of earlier rows) that it covers. */
  readonly days: number;
  readonly definition: string;
}

const LAST_DAYS = { 1: 'the day', 5: 'the last 5 days', 20: 'the last 20 days' } as const;
const SPANS = [1, 5, 20] as const;
const TOPS = [1, 3, 5, 10, 15] as const;

/** The numbers of earlier rows of the ticker with which a percentile compares a value. */
const PERCENTILE_ROWS = [60, 250] as const;

function measure(
  name: string,
  unit: MeasureUnit,
  days: number,
  definition: string,
  more: Partial<Measure> = {},
): Measure {
  return {
    name,
    unit,
    days,
    definition,
    has_decimals: unit === 'percent' || unit === 'times',
    ...more,
  };
}

const BASE: readonly Measure[] = [
  measure('close', 'idr_per_share', 1, 'price of the last trade of the day, by trade number'),
  measure('volume', 'shares', 1, 'volume of the day'),
  measure('value', 'idr', 1, 'value of the day'),
  measure('freq', 'trades', 1, 'number of trades of the day'),
  ...SPANS.map((days) =>
    measure(
      `change_${days}d`,
      'percent',
      days,
      `close / close ${days === 1 ? 'of the day' : `${days} days`} before - 1`,
    ),
  ),
  ...[20, 60, 250].map((days) =>
    measure(
      `range_${days}d`,
      'percent',
      days,
      `(close - lowest low) / (highest high - lowest low) of the last ${days} days; 50 if they are equal`,
    ),
  ),
  ...['volume', 'value'].map((what) =>
    measure(
      `${what}_ratio_20d`,
      'times',
      20,
      `${what} of the day / median ${what} of the 20 days before it; null if this median is 0`,
    ),
  ),
  ...SPANS.map((days) =>
    measure(
      `net_foreign_${days}d`,
      'idr',
      days,
      `value that foreign investors bought - value that they sold, over ${LAST_DAYS[days]}`,
    ),
  ),
  ...SPANS.map((days) =>
    measure(`foreign_share_${days}d`, 'percent', days, `net_foreign_${days}d / value of ${LAST_DAYS[days]}`),
  ),
  measure(
    'foreign_streak',
    'days',
    1,
    'days in a row, up to this one, with net_foreign_1d > 0 (a positive number) or < 0 (a negative number); a day without trades ends it',
  ),
  ...SPANS.map((days) =>
    measure(
      `accumulation_${days}d`,
      'percent',
      days,
      `average_percent of /stocks/accumulation over ${LAST_DAYS[days]}`,
    ),
  ),
  ...(['buy', 'sell'] as const).flatMap((side) =>
    SPANS.flatMap((days) =>
      TOPS.map((top) =>
        measure(
          `${side}_top${top}_${days}d`,
          'percent',
          days,
          `share of the volume of ${LAST_DAYS[days]} that the largest ${side === 'buy' ? 'buyers' : 'sellers'} (top ${top}) ${side === 'buy' ? 'bought' : 'sold'}`,
        ),
      ),
    ),
  ),
  ...SPANS.map((days) =>
    measure(
      `net_buyers_less_sellers_${days}d`,
      'brokers',
      days,
      `brokers that bought more shares than they sold - brokers that sold more, over ${LAST_DAYS[days]}`,
    ),
  ),
  ...[20, 60].flatMap((days) => [
    measure(
      `top5_buyer_cost_${days}d`,
      'idr_per_share',
      days,
      `buy value / buy volume of the 5 largest net buyers (in shares) of the last ${days} days, an estimate of their cost; null without net buyers`,
      { has_decimals: true },
    ),
    measure(
      `close_to_cost_${days}d`,
      'percent',
      days,
      `close / top5_buyer_cost_${days}d before rounding - 1`,
    ),
  ]),
  measure('negotiated_value_1d', 'idr', 1, 'value of the day in the negotiated market (NG)'),
  measure(
    'negotiated_premium_1d',
    'percent',
    1,
    'average price of the day in NG / close - 1; null without trades in NG',
  ),
];

/** The measures that have percentiles. */
const RANKED: readonly Measure[] = BASE.filter(({ name }) =>
  /^(change|volume_ratio|value_ratio|net_foreign|foreign_share|accumulation|negotiated_value)_/.test(name),
);

/**
 * The columns of `measure_day` after the ticker, in their order: figures of the regular market (RG) and of all investors. "The last n days"
 * are the last n published trading days of the exchange, up to and including the day; where fewer are published, the value is null.
 */
export const MEASURES: readonly Measure[] = [
  ...BASE,
  ...RANKED.flatMap(({ name }) =>
    PERCENTILE_ROWS.map((rows) =>
      measure(
        `${name}_p${rows}`,
        'percent',
        rows,
        `percent of the values of ${name} in the ${rows} rows of the ticker before this one that are lower, equal ones counting half; null if the ticker has fewer rows or the day has no value`,
      ),
    ),
  ),
];

export const MEASURE_NAMES: readonly string[] = MEASURES.map(({ name }) => name);

/** All measures in one text. Names that differ only in their numbers are one item: `change_{1|5|20}d (percent): ...`. */
export function measureGuide(): string {
  const families = groupedBy(MEASURES, ({ name }) => name.replaceAll(/\d+/g, '#'));
  const items = [...families].map(([pattern, family]) => {
    const numbers = family.map(({ name }) => name.match(/\d+/g) ?? []);
    let place = 0;
    const name = pattern.replaceAll('#', () => {
      const distinct = new Set(numbers.map((each) => each[place]));
      place += 1;
      return distinct.size > 1 ? `{${[...distinct].join('|')}}` : [...distinct].join();
    });
    const last = family.at(-1);
    return pattern.endsWith('_p#') ? name : `${name} (${last?.unit}): ${last?.definition}`;
  });
  return items.join('. ');
}
