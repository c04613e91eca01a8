import type { VNode } from 'preact';
import type { MarketDayRow } from '../../core/market/rows.ts';
import { absenceText } from './day-axis.tsx';
import { DayPanes } from './day-panes.tsx';
import { useLocale } from './locale.ts';
import type { Day } from './rows.ts';
import { medianOf } from './scale.ts';

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

function useDays({ rows, days, before }: MarketChartProps) {
  const locale = useLocale();
  const all = [...before, ...days].filter(({ condition }) => condition !== 'future');
  const byDate = new Map(rows.map((row) => [row.date, row]));
  const slots = all.map(({ date }) => byDate.get(date));
  const read = (index: number, write: (row: MarketDayRow, date: string) => string): string => {
    const day = all[index];
    const row = slots[index];
    if (!day) return locale.texts.table.empty;
    return row ? write(row, locale.dates.short(day.date)) : absenceText(day, locale);
  };
  return { all, slots, read };
}

/** The turnover of each day, and what was usual before the last one. */
export function TurnoverChart(props: MarketChartProps): VNode {
  const { rows, before, width } = props;
  const { texts, numbers } = useLocale();
  const { all, slots, read } = useDays(props);
  const usual = usualTurnover(rows);
  return (
    <DayPanes
      label={texts.market.turnover}
      days={all}
      width={width}
      emphasized={before.length}
      read={(index) => read(index, (row, date) => texts.market.turnover_at(date, numbers.full(row.value)))}
      panes={[
        {
          title: texts.market.turnover_axis,
          height: 214,
          include: [0],
          ticks: 4,
          write: numbers.axis,
          marks: [
            { kind: 'bars', values: slots.map((row) => row?.value ?? null), class: 'volume' },
            ...(usual === null
              ? []
              : [{ kind: 'line' as const, values: all.map(() => usual), class: 'usual' }]),
          ],
          ends:
            usual === null
              ? []
              : [{ value: usual, text: texts.market.usual(numbers.short(usual)), class: 'strong ink' }],
        },
      ]}
    />
  );
}

/** What foreign investors bought less what they sold: the sum since the first day, and each day. */
export function MarketFlowChart(props: MarketChartProps): VNode {
  const { before, width } = props;
  const { texts, numbers } = useLocale();
  const { all, slots, read } = useDays(props);
  let sum = 0;
  const sums = slots.map((row, index) => {
    if (index >= before.length) sum += row?.net_foreign ?? 0;
    return row && index >= before.length ? sum : null;
  });
  const hasLine = all.length - before.length > 1;
  return (
    <DayPanes
      label={texts.market.net_foreign}
      days={all}
      width={width}
      emphasized={before.length}
      read={(index) =>
        read(index, (row, date) => texts.market.net_foreign_at(date, numbers.signed(row.net_foreign)))
      }
      panes={[
        ...(hasLine
          ? [
              {
                title: texts.price.flow_sum,
                height: 110,
                tone: 'foreign',
                include: [0],
                ticks: 0,
                write: numbers.signedShort,
                marks: [{ kind: 'line' as const, values: sums, class: 'flow' }],
                ends: [{ value: sum, text: numbers.signedShort(sum), class: 'strong' }],
              },
            ]
          : []),
        {
          title: texts.price.flow,
          height: hasLine ? 74 : 214,
          tone: 'foreign',
          include: [0],
          ticks: 0,
          write: numbers.signedShort,
          marks: [{ kind: 'bars', values: slots.map((row) => row?.net_foreign ?? null), class: 'flow' }],
        },
      ]}
    />
  );
}
