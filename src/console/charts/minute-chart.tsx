import type { VNode } from 'preact';
import { linear } from './axes/scale.ts';

interface MinuteTrades {
  readonly minute: number;
  readonly file: number;
  readonly usual: number;
}

const WIDTH = 720;
const HEIGHT = 160;
const HOUR = 60;
/** Space for the hours below the plot. */
const BOTTOM = HEIGHT - 18;

/** The trades per minute of a file as bars, and those of a usual day as a line. @param minutes in order; at least one */
export function MinuteChart({ minutes, label }: { minutes: readonly MinuteTrades[]; label: string }): VNode {
  const first = minutes[0]?.minute ?? 0;
  const last = minutes.at(-1)?.minute ?? 0;
  const most = Math.max(1, ...minutes.flatMap(({ file, usual }) => [file, usual]));
  const x = linear([first, last + 1], [0, WIDTH]);
  const y = linear([0, most], [BOTTOM, 4]);
  const bars = minutes.map(({ minute, file }) => `M${px(x(minute + 0.5))} ${BOTTOM}V${px(y(file))}`);
  const line = minutes.map(({ minute, usual }) => `${px(x(minute + 0.5))} ${px(y(usual))}`);
  const hours = Array.from({ length: 24 }, (_, hour) => hour).filter(
    (hour) => hour * HOUR >= first && hour * HOUR <= last,
  );
  return (
    <svg class="chart minutes" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path class="file" d={bars.join('')} />
      <path class="usual" d={`M${line.join('L')}`} />
      {hours.map((hour) => (
        <text key={hour} x={px(x(hour * HOUR))} y={HEIGHT - 4}>
          {String(hour).padStart(2, '0')}
        </text>
      ))}
    </svg>
  );
}

function px(value: number): number {
  return Math.round(value * 10) / 10;
}
