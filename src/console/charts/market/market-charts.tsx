import type { VNode } from 'preact';
import type { MarketDayRow } from '../../../core/market/rows.ts';
import { useDaySlots } from '../axes/day-axis.tsx';
import { DayPanes } from '../axes/day-panes.tsx';
import { medianOf } from '../axes/scale.ts';
import { useLocale } from '../locale.ts';
import type { Day } from '../requests/rows.ts';

interface MarketChartProps {
  /** Also of days before the range. */
  readonly rows: readonly MarketDayRow[];
  readonly days: readonly Day[];
  /** The days before a short range, for comparison. */
  readonly before: readonly Day[];
  readonly width: number;
}

/** Days before a day from which its usual turnover is taken. */
const USUAL_DAYS = 20;

/** The median turnover of the 20 days before the last one of the rows; null with fewer days. */
export function usualTurnover(rows: readonly MarketDayRow[]): number | null {
  if (rows.length <= USUAL_DAYS) return null;
  return medianOf(rows.slice(-USUAL_DAYS - 1, -1).map(({ value }) => value));
}

/** The turnover of each day, and what was usual before the last one. */
export function TurnoverChart({ rows, days, before, width }: MarketChartProps): VNode {
  const { texts, numbers, dates } = useLocale();
  const { shown, slots, read } = useDaySlots(rows, [...before, ...days], ({ date, value }) =>
    texts.market.turnover_at(dates.short(date), numbers.full(value)),
  );
  const usual = usualTurnover(rows);
  const usuals = shown.map(() => usual);
  return (
    <DayPanes
      label={texts.market.turnover}
      days={shown}
      width={width}
      emphasized={before.length}
      read={read}
      panes={[
        {
          title: texts.market.turnover_axis,
          height: 214,
          ticks: 4,
          write: numbers.axis,
          marks: [
            { kind: 'bars', values: slots.map((row) => row?.value ?? null), class: 'volume' },
            { kind: 'line', values: usuals, class: 'usual' },
          ],
          ends: [
            {
              values: usuals,
              class: 'strong ink',
              write: (value) => texts.market.usual(numbers.short(value)),
            },
          ],
        },
      ]}
    />
  );
}

/** What foreign investors bought less what they sold: the sum since the first day, and each day. */
export function MarketFlowChart({ rows, days, before, width }: MarketChartProps): VNode {
  const { texts, numbers, dates } = useLocale();
  const { shown, slots, read } = useDaySlots(rows, [...before, ...days], ({ date, net_foreign }) =>
    texts.market.net_foreign_at(dates.short(date), numbers.signed(net_foreign)),
  );
  let sum = 0;
  const sums = slots.map((row, index) => {
    if (index >= before.length) sum += row?.net_foreign ?? 0;
    return row && index >= before.length ? sum : null;
  });
  const hasLine = shown.length - before.length > 1;
  return (
    <DayPanes
      label={texts.market.net_foreign}
      days={shown}
      width={width}
      emphasized={before.length}
      read={read}
      panes={[
        ...(hasLine
          ? [
              {
                title: texts.price.flow_sum,
                height: 110,
                tone: 'foreign',
                marks: [{ kind: 'line' as const, values: sums, class: 'flow' }],
                ends: [{ values: sums, class: 'strong', write: numbers.signedShort }],
              },
            ]
          : []),
        {
          title: texts.price.flow,
          height: hasLine ? 74 : 214,
          tone: 'foreign',
          marks: [{ kind: 'bars', values: slots.map((row) => row?.net_foreign ?? null), class: 'flow' }],
        },
      ]}
    />
  );
}
