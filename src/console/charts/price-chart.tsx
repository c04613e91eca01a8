import type { VNode } from 'preact';
import type { PriceRow } from '../../core/market/rows.ts';
import { actionsText, useDaySlots } from './axes/day-axis.tsx';
import { type Candle, DayPanes } from './axes/day-panes.tsx';
import type { DayValues } from './axes/scale.ts';
import { type Locale, SHARES_A_LOT, useLocale } from './locale.ts';
import type { Day } from './requests/rows.ts';

/** The lines over the prices. */
export const PRICE_LINES = ['ma10', 'ma20', 'vwap'] as const;
export type PriceLine = (typeof PRICE_LINES)[number];

const SUM_PX = 54;

interface PriceChartProps {
  /** Also of days before the shown ones, for the moving averages. */
  readonly rows: readonly PriceRow[];
  /** The trading days of the range. */
  readonly days: readonly Day[];
  /** The days before a range of one day, for comparison. */
  readonly before: readonly Day[];
  readonly isLine: boolean;
  readonly lines: readonly PriceLine[];
  readonly width: number;
}

/** The mean of a day's close and the closes before it; null with fewer than `count` closes. By date. */
export function movingAverage(rows: readonly PriceRow[], count: number): Map<string, number> {
  const priced = rows.filter((row) => row.close !== null);
  return new Map(
    priced.slice(count - 1).map(({ date }, index) => {
      const closes = priced.slice(index, index + count).map(({ close }) => close as number);
      return [date, closes.reduce((sum, close) => sum + close, 0) / count];
    }),
  );
}

/** The value divided by the volume of all rows up to a day, by date. */
export function runningVwap(rows: readonly PriceRow[]): Map<string, number> {
  let [value, volume] = [0, 0];
  const byDate = new Map<string, number>();
  for (const row of rows) {
    value += row.value;
    volume += row.volume;
    if (volume > 0) byDate.set(row.date, value / volume);
  }
  return byDate;
}

function candleOf(row: PriceRow | undefined): Candle | null {
  if (!row || row.open === null || row.high === null || row.low === null || row.close === null) return null;
  return { open: row.open, high: row.high, low: row.low, close: row.close };
}

/** Prices, with volume, net foreign value of each day and its sum below, by trading day. */
export function PriceChart({ rows, days, before, isLine, lines, width }: PriceChartProps): VNode {
  const locale = useLocale();
  const { texts, numbers, dates } = locale;
  const { shown: all, slots, read } = useDaySlots(rows, [...before, ...days], readRow);
  const closes = slots.map((row) => row?.close ?? null);
  const shown = rows.filter(({ date }) => date >= (all[0]?.date ?? ''));
  const of = (values: Map<string, number>): DayValues => all.map(({ date }) => values.get(date) ?? null);
  const averages: Readonly<Record<PriceLine, () => DayValues>> = {
    ma10: () => of(movingAverage(rows, 10)),
    ma20: () => of(movingAverage(rows, 20)),
    vwap: () => of(runningVwap(shown)),
  };
  // The sum and the average of the days before one day are not those of the day.
  const isCompared = before.length > 0;
  const drawn = lines
    .filter((name) => name !== 'vwap' || !isCompared)
    .map((name) => ({ name, values: averages[name]() }));
  let sum = 0;
  const sums = slots.map((row) => {
    sum += row?.net_foreign ?? 0;
    return row ? sum : null;
  });
  return (
    <DayPanes
      label={texts.price.title}
      days={all}
      width={width}
      read={read}
      emphasized={before.length}
      panes={[
        {
          title: texts.price.price,
          height: (width < 520 ? 190 : 226) + (isCompared ? SUM_PX : 0),
          isPrice: true,
          ticks: 5,
          write: (value) => numbers.full(value, Number.isInteger(value) ? 0 : 1),
          marks: [
            isLine
              ? { kind: 'line', values: closes, class: 'close' }
              : { kind: 'candles', values: slots.map(candleOf) },
            ...drawn.map(({ name, values }) => ({ kind: 'line' as const, values, class: name })),
          ],
          ends: [
            { values: closes, class: 'strong ink', write: numbers.price },
            ...drawn.map(({ name, values }) => ({
              values,
              class: name,
              write: () => texts.price.lines[name],
            })),
          ],
        },
        {
          title: texts.price.volume,
          height: 40,
          write: numbers.short,
          marks: [
            {
              kind: 'bars',
              values: slots.map((row) => row && row.volume / SHARES_A_LOT).map((each) => each ?? null),
              class: 'volume',
            },
          ],
        },
        {
          title: texts.price.flow,
          height: 64,
          tone: 'foreign',
          marks: [{ kind: 'bars', values: slots.map((row) => row?.net_foreign ?? null), class: 'flow' }],
        },
        ...(isCompared
          ? []
          : [
              {
                title: texts.price.flow_sum,
                height: SUM_PX,
                tone: 'foreign',
                marks: [{ kind: 'line' as const, values: sums, class: 'flow' }],
                ends: [{ values: sums, class: 'strong', write: numbers.signedShort }],
              },
            ]),
      ]}
    />
  );

  function readRow(row: PriceRow, day: Day): string {
    const written = (value: number | null) =>
      value === null ? texts.price.no_regular : numbers.price(value);
    const text = texts.price.at(dates.short(day.date), {
      open: written(row.open),
      high: written(row.high),
      low: written(row.low),
      close: written(row.close),
      volume: lots(row.volume, locale),
      flow: numbers.signed(row.net_foreign),
    });
    return day.actions ? `${text}; ${actionsText(day, locale)}` : text;
  }
}

/** A volume in lots: whole lots without decimals, odd lots with two. */
function lots(shares: number, { numbers }: Locale): string {
  return numbers.full(shares / SHARES_A_LOT, shares % SHARES_A_LOT === 0 ? 0 : 2);
}
