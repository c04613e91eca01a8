import type { VNode } from 'preact';
import { absenceText, actionsText, DayAxisMarks, dayAxis } from './day-axis.tsx';
import { type Locale, SHARES_A_LOT } from './locale.ts';
import { Plot } from './plot.tsx';
import type { Day, PriceRow } from './rows.ts';
import { extent, linear, ticks } from './scale.ts';

interface PriceChartProps {
  readonly rows: readonly PriceRow[];
  /** The trading days of the range. */
  readonly days: readonly Day[];
  readonly width: number;
  readonly locale: Locale;
}

const RIGHT_PX = 62;
const PRICE = { top: 20, bottom: 214 };
const VOLUME = { top: 240, bottom: 284 };
const FLOW = { top: 310, bottom: 378 };
const HEIGHT = 402;
/** Below this width of a day, the closing prices are a line, because candles would touch. */
const CANDLE_PX = 5;

interface PricedRow extends PriceRow {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

function hasPrice(row: PriceRow): row is PricedRow {
  return row.open !== null && row.high !== null && row.low !== null && row.close !== null;
}

/** Prices as candles or a line, with volume and net foreign flow below, by trading day. */
export function PriceChart({ rows, days, width, locale }: PriceChartProps): VNode {
  const { texts, numbers, dates } = locale;
  const axis = dayAxis(days, 2, width - RIGHT_PX);
  const byDate = new Map(rows.map((row) => [row.date, row]));
  const slots = axis.days.map(({ date }) => byDate.get(date));
  const priced = rows.filter(hasPrice);
  const [low, high] = [Math.min(...priced.map((row) => row.low)), Math.max(...priced.map((row) => row.high))];
  const price = linear(priced.length === 0 ? [0, 1] : [low, high], [PRICE.bottom, PRICE.top]);
  const most_volume = Math.max(1, ...rows.map(({ volume }) => volume));
  const volume = linear([0, most_volume], [VOLUME.bottom, VOLUME.top]);
  const [least_flow, most_flow] = extent([0, ...rows.map(({ net_foreign }) => net_foreign)]);
  const flow = linear([least_flow, most_flow], [FLOW.bottom, FLOW.top]);
  const bar = Math.max(1, Math.min(18, axis.slot_px * 0.62));
  const last = priced.at(-1);
  const label_x = width - RIGHT_PX + 8;
  const read = (index: number): string => {
    const day = axis.days[index];
    if (!day) return texts.table.empty;
    const row = slots[index];
    if (!row) return absenceText(day, locale);
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
  };
  return (
    <Plot
      label={texts.price.title}
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
          <DayAxisMarks axis={axis} top={PRICE.top} bottom={FLOW.bottom} cursor={cursor} locale={locale} />
          <text class="axis-title" x={0} y={11}>
            {texts.price.price}
          </text>
          <text class="axis-title" x={0} y={VOLUME.top - 8}>
            {texts.price.volume}
          </text>
          <text class="axis-title" x={0} y={FLOW.top - 8}>
            {texts.price.flow}
          </text>
          {priced.length > 0 &&
            ticks(low, high, 5).map((each) => (
              <g key={each}>
                <line class="gridline" x1={0} x2={width - RIGHT_PX} y1={price(each)} y2={price(each)} />
                {(!last || Math.abs(price(each) - price(last.close)) > 15) && (
                  <text x={label_x} y={price(each) + 4}>
                    {numbers.full(each, Number.isInteger(each) ? 0 : 1)}
                  </text>
                )}
              </g>
            ))}
          {axis.slot_px >= CANDLE_PX ? (
            slots.map((row, index) =>
              row && hasPrice(row) ? (
                <g key={row.date} class={row.close >= row.open ? 'candle rise' : 'candle fall'}>
                  <line x1={axis.x(index)} x2={axis.x(index)} y1={price(row.high)} y2={price(row.low)} />
                  <rect
                    x={axis.x(index) - bar / 2}
                    y={price(Math.max(row.open, row.close))}
                    width={bar}
                    height={Math.max(1.5, Math.abs(price(row.open) - price(row.close)))}
                  />
                </g>
              ) : null,
            )
          ) : (
            <path
              class="close-line"
              d={brokenLine(
                slots.map((row) => row?.close ?? null),
                axis.x,
                price,
              )}
            />
          )}
          <text x={label_x} y={VOLUME.top + 8}>
            {numbers.short(most_volume / SHARES_A_LOT)}
          </text>
          <line class="base" x1={0} x2={width - RIGHT_PX} y1={VOLUME.bottom} y2={VOLUME.bottom} />
          <line class="base" x1={0} x2={width - RIGHT_PX} y1={flow(0)} y2={flow(0)} />
          {slots.map((row, index) =>
            row ? (
              <g key={row.date}>
                <rect
                  class="volume-bar"
                  x={axis.x(index) - bar / 2}
                  y={volume(row.volume)}
                  width={bar}
                  height={Math.max(row.volume > 0 ? 1 : 0, VOLUME.bottom - volume(row.volume))}
                />
                <rect
                  class={row.net_foreign < 0 ? 'flow-bar out' : 'flow-bar'}
                  x={axis.x(index) - bar / 2}
                  y={Math.min(flow(0), flow(row.net_foreign))}
                  width={bar}
                  height={Math.max(row.net_foreign === 0 ? 0 : 1, Math.abs(flow(row.net_foreign) - flow(0)))}
                />
              </g>
            ) : null,
          )}
          {most_flow > 0 && (
            <text x={label_x} y={FLOW.top + 6}>
              {numbers.signed(most_flow, (each) => numbers.short(each))}
            </text>
          )}
          {least_flow < 0 && (
            <text x={label_x} y={FLOW.bottom + 2}>
              {numbers.short(least_flow)}
            </text>
          )}
          {last && (
            <g class="last-price">
              <line x1={0} x2={width - RIGHT_PX} y1={price(last.close)} y2={price(last.close)} />
              <rect
                x={width - RIGHT_PX + 2}
                y={price(last.close) - 9}
                width={RIGHT_PX - 4}
                height={18}
                rx={4}
              />
              <text x={width - RIGHT_PX / 2} y={price(last.close) + 4} text-anchor="middle">
                {numbers.price(last.close)}
              </text>
            </g>
          )}
        </>
      )}
    </Plot>
  );
}

/** A path through the values; a missing value interrupts it. A value between two missing ones is a short dash. */
export function brokenLine(
  values: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  let path = '';
  values.forEach((value, index) => {
    if (value === null) return;
    const starts = index === 0 || values[index - 1] === null;
    const isAlone = starts && (values[index + 1] ?? null) === null;
    path += `${starts ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}${isAlone ? 'h2' : ''}`;
  });
  return path;
}

/** A volume in lots: whole lots without decimals, odd lots with two. */
function lots(shares: number, { numbers }: Locale): string {
  return numbers.full(shares / SHARES_A_LOT, shares % SHARES_A_LOT === 0 ? 0 : 2);
}
