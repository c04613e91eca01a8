import type { VNode } from 'preact';
import type { InventoryRow, PriceRow } from '../../../core/market/rows.ts';
import { absenceText, actionsText } from '../axes/day-axis.tsx';
import { DayPanes } from '../axes/day-panes.tsx';
import type { DayValues } from '../axes/scale.ts';
import { SHARES_A_LOT, useLocale } from '../locale.ts';
import type { Day } from '../requests/rows.ts';

interface InventoryChartProps {
  readonly rows: readonly InventoryRow[];
  /** For the closing prices below the lines; null without them. */
  readonly prices: readonly PriceRow[] | null;
  readonly days: readonly Day[];
  /** Whether the lines are values in IDR instead of volumes. */
  readonly isValue: boolean;
  readonly width: number;
}

interface Line {
  readonly code: string;
  /** Cumulative net volume in shares, or value in IDR, by slot; null on a day without data. */
  readonly values: DayValues;
  readonly last: number;
}

/** All brokers that are not shown have one row a day under this code. */
const OTHER = 'OTHER';

/** The cumulative lines of the shown brokers, the largest buyer first. */
export function inventoryLines(
  rows: readonly InventoryRow[],
  days: readonly Day[],
  field: 'cumulative_volume' | 'cumulative_value' = 'cumulative_volume',
): Line[] {
  const byCode = new Map<string, Map<string, number>>();
  for (const row of rows) {
    if (row.code === OTHER) continue;
    const values = byCode.get(row.code) ?? new Map<string, number>();
    byCode.set(row.code, values.set(row.date, row[field]));
  }
  return [...byCode]
    .map(([code, byDate]) => {
      const values = days.map(({ date }) => byDate.get(date) ?? null);
      return { code, values, last: values.findLast((value) => value !== null) ?? 0 };
    })
    .sort((a, b) => b.last - a.last);
}

/** Cumulative net volume or value of the largest net buyers and net sellers, and the closing price in a pane of its own. */
export function InventoryChart({ rows, prices, days, isValue, width }: InventoryChartProps): VNode {
  const locale = useLocale();
  const { texts, numbers, dates } = locale;
  const shown = days.filter(({ condition }) => condition !== 'future');
  const divisor = isValue ? 1 : SHARES_A_LOT;
  const lines = inventoryLines(rows, shown, isValue ? 'cumulative_value' : 'cumulative_volume').map(
    (line) => ({ ...line, drawn: line.values.map((value) => value && value / divisor) }),
  );
  const closeOf = new Map(prices?.map(({ date, close }) => [date, close]));
  const closes = shown.map(({ date }) => closeOf.get(date) ?? null);
  const read = (index: number): string => {
    const day = shown[index];
    if (!day) return texts.table.empty;
    if (lines.every(({ values }) => (values[index] ?? null) === null)) return absenceText(day, locale);
    const values = lines.map(
      ({ code, values }) => `${code} ${numbers.signed((values[index] ?? 0) / divisor)}`,
    );
    const price = closes[index] ?? null;
    if (price !== null) values.push(`${texts.inventory.price} ${numbers.price(price)}`);
    if (day.actions) values.push(actionsText(day, locale));
    return texts.inventory.at(dates.short(day.date), values.join(' · '));
  };
  return (
    <DayPanes
      label={texts.inventory.title}
      days={shown}
      width={width}
      read={read}
      panes={[
        {
          title: isValue ? texts.inventory.value_axis : texts.inventory.axis,
          height: 262,
          ticks: 5,
          write: numbers.axis,
          marks: lines.map(({ drawn, last }) => ({
            kind: 'line',
            values: drawn,
            class: last >= 0 ? 'buy-line' : 'sell-line',
          })),
          ends: lines.map(({ code, drawn, last }) => ({
            values: drawn,
            write: (value) => `${code} ${numbers.signedShort(value)}`,
            class: `strong ${last >= 0 ? 'buy-text' : 'sell-text'}`,
          })),
        },
        ...(prices === null
          ? []
          : [
              {
                title: texts.inventory.close,
                height: 50,
                isPrice: true,
                write: numbers.price,
                marks: [{ kind: 'line' as const, values: closes, class: 'close' }],
                ends: [{ values: closes, class: 'strong ink', write: numbers.price }],
              },
            ]),
      ]}
    />
  );
}
