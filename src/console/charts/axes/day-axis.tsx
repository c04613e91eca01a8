import type { VNode } from 'preact';
import { type IsoDate, yearOf } from '../../../core/dates.ts';
import { type Locale, useLocale } from '../locale.ts';
import type { Day } from '../requests/rows.ts';

/** The days of a picture from left to right: one slot for each trading day, also for a missing one. */
export interface DayAxis {
  readonly days: readonly Day[];
  readonly left: number;
  readonly right: number;
  readonly slot_px: number;
  /** The middle of a slot. */
  readonly x: (index: number) => number;
  /** The slot under a position; undefined outside. */
  readonly slotAt: (x: number) => number | undefined;
}

const LABEL_SPACING_PX = 72;
/** Runs of days without a trade, or without data, that a sentence names. */
const LISTED_RUNS = 3;

/** @param days of the range; days in the future have no slot */
export function dayAxis(days: readonly Day[], left: number, right: number): DayAxis {
  const shown = days.filter(({ condition }) => condition !== 'future');
  const slot_px = (right - left) / Math.max(1, shown.length);
  return {
    days: shown,
    left,
    right,
    slot_px,
    x: (index) => left + (index + 0.5) * slot_px,
    slotAt: (x) => {
      const index = Math.floor((x - left) / slot_px);
      return index >= 0 && index < shown.length ? index : undefined;
    },
  };
}

interface DayAxisProps {
  readonly axis: DayAxis;
  readonly top: number;
  readonly bottom: number;
  readonly cursor: number | undefined;
}

/** The dates, a band with a mark for each run of days without data, the corporate actions, and a line at the cursor. */
export function DayAxisMarks({ axis, top, bottom, cursor }: DayAxisProps): VNode {
  const locale = useLocale();
  const { days, x, slot_px } = axis;
  // Each of so many slots has a label, the last one only if it has room.
  const labelled = Math.max(1, Math.ceil(LABEL_SPACING_PX / slot_px));
  return (
    <g>
      {gaps(days).map(({ first, last }) => (
        <g key={first} class="gap">
          <rect
            class="gap-band"
            x={x(first) - slot_px / 2}
            y={top}
            width={Math.max(2, (last - first + 1) * slot_px)}
            height={bottom - top}
          />
          <path class="gap-mark" d={`M${(x(first) + x(last)) / 2 - 3} ${bottom - 10}l6 6m0 -6l-6 6`} />
        </g>
      ))}
      {days.map((day, index) =>
        day.is_corrected || day.is_checked ? (
          <text key={day.date} class="day-mark" x={x(index)} y={bottom - 4} text-anchor="middle">
            {day.is_checked ? '◇' : '◆'}
          </text>
        ) : null,
      )}
      {days.map((day, index) => {
        if (!day.actions) return null;
        const edge = x(index) - slot_px / 2;
        const isRight = edge > (axis.left + axis.right) / 2;
        return (
          <g key={day.date}>
            <line class="action-line" x1={edge} x2={edge} y1={top} y2={bottom} />
            <text
              class="action-text"
              x={edge + (isRight ? -4 : 4)}
              y={top + 10}
              text-anchor={isRight ? 'end' : 'start'}
            >
              {actionsText(day, locale)}
            </text>
          </g>
        );
      })}
      {days.map((day, index) => {
        const isNearEnd = x(index) + LABEL_SPACING_PX / 3 > axis.right;
        if (index % labelled !== 0 || (isNearEnd && days.length > 1 && index > 0)) return null;
        const isFirst = x(index) - axis.left < 20;
        return (
          <text
            key={day.date}
            x={isFirst ? axis.left : x(index)}
            y={bottom + 16}
            text-anchor={isFirst ? 'start' : 'middle'}
          >
            {locale.dates.axis(day.date)}
          </text>
        );
      })}
      {cursor !== undefined && <line class="cursor" x1={x(cursor)} x2={x(cursor)} y1={top} y2={bottom} />}
    </g>
  );
}

/** The corporate actions of a day: `Stock split 5/1`. Empty without one. */
export function actionsText({ actions = [] }: Day, { texts }: Locale): string {
  return actions
    .map(({ kind, new_shares, old_shares }) => `${texts.actions[kind]} ${new_shares}/${old_shares}`)
    .join(', ');
}

