import type { VNode } from 'preact';
import { brokenLine, extent, linear } from '../axes/scale.ts';

const WIDTH = 98;
const HEIGHT = 24;
const EDGE_PX = 2;

interface SparklineProps {
  /** One value a day, oldest first; null for a day without one. */
  readonly values: readonly (number | null)[];
  /** What it shows, for screen readers: the figures stand in the same row. */
  readonly label: string;
}

/** A small line without axes. A missing day interrupts it. */
export function Sparkline({ values, label }: SparklineProps): VNode {
  const y = linear(extent(values.filter((value) => value !== null)), [HEIGHT - EDGE_PX, EDGE_PX]);
  return (
    <svg class="spark" width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <path d={brokenLine(values, middleOf(values.length), y)} />
    </svg>
  );
}

/** Small bars above and below zero. */
export function FlowSparkline({ values, label }: SparklineProps): VNode {
  const [low, high] = extent([0, ...values.filter((value) => value !== null)]);
  const y = linear([low, high], [HEIGHT - EDGE_PX, EDGE_PX]);
  const x = middleOf(values.length);
  const bar = Math.max(1, WIDTH / Math.max(1, values.length) - 1);
  return (
    <svg class="spark flow" width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      <line x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} />
      {values.map((value, index) =>
        value ? (
          <rect
            key={index}
            x={(x(index) - bar / 2).toFixed(1)}
            y={Math.min(y(0), y(value)).toFixed(1)}
            width={bar.toFixed(1)}
            height={Math.max(1, Math.abs(y(value) - y(0))).toFixed(1)}
          />
        ) : null,
      )}
    </svg>
  );
}

function middleOf(count: number): (index: number) => number {
  return (index) => ((index + 0.5) * WIDTH) / Math.max(1, count);
}
