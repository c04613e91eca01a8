import type { VNode } from 'preact';
import type { PositionDay } from '../../../core/market/rows.ts';
import { useDaySlots } from '../axes/day-axis.tsx';
import { DayPanes } from '../axes/day-panes.tsx';
import { SHARES_A_LOT, useLocale } from '../locale.ts';
import type { Day } from '../requests/rows.ts';

interface PositionChartProps {
  readonly rows: readonly PositionDay[];
  readonly days: readonly Day[];
  readonly width: number;
}

/** The close against the average cost, the net trades of each day, and the position. */
export function PositionChart({ rows, days, width }: PositionChartProps): VNode {
  const { texts, numbers, dates } = useLocale();
  const { position } = texts;
  const written = (value: number | null | undefined) => (value == null ? '–' : numbers.price(value));
  const { shown, slots, read } = useDaySlots(rows, days, (row) =>
    position.at(dates.short(row.date), {
      net: numbers.signed(row.net_volume / SHARES_A_LOT),
      position: numbers.signed(row.position / SHARES_A_LOT),
      cost: written(row.average_cost),
      close: written(row.close),
      result: row.result === null ? '–' : numbers.signed(row.result),
    }),
  );
  const of = (field: 'close' | 'average_cost') => slots.map((row) => row?.[field] ?? null);
  const lots = (field: 'net_volume' | 'position') =>
    slots.map((row) => row && row[field] / SHARES_A_LOT).map((each) => each ?? null);
  const [close, average_cost, held] = [of('close'), of('average_cost'), lots('position')];
  return (
    <DayPanes
      label={position.title}
      days={shown}
      width={width}
      read={read}
      panes={[
        {
          title: position.price_axis,
          height: 210,
          isPrice: true,
          ticks: 4,
          write: (value) => numbers.full(value, Number.isInteger(value) ? 0 : 1),
          marks: [
            { kind: 'area', values: close, base: average_cost },
            { kind: 'line', values: close, class: 'close' },
            { kind: 'line', values: average_cost, class: 'cost' },
          ],
          ends: [
            { values: close, class: 'strong ink', write: numbers.price },
            // A closed position has no cost.
            ...(slots.findLast((row) => row)?.average_cost == null
              ? []
              : [
                  {
                    values: average_cost,
                    class: 'cost',
                    write: (cost: number) => position.cost_label(numbers.full(cost)),
                  },
                ]),
          ],
        },
        {
          title: position.net_axis,
          height: 80,
          marks: [{ kind: 'bars', values: lots('net_volume'), class: 'net' }],
        },
        {
          title: position.held_axis,
          height: 70,
          marks: [{ kind: 'line', values: held, class: 'held' }],
          ends: [{ values: held, class: 'strong ink', write: numbers.signedShort }],
        },
      ]}
    />
  );
}
