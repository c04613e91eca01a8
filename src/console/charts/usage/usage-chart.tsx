import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { written } from '../../../core/catalogue.ts';
import type { Language } from '../../../core/commerce-terms.ts';
import { usedPercent } from '../../../core/costs.ts';
import { USAGE } from '../../texts/account/usage.ts';
import { DateFormat } from '../../texts/written-dates.ts';
import { NumberFormat } from '../../texts/written-numbers.ts';
import { movedCursor } from '../axes/cursor.ts';
import { Bars, DayLabels, percent, TOTALS, Totals } from './usage-panels.tsx';
import { type UsageCycle, type UsageDay, type UsageSlot, usageSlots } from './usage-plot.ts';

const TEXTS = { en: written(USAGE.chart, 'en'), id: written(USAGE.chart, 'id') };

/** In pixels. */
const BARS_BELOW = { top: 222, bottom: 276 };
const BARS_ALONE = { top: 24, bottom: 204 };

export interface UsageChartProps {
  readonly language: Language;
  /** From the first day to the last one; with a cycle, the last one is today. */
  readonly days: readonly UsageDay[];
  /** Null for a range that is not a cycle. */
  readonly cycle: UsageCycle | null;
  /** Units of a day, for a plan with a daily quota. */
  readonly limit_a_day: number | null;
}

/** The units of each day as bars; for a cycle also their sum as a line, with the quota and the day on which it ends. */
export function UsageChart({ language, days, cycle, limit_a_day }: UsageChartProps): VNode {
  const texts = TEXTS[language];
  const [numbers] = useState(() => new NumberFormat(language));
  const [dates] = useState(() => new DateFormat(language));
  const [isLive, setLive] = useState(false);
  const [cursor, setCursor] = useState<number | undefined>();
  useEffect(() => setLive(true), []);
  const slots = usageSlots(days, cycle);
  const grid = { count: slots.length, columns: slots.length };
  const today = cycle
    ? Math.max(
        0,
        slots.findLastIndex(({ units }) => units !== null),
      )
    : slots.length - 1;
  const read = (index: number) => {
    const { date, units, total } = slots[index] as UsageSlot;
    const day = dates.short(date);
    if (units === null) return texts.future(day, numbers.full(total ?? 0));
    if (cycle === null || total === null) return texts.day(day, numbers.full(units));
    const share = numbers.percent(usedPercent(total, cycle.limit) / 100);
    return texts.day_of_cycle(day, numbers.full(units), numbers.full(total), share);
  };
  const onKeyDown = (event: { key: string; preventDefault(): void }) => {
    if (event.key === 'Escape') setCursor(undefined);
    const moved =
      cursor === undefined && event.key.startsWith('Arrow')
        ? today
        : movedCursor(event.key, cursor ?? today, grid);
    if (moved === undefined) return;
    event.preventDefault();
    setCursor(moved);
  };
  const point = (event: {
    readonly clientX: number;
    readonly currentTarget: { getBoundingClientRect(): { readonly left: number; readonly width: number } };
  }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * slots.length);
    setCursor(index >= 0 && index < slots.length ? index : undefined);
  };
  const label = `${texts.label}. ${summary()}`;
  const live = {
    role: 'slider' as const,
    tabIndex: 0,
    'aria-label': `${label} ${texts.keys}`,
    'aria-valuemin': 0,
    'aria-valuemax': slots.length - 1,
    'aria-valuenow': cursor ?? today,
    'aria-valuetext': read(cursor ?? today),
    onKeyDown,
    onPointerMove: point,
    onPointerDown: point,
    onPointerLeave: () => setCursor(undefined),
  };
  const bars = cycle ? BARS_BELOW : BARS_ALONE;
  return (
    <div class="usage-chart">
      <p class="readout" aria-hidden="true">
        {read(cursor ?? today)}
      </p>
      <div class="plot" {...(isLive ? live : { role: 'img' as const, 'aria-label': label })}>
        <svg class={cycle ? 'chart with-total' : 'chart'} width="100%" aria-hidden="true">
          {cycle && (
            <Totals
              slots={slots}
              cycle={cycle}
              today={today}
              write={(value) => numbers.full(value)}
              day={(date) => dates.axis(date)}
              texts={texts}
            />
          )}
          <Bars
            slots={slots}
            panel={bars}
            limit={limit_a_day}
            isTall={cycle === null}
            write={(value) => numbers.full(value)}
            texts={texts}
          />
          <DayLabels slots={slots} y={bars.bottom + 17} day={(date) => dates.axis(date)} />
          {cursor !== undefined && (
            <line
              class="cursor"
              x1={percent((cursor + 0.5) / slots.length)}
              x2={percent((cursor + 0.5) / slots.length)}
              y1={TOTALS.top}
              y2={bars.bottom}
            />
          )}
        </svg>
      </div>
    </div>
  );

  function summary(): string {
    const [first, last] = [days[0]?.date, days.at(-1)?.date];
    if (first === undefined || last === undefined) return '';
    const peak = days.reduce((one, other) => (other.units > one.units ? other : one));
    if (peak.units === 0) return texts.nothing(dates.short(first), dates.short(last));
    const units = days.reduce((sum, day) => sum + day.units, 0);
    return texts.summary(
      numbers.full(units),
      dates.short(first),
      dates.short(last),
      numbers.full(peak.units),
      dates.short(peak.date),
    );
  }
}
