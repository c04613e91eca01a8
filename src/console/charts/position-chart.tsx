import type { VNode } from 'preact';
import type { PositionDay } from '../../core/market/rows.ts';
import { absenceText } from './day-axis.tsx';
import { DayPanes } from './day-panes.tsx';
import { SHARES_A_LOT, useLocale } from './locale.ts';
import type { Day } from './rows.ts';

interface PositionChartProps {
  readonly rows: readonly PositionDay[];
  readonly days: readonly Day[];
  readonly width: number;
}

/** The close against the average cost, the net trades of each day, and the position. */
export function PositionChart({ rows, days, width }: PositionChartProps): VNode {
  const locale = useLocale();
  const { texts, numbers, dates } = locale;
  const { position } = texts;
  const shown = days.filter(({ condition }) => condition !== 'future');
  const byDate = new Map(rows.map((row) => [row.date, row]));
  const slots = shown.map(({ date }) => byDate.get(date));
  const of = (field: 'close' | 'average_cost') => slots.map((row) => row?.[field] ?? null);
  const lots = (field: 'net_volume' | 'position') =>
    slots.map((row) => row && row[field] / SHARES_A_LOT).map((each) => each ?? null);
  const last = rows.at(-1);
  const written = (value: number | null | undefined) => (value == null ? '–' : numbers.price(value));
  const read = (index: number): string => {
    const day = shown[index];
    const row = slots[index];
    if (!day) return texts.table.empty;
    if (!row) return absenceText(day, locale);
    return position.at(dates.short(day.date), {
      net: numbers.signed(row.net_volume / SHARES_A_LOT),
      position: numbers.signed(row.position / SHARES_A_LOT),
      cost: written(row.average_cost),
      close: written(row.close),
      result: row.result === null ? '–' : numbers.signed(row.result),
    });
  };
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
          ticks: 4,
          write: (value) => numbers.full(value, Number.isInteger(value) ? 0 : 1),
          marks: [
            { kind: 'area', values: of('close'), base: of('average_cost') },
            { kind: 'line', values: of('close'), class: 'close' },
            { kind: 'line', values: of('average_cost'), class: 'cost' },
          ],
          ends: [
            ...(last?.close == null
              ? []
              : [{ value: last.close, text: numbers.price(last.close), class: 'strong ink' }]),
            ...(last?.average_cost == null
              ? []
              : [
                  {
                    value: last.average_cost,
                    text: position.cost_label(numbers.full(last.average_cost)),
                    class: 'cost',
                  },
                ]),
          ],
        },
        {
          title: position.net_axis,
          height: 80,
          include: [0],
          ticks: 0,
          write: numbers.signedShort,
          marks: [{ kind: 'bars', values: lots('net_volume'), class: 'net' }],
        },
        {
          title: position.held_axis,
          height: 70,
          include: [0],
          ticks: 0,
          write: numbers.signedShort,
          marks: [{ kind: 'line', values: lots('position'), class: 'held' }],
          ends: last
            ? [
                {
                  value: last.position / SHARES_A_LOT,
                  text: numbers.signedShort(last.position / SHARES_A_LOT),
                  class: 'strong ink',
                },
              ]
            : [],
        },
      ]}
    />
  );
}