/** The runs of days that are not published, as indexes of their first and last day. */
export function gaps(days: readonly Day[]): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = [];
  days.forEach(({ condition }, index) => {
    if (condition === 'published') return;
    const run = runs.at(-1);
    if (run?.last === index - 1) run.last = index;
    else runs.push({ first: index, last: index });
  });
  return runs;
}

export function absenceText({ date, absence }: Day, { texts, dates }: Locale): string {
  if (absence === null) return texts.chart.no_trade(dates.short(date));
  return texts.chart.no_data(dates.short(date), texts.absence.reasons[absence]);
}

/**
 * The days of a chart with their rows, and what is read at a day: what its row says, or why it has none.
 * @param write a row
 */
export function useDaySlots<Row extends { readonly date: string }>(
  rows: readonly Row[],
  days: readonly Day[],
  write: (row: Row, day: Day) => string,
) {
  const locale = useLocale();
  const shown = days.filter(({ condition }) => condition !== 'future');
  const byDate = new Map(rows.map((row) => [row.date, row]));
  const slots = shown.map(({ date }) => byDate.get(date));
  const read = (index: number): string => {
    const [day, row] = [shown[index], slots[index]];
    if (!day) return locale.texts.table.empty;
    return row ? write(row, day) : absenceText(day, locale);
  };
  return { shown, slots, read };
}

/** The days without data, each with its reason: `17 Dec 2025 (the checks rejected the file)`. @param days also those with data */
export function absencesText(days: readonly Day[], { texts, numbers, dates }: Locale): string {
  const absences = new Set(days.map(({ absence }) => absence).filter((absence) => absence !== null));
  return [...absences]
    .map((absence) => {
      const runs = runsOf(days, (day) => day.absence === absence);
      const listed = runs
        .slice(0, LISTED_RUNS)
        .map(({ first, last }) => dates.range(first.date, last.date))
        .join(', ');
      const more = runs.slice(LISTED_RUNS).reduce((sum, { count }) => sum + count, 0);
      const named = more > 0 ? texts.absence.more(listed, numbers.full(more)) : listed;
      return `${named} (${texts.absence.reasons[absence]})`;
    })
    .join('; ');
}

/**
 * The first of some absent days on the page of the status, which says whether its data is published. That page begins with the first day of
 * the data, so a day before it is only the last choice.
 * @param otherwise if no day is absent
 */
export function statusUrl(days: readonly Day[], otherwise: IsoDate): string {
  const absent = days.filter(({ absence }) => absence !== null);
  const { date } = absent.find(({ absence }) => absence !== 'before') ?? absent[0] ?? { date: otherwise };
  return `/status?year=${yearOf(date)}#day-${date}`;
}

/** The runs of neighbouring days that match. */
function runsOf(days: readonly Day[], matches: (day: Day) => boolean) {
  const runs: { first: Day; last: Day; count: number }[] = [];
  days.forEach((day, index) => {
    if (!matches(day)) return;
    const run = runs.at(-1);
    if (run && run.last === days[index - 1]) {
      run.last = day;
      run.count++;
    } else runs.push({ first: day, last: day, count: 1 });
  });
  return runs;
}

/** The days that match, as dates and ranges: `27 Jan 2026`. */
export function datesWhere(days: readonly Day[], matches: (day: Day) => boolean, { dates }: Locale): string {
  return runsOf(days, matches)
    .map(({ first, last }) => dates.range(first.date, last.date))
    .join(', ');
}

/** Why a picture of a stock has gaps: the published days without a trade in the market, as ranges. Undefined if each has one. */
export function noTradesText(
  rows: readonly { readonly date: string }[],
  days: readonly Day[],
  market: string,
  { texts, numbers, dates }: Locale,
): string | undefined {
  const traded = new Set(rows.map(({ date }) => date));
  const isQuiet = ({ date, condition }: Day) => condition === 'published' && !traded.has(date);
  const count = days.filter(isQuiet).length;
  if (count === 0) return undefined;
  const runs = runsOf(days, isQuiet);
  const listed = runs
    .slice(0, LISTED_RUNS)
    .map(({ first, last }) =>
      first === last ? dates.axis(first.date) : `${dates.axis(first.date)} – ${dates.axis(last.date)}`,
    );
  const more = runs.length > LISTED_RUNS ? ', …' : '';
  const text = market === 'NG' ? texts.price.no_negotiated : texts.price.no_trades;
  return text(numbers.full(count), count === 1, listed.join(', ') + more);
}
