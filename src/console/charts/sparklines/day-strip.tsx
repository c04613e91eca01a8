import type { VNode } from 'preact';
import { extent, linear } from '../axes/scale.ts';
import { useLocale } from '../locale.ts';
import { percentileWord } from './percentile-dot.tsx';

interface DayStripProps {
  readonly title: string;
  /** Of the day; null without one. */
  readonly value: number | null;
  /** Of the days before it. */
  readonly earlier: readonly number[];
  /** Of the day, if the API has enough earlier rows for it, and their number. */
  readonly percentile: number | null;
  readonly ranked: number;
  readonly write: (value: number) => string;
  readonly isForeign: boolean;
  readonly width: number;
}

/** With fewer days before, a rank says little. */
const LEAST_DAYS = 5;
const HEIGHT = 26;

/** The percent of earlier values that are lower, equal ones counting half, as in the percentiles of measures; null among too few. */
export function percentileAmong(value: number | null, earlier: readonly number[]): number | null {
  if (value === null || earlier.length < LEAST_DAYS) return null;
  const lower = earlier.reduce((sum, each) => sum + (each < value ? 1 : each === value ? 0.5 : 0), 0);
  return (lower / earlier.length) * 100;
}

/** A value of a day among those of the days before it: a pale dot for each of them, a strong one for the day. */
export function DayStrip(props: DayStripProps): VNode {
  const { title, value, earlier, write, isForeign, width } = props;
  const { texts, numbers } = useLocale();
  const { day, percentile } = texts;
  const [low, high] = extent(value === null ? earlier : [...earlier, value]);
  const x = linear([low, high], [6, width - 6]);
  const rank = props.percentile ?? percentileAmong(value, earlier);
  const count = props.percentile === null ? earlier.length : props.ranked;
  return (
    <section class="day-strip">
      <h3>{title}</h3>
      <p class={isForeign ? 'foreign' : undefined}>
        <b>{value === null ? '–' : write(value)}</b>
      </p>
      <p class="soft">
        {rank === null
          ? percentile.too_short
          : day.rank(percentileWord(rank, percentile), numbers.full(count))}
      </p>
      {value !== null && rank !== null && (
        <svg
          class="chart"
          width={width}
          height={HEIGHT}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          aria-hidden="true"
        >
          <line class="base" x1={0} x2={width} y1={12} y2={12} />
          {earlier.map((each, index) => (
            <circle key={index} class="earlier" cx={x(each)} cy={6} r={4} />
          ))}
          <circle class="today" cx={x(value)} cy={6} r={4.5} />
          <text x={0} y={HEIGHT - 1}>
            {write(low)}
          </text>
          <text x={width} y={HEIGHT - 1} text-anchor="end">
            {write(high)}
          </text>
        </svg>
      )}
    </section>
  );
}
