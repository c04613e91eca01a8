import type { VNode } from 'preact';
import type { Texts } from '../../texts/texts.ts';
import { ticks } from '../axes/scale.ts';
import type { UsageCycle, UsageSlot } from './usage-plot.ts';

/** In pixels. Horizontally, everything is in percent of the width, so that the server can draw it for every screen. */
export const TOTALS = { top: 24, bottom: 184 };
/** Labels of days on a wide screen; a narrow one shows every second. */
const DAY_LABELS = 8;
/** Part of a slot that its bar fills. */
const BAR_SHARE = 0.72;

type Write = (value: number) => string;

interface PanelProps {
  readonly slots: readonly UsageSlot[];
  readonly write: Write;
  readonly texts: Texts['account']['usage']['chart'];
}

interface TotalsProps extends PanelProps {
  readonly cycle: UsageCycle;
  readonly today: number;
  readonly day: (date: string) => string;
}

/** The sum since the start of the cycle, the quota, and the forecast. */
export function Totals({ slots, cycle, today, write, day, texts }: TotalsProps): VNode {
  const { limit, used, used_up_on } = cycle;
  const high = Math.max(limit, used) * 1.06;
  const y = (units: number) => round(TOTALS.bottom - (units / high) * (TOTALS.bottom - TOTALS.top));
  const at = (slot: number) => slot / slots.length;
  const past = slots.slice(0, today + 1);
  const line = [`M0 ${y(0)}`, ...past.map(({ total }, index) => `L${x1000(at(index + 1))} ${y(total ?? 0)}`)];
  const crossed = past.findIndex(({ total }) => (total ?? 0) >= limit);
  const ends = crossed === -1 ? slots.findIndex(({ date }) => date === used_up_on) : crossed;
  const endsAt = ends === -1 ? null : at(ends + (crossed === -1 ? 0.5 : 1));
  const last = slots.at(-1)?.total ?? used;
  const forecast =
    used >= limit ? null : endsAt === null ? { x: 1, units: last } : { x: endsAt, units: limit };
  const todayAt = at(today + 1);
  const today_label = beside(todayAt);
  // The line rises: above it on its left, and below it on its right, nothing is drawn.
  const isAbove = today_label['text-anchor'] === 'end' && y(used) - y(limit) > 30;
  return (
    <g>
      <Grid
        values={ticks(0, high, 4).filter((value) => Math.abs(value - limit) > high / 14)}
        y={y}
        write={write}
      />
      <text x="0" y={TOTALS.top - 12} class="panel-name">
        {forecast ? texts.cumulative_forecast : texts.cumulative}
      </text>
      <line class="quota" x1="0" x2="100%" y1={y(limit)} y2={y(limit)} />
      <text x="-8" y={y(limit) + 4} text-anchor="end" class="quota-value">
        {write(limit)}
      </text>
      <svg
        aria-hidden="true"
        x="0"
        y="0"
        width="100%"
        height={TOTALS.bottom}
        viewBox={`0 0 1000 ${TOTALS.bottom}`}
        preserveAspectRatio="none"
      >
        <path class="total" d={line.join('')} />
        {forecast && (
          <path
            class="forecast"
            d={`M${x1000(todayAt)} ${y(used)}L${x1000(forecast.x)} ${y(forecast.units)}`}
          />
        )}
      </svg>
      {used > 0 && used < limit && (
        <>
          <circle class="today" cx={percent(todayAt)} cy={y(used)} r="4" />
          <text class="ink strong" {...today_label} y={y(used) + (isAbove ? -8 : 16)}>
            {texts.today(write(used))}
          </text>
        </>
      )}
      {endsAt === null ? (
        <text x="100%" y={y(limit) - 6} text-anchor="end" class="quota-value">
          {texts.quota(write(limit))}
        </text>
      ) : (
        <>
          <circle class="quota-end" cx={percent(endsAt)} cy={y(limit)} r="4" />
          <text class="quota-value strong" {...beside(endsAt)} y={y(limit) - 7}>
            {texts.quota_ends(day((slots[ends] as UsageSlot).date))}
          </text>
        </>
      )}
    </g>
  );
}

interface BarsProps extends PanelProps {
  readonly panel: { readonly top: number; readonly bottom: number };
  readonly limit: number | null;
  readonly isTall: boolean;
}

/** The units of each day. */
export function Bars({ slots, panel, limit, isTall, write, texts }: BarsProps): VNode {
  const most = Math.max(1, limit ?? 0, ...slots.map(({ units }) => units ?? 0));
  const step = ticks(0, most, isTall ? 4 : 2)[1] ?? most;
  // The axis ends with a labelled value, unless that would leave half of the panel empty.
  const largest = isTall ? most : Math.ceil(most / step) * step;
  const y = (units: number) => round(panel.bottom - (units / largest) * (panel.bottom - panel.top));
  const values = ticks(0, largest, isTall ? 4 : 2).filter((value) => Number.isInteger(value));
  return (
    <g>
      <Grid values={values} y={y} write={write} />
      <text x="0" y={panel.top - 12} class="panel-name">
        {texts.a_day}
      </text>
      {slots.map(({ date, units }, index) =>
        units === null || units === 0 ? null : (
          <rect
            key={date}
            class="bar"
            x={percent((index + (1 - BAR_SHARE) / 2) / slots.length)}
            width={percent(BAR_SHARE / slots.length)}
            y={y(units)}
            height={round(panel.bottom - y(units))}
          />
        ),
      )}
      {limit !== null && (
        <>
          <line class="quota" x1="0" x2="100%" y1={y(limit)} y2={y(limit)} />
          <text x="100%" y={y(limit) - 6} text-anchor="end" class="quota-value">
            {texts.quota(write(limit))}
          </text>
        </>
      )}
    </g>
  );
}

function Grid({
  values,
  y,
  write,
}: {
  values: readonly number[];
  y: (value: number) => number;
  write: Write;
}): VNode {
  return (
    <>
      {values.map((value) => (
        <g key={value}>
          <line class={value === 0 ? 'axis' : 'gridline'} x1="0" x2="100%" y1={y(value)} y2={y(value)} />
          <text x="-8" y={y(value) + 4} text-anchor="end">
            {write(value)}
          </text>
        </g>
      ))}
    </>
  );
}

export function DayLabels({
  slots,
  y,
  day,
}: {
  slots: readonly UsageSlot[];
  y: number;
  day: (date: string) => string;
}): VNode {
  const every = Math.max(1, Math.ceil(slots.length / DAY_LABELS));
  const labelled = slots
    .map(({ date }, index) => ({ date, index }))
    .filter(({ index }) => index % every === 0 && index <= slots.length - every / 2);
  return (
    <>
      {labelled.map(({ date, index }, place) => (
        <text
          key={date}
          class={place % 2 === 1 ? 'wide-only' : undefined}
          x={percent(index / slots.length)}
          y={y}
        >
          {day(date)}
        </text>
      ))}
    </>
  );
}

/** A label beside a point, on the side that has more room. */
function beside(share: number): { readonly x: string; readonly dx: number; readonly 'text-anchor': string } {
  return share > 0.6
    ? { x: percent(share), dx: -9, 'text-anchor': 'end' }
    : { x: percent(share), dx: 9, 'text-anchor': 'start' };
}

export function percent(share: number): string {
  return `${round(share * 100)}%`;
}

function x1000(share: number): number {
  return round(share * 1000);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
