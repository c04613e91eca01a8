import type { VNode } from 'preact';
import type { Locale } from '../locale.ts';

const WIDTH = 54;
const HEIGHT = 12;
const EDGE_PX = 5;
/** Outside of these percentiles, a value is unusual. */
const UNUSUAL = { low: 10, high: 90 };

type PercentileTexts = Locale['texts']['percentile'];

interface PercentileDotProps {
  /** Percent of earlier values that are lower; null if there are too few. */
  readonly percentile: number | null;
  readonly texts: PercentileTexts;
}

/** Where a value stands among the earlier ones: one dot on a scale, and the place as a word, bold in the outer tenths. */
export function PercentileDot({ percentile, texts }: PercentileDotProps): VNode {
  if (percentile === null) return <span class="percentile soft">{texts.too_short}</span>;
  const x = EDGE_PX + (percentile / 100) * (WIDTH - 2 * EDGE_PX);
  return (
    <span class={isUnusual(percentile) ? 'percentile unusual' : 'percentile'}>
      <svg width={WIDTH} height={HEIGHT} aria-hidden="true">
        <rect x={0} y={HEIGHT / 2 - 2} width={WIDTH} height={4} rx={2} />
        <line x1={WIDTH / 2} x2={WIDTH / 2} y1={1} y2={HEIGHT - 1} />
        <circle cx={x.toFixed(1)} cy={HEIGHT / 2} r={4} />
      </svg>{' '}
      <span class="place">{percentileWord(percentile, texts)}</span>
    </span>
  );
}

/** Whether a percentile is in the outer tenths. */
export function isUnusual(percentile: number): boolean {
  return percentile <= UNUSUAL.low || percentile >= UNUSUAL.high;
}

/** The place of a percentile: `lowest`, `9th`, `highest`. */
export function percentileWord(
  percentile: number,
  { lowest, highest, rank }: Pick<PercentileTexts, 'lowest' | 'highest' | 'rank'>,
): string {
  const place = Math.min(99, Math.max(1, Math.round(percentile)));
  return percentile === 0 ? lowest : percentile === 100 ? highest : rank(place);
}
