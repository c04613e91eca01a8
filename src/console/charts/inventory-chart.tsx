import type { VNode } from 'preact';
import { absenceText, actionsText, DayAxisMarks, dayAxis } from './day-axis.tsx';
import { type Locale, SHARES_A_LOT } from './locale.ts';
import { Plot } from './plot.tsx';
import { brokenLine } from './price-chart.tsx';
import { type Brokers, type Day, hasForeignParent, type InventoryRow, type PriceRow } from './rows.ts';
import { extent, linear, spreadLabels, ticks } from './scale.ts';

interface InventoryChartProps {
  readonly rows: readonly InventoryRow[];
  /** For the closing prices behind the lines; empty if they are not known. */
  readonly prices: readonly PriceRow[];
  readonly days: readonly Day[];
  readonly brokers: Brokers;
  readonly width: number;
  readonly locale: Locale;
}

interface Line {
  readonly code: string;
  /** Cumulative net volume in shares, by slot; null on a day without data. */
  readonly values: readonly (number | null)[];
  readonly last: number;
  /** The slot of the last value. */
  readonly end: number;
}

/** All brokers that are not shown have one row a day under this code. */
const OTHER = 'OTHER';
const RIGHT_PX = 92;
const LEFT_PX = 46;
const TOP = 20;
const BOTTOM = 376;
const HEIGHT = 400;

/** The cumulative lines of the shown brokers, the largest buyer first. */
export function inventoryLines(rows: readonly InventoryRow[], days: readonly Day[]): Line[] {
  const byCode = new Map<string, Map<string, number>>();
  for (const { code, date, cumulative_volume } of rows) {
    if (code === OTHER) continue;
    const values = byCode.get(code) ?? new Map<string, number>();
    byCode.set(code, values.set(date, cumulative_volume));
  }
  return [...byCode]
    .map(([code, byDate]) => {
      const values = days.map(({ date }) => byDate.get(date) ?? null);
      const end = values.findLastIndex((value) => value !== null);
      return { code, values, last: values[end] ?? 0, end };
    })
    .sort((a, b) => b.last - a.last);
}

/** Cumulative net volume of the largest net buyers and net sellers, over the closing price. */
export function InventoryChart({ rows, prices, days, brokers, width, locale }: InventoryChartProps): VNode {
  const { texts, numbers, dates } = locale;
  const axis = dayAxis(days, LEFT_PX, width - RIGHT_PX);
  const lines = inventoryLines(rows, axis.days);
  const known = lines.flatMap(({ values }) => values.filter((value) => value !== null));
  const [low, high] = extent([0, ...known]);
  const y = linear(low === high ? [-1, 1] : [low, high], [BOTTOM - 10, TOP + 6]);
  const closeOf = new Map(prices.map(({ date, close }) => [date, close]));
  const closes = axis.days.map(({ date }) => closeOf.get(date) ?? null);
  const known_closes = closes.filter((close) => close !== null);
  const [lowest, highest] = extent(known_closes);
  const price = linear([lowest, highest], [BOTTOM - 38, TOP + 38]);
  const labels = spreadLabels(
    lines.map(({ last }) => y(last)),
    15,
    TOP + 4,
    BOTTOM - 4,
  );
  const rank = (line: Line) =>
    line.last >= 0 ? lines.indexOf(line) : lines.length - 1 - lines.indexOf(line);
  const read = (index: number): string => {
    const day = axis.days[index];
    if (!day) return texts.table.empty;
    if (lines.every(({ values }) => (values[index] ?? null) === null)) return absenceText(day, locale);
    const values = lines.map(
      ({ code, values }) => `${code} ${numbers.signed((values[index] ?? 0) / SHARES_A_LOT)}`,
    );
    const close = closes[index] ?? null;
    if (close !== null) values.push(`${texts.inventory.price} ${numbers.price(close)}`);
    if (day.actions) values.push(actionsText(day, locale));
    return texts.inventory.at(dates.short(day.date), values.join(' · '));
  };
  // The scale of the price as text: labels in the picture would cover lines.
  const key = `${texts.inventory.price} ${numbers.full(lowest)} – ${numbers.full(highest)}`;
  const key_width = 6 * key.length;
  const steps = ticks(low, high, 6);
  return (
    <Plot
      label={texts.inventory.title}
      width={width}
      height={HEIGHT}
      grid={{ count: axis.days.length, columns: axis.days.length }}
      start={axis.days.length - 1}
      locale={locale}
      at={axis.slotAt}
      read={read}
    >
      {(cursor) => (
        <>
          <DayAxisMarks axis={axis} top={TOP} bottom={BOTTOM} cursor={cursor} locale={locale} />
          <text class="axis-title" x={0} y={11}>
            {texts.inventory.axis}
          </text>
          {known_closes.length > 1 && (
            <g class="price-behind">
              <path d={`M${width - key_width - 30} 7h22`} />
              <text x={width} y={11} text-anchor="end">
                {key}
              </text>
            </g>
          )}
          {steps.map((each) => (
            <g key={each}>
              <line
                class={each === 0 ? 'base' : 'gridline'}
                x1={LEFT_PX}
                x2={axis.right}
                y1={y(each)}
                y2={y(each)}
              />
              <text x={LEFT_PX - 6} y={y(each) + 4} text-anchor="end">
                {numbers.axis(
                  each / SHARES_A_LOT,
                  steps.map((step) => step / SHARES_A_LOT),
                )}
              </text>
            </g>
          ))}
          {known_closes.length > 1 && (
            <g class="price-behind">
              <path d={brokenLine(closes, axis.x, price)} />
            </g>
          )}
          {lines.map((line) => (
            <path
              key={line.code}
              class={`inventory ${line.last >= 0 ? 'buy' : 'sell'}-line rank-${Math.min(3, rank(line))}`}
              d={brokenLine(line.values, axis.x, y)}
            />
          ))}
          {cursor !== undefined &&
            lines.map(({ code, values, last }) => {
              const value = values[cursor] ?? null;
              return value === null ? null : (
                <circle
                  key={code}
                  class={last >= 0 ? 'buy' : 'sell'}
                  cx={axis.x(cursor)}
                  cy={y(value)}
                  r={3}
                />
              );
            })}
          {lines.map(({ code, last, end }, index) => {
            const label_y = labels[index] ?? 0;
            const end_x = axis.x(end);
            return (
              <g key={code} class={last >= 0 ? 'line-label buy-text' : 'line-label sell-text'}>
                <path class="leader" d={`M${end_x + 2} ${y(last)}L${axis.right + 6} ${label_y}`} />
                <text x={axis.right + 10} y={label_y + 4}>
                  <tspan class={hasForeignParent(brokers, code) ? 'strong tinted' : 'strong'}>{code}</tspan>{' '}
                  <tspan class="soft">
                    {numbers.signed(last / SHARES_A_LOT, (each) => numbers.short(each))}
                  </tspan>
                </text>
              </g>
            );
          })}
        </>
      )}
    </Plot>
  );
}
