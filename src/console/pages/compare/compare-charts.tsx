import type { VNode } from 'preact';
import { DayAxisMarks, dayAxis } from '../../charts/axes/day-axis.tsx';
import { brokenLine, extent, linear, spreadLabels, ticks } from '../../charts/axes/scale.ts';
import type { Day } from '../../charts/requests/rows.ts';

const RIGHT_PX = 84;
const TOP_PX = 20;
const PANE_PX = 120;
const BOTTOM_PX = 22;
const LABEL_PX = 14;
/** A picture is drawn for a desktop and for a phone; the stylesheet shows one of them. */
const WIDTHS = { wide: 600, narrow: 300 } as const;

interface ComparedSeries {
  readonly ticker: string;
  /** One for each day. */
  readonly values: readonly (number | null)[];
}

export interface CompareChartProps {
  readonly label: string;
  readonly series: readonly ComparedSeries[];
  readonly days: readonly Day[];
  readonly write: (value: number) => string;
  /** `together`: lines on one pane. Others have a pane for each stock, all with one scale. */
  readonly kind: 'together' | 'lines' | 'bars';
}

/** Compared stocks over the same days. */
export function CompareChart(props: CompareChartProps): VNode {
  return (
    <>
      {Object.entries(WIDTHS).map(([size, width]) => (
        <div key={size} class={`${size}-only`}>
          <Drawing {...props} width={width} />
        </div>
      ))}
    </>
  );
}

function Drawing({ label, series, days, write, kind, width }: CompareChartProps & { width: number }): VNode {
  const axis = dayAxis(days, 2, width - RIGHT_PX);
  const panes = kind === 'together' ? [series] : series.map((each) => [each]);
  const pane_px = kind === 'together' ? 2 * PANE_PX : PANE_PX;
  const bottom = TOP_PX + panes.length * pane_px;
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const [low, high] = extent(kind === 'together' ? known : [0, ...known]);
  return (
    <svg
      class="chart compare"
      viewBox={`0 0 ${width} ${bottom + BOTTOM_PX}`}
      width={width}
      height={bottom + BOTTOM_PX}
      role="img"
      aria-label={label}
    >
      <DayAxisMarks axis={axis} top={TOP_PX} bottom={bottom} cursor={undefined} />
      {panes.map((pane, place) => {
        const top = TOP_PX + place * pane_px;
        const y = linear([low, high], [top + pane_px - 12, top + 10]);
        const ends = pane.map(({ values }) => values.findLast((value) => value !== null) ?? null);
        const ordered = pane
          .map((each, index) => ({ ...each, end: ends[index] ?? null, tone: series.indexOf(each) }))
          .filter((each): each is typeof each & { end: number } => each.end !== null)
          .sort((one, other) => other.end - one.end);
        const places = spreadLabels(
          ordered.map(({ end }) => y(end) + 4),
          LABEL_PX,
          top + 8,
          top + pane_px,
        );
        return (
          <g key={pane[0]?.ticker}>
            {ticks(low, high, kind === 'together' ? 4 : 2).map((tick) => (
              <g key={tick}>
                <line class="gridline" x1={0} x2={width - RIGHT_PX} y1={y(tick)} y2={y(tick)} />
                {ordered.every((_, index) => Math.abs((places[index] ?? 0) - y(tick) - 4) > 12) && (
                  <text x={width - RIGHT_PX + 6} y={y(tick) + 4}>
                    {write(tick)}
                  </text>
                )}
              </g>
            ))}
            {kind !== 'together' && (
              <text class={`strong tone-${place}`} x={0} y={top + 4}>
                {pane[0]?.ticker}
              </text>
            )}
            {pane.map((each) =>
              kind === 'bars' ? (
                each.values.map((value, index) =>
                  value === null ? null : (
                    <rect
                      key={index}
                      class={value < 0 ? 'sell' : 'buy'}
                      x={axis.x(index) - Math.max(1, axis.slot_px * 0.35)}
                      y={Math.min(y(0), y(value))}
                      width={Math.max(2, axis.slot_px * 0.7)}
                      height={Math.max(1, Math.abs(y(value) - y(0)))}
                    />
                  ),
                )
              ) : (
                <path
                  key={each.ticker}
                  class={kind === 'lines' ? 'flow-line' : `line tone-${series.indexOf(each)}`}
                  d={brokenLine(each.values, axis.x, y)}
                />
              ),
            )}
            {ordered.map(({ ticker, end, tone }, index) => (
              <text
                key={ticker}
                class={`strong tone-${kind === 'together' ? tone : place}`}
                x={width - RIGHT_PX + 6}
                y={places[index]}
              >
                {kind === 'together' ? `${ticker} ${write(end)}` : write(end)}
              </text>
            ))}
          </g>
        );
      })}
    </svg>
  );
}
