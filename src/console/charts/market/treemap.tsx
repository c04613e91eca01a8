import type { VNode } from 'preact';
import { Plot } from '../axes/plot.tsx';
import { useLocale } from '../locale.ts';
import { boxLabel, PERCENT_FONT, squarify } from './treemap-layout.ts';

interface TreemapItem {
  readonly ticker: string;
  /** Its area. */
  readonly value: number;
  /** What its colour says, in percent; null without a value. */
  readonly percent: number | null;
}

interface TreemapProps {
  readonly items: readonly TreemapItem[];
  readonly label: string;
  /** The smallest percent of each strength of colour, from the weakest. */
  readonly steps: readonly number[];
  /** `change`: risen or fallen. `foreign`: bought or, hatched, sold by foreign investors. */
  readonly tone: 'change' | 'foreign';
  readonly read: (item: TreemapItem) => string;
  readonly width: number;
  readonly open?: ((ticker: string) => void) | undefined;
}

/** More boxes would be too small to point at. */
const MAX_BOXES = 60;
const NARROW_PX = 560;
const LEGEND_PX = 28;

/** Stocks as boxes: the area is a value, the colour a percent. */
export function Treemap(props: TreemapProps): VNode {
  const { items, steps, tone, width, open } = props;
  const { texts, numbers } = useLocale();
  const isNarrow = width < NARROW_PX;
  const shown = items
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value)
    .slice(0, isNarrow ? MAX_BOXES / 2 : MAX_BOXES);
  const height = isNarrow ? 460 : 470;
  const boxes = squarify(
    shown.map(({ value }) => value),
    width,
    height,
  ).map((box) => ({ ...box, y: box.y + LEGEND_PX }));
  const percent = (value: number, decimals: 0 | 1 = 1) => numbers.signedPercent(value / 100, decimals);
  const legend = [...steps.map((step) => -step).reverse(), 0, ...steps];
  const legend_px = Math.min(58, Math.floor(width / legend.length));
  const itemAt = (index: number) => shown[index];
  return (
    <Plot
      label={props.label}
      width={width}
      height={height + LEGEND_PX}
      grid={{ count: shown.length, columns: shown.length }}
      start={0}
      at={(x, y) => {
        const index = boxes.findIndex(
          (box) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height,
        );
        return index === -1 ? undefined : index;
      }}
      read={(index) => {
        const item = itemAt(index);
        return item ? props.read(item) : texts.table.empty;
      }}
      open={
        open &&
        ((index) => {
          const item = itemAt(index);
          if (item) open(item.ticker);
        })
      }
    >
      {(cursor) => (
        <>
          <pattern
            id="hatch"
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path d="M0 0v6" />
          </pattern>
          <g class={`legend ${tone}`}>
            {legend.map((step, index) => (
              <g key={step} class={strengthClass(step, steps)}>
                <rect x={index * legend_px} y={0} width={legend_px - 2} height={18} />
                {tone === 'foreign' && step < 0 && (
                  <rect
                    class="hatched"
                    fill="url(#hatch)"
                    x={index * legend_px}
                    y={0}
                    width={legend_px - 2}
                    height={18}
                  />
                )}
                <text x={(index + 0.5) * legend_px - 1} y={13} text-anchor="middle" font-size={10}>
                  {index === 0 ? '≤ ' : index === legend.length - 1 ? '≥ ' : ''}
                  {numbers.signed(step, (each) => numbers.full(each, Number.isInteger(each) ? 0 : 1))}
                </text>
              </g>
            ))}
          </g>
          <g class={tone}>
            {shown.map((item, index) => {
              const box = boxes[index];
              if (!box) return null;
              const { ticker, percent: value } = item;
              const label = boxLabel(box, ticker, value === null ? [] : [percent(value), percent(value, 0)]);
              const place = {
                x: box.x + 1,
                y: box.y + 1,
                width: Math.max(0, box.width - 2),
                height: Math.max(0, box.height - 2),
              };
              return (
                <g
                  key={ticker}
                  class={`box ${strengthClass(value ?? 0, steps)}${cursor === index ? ' selected' : ''}`}
                >
                  <rect {...place} />
                  {tone === 'foreign' && (value ?? 0) < 0 && (
                    <rect class="hatched" fill="url(#hatch)" {...place} />
                  )}
                  {label && (
                    <text
                      class="strong"
                      x={box.x + label.inset}
                      y={box.y + label.font + 5}
                      font-size={label.font}
                    >
                      {ticker}
                    </text>
                  )}
                  {label?.percent && (
                    <text
                      x={box.x + label.inset}
                      y={box.y + label.font + PERCENT_FONT + 8}
                      font-size={PERCENT_FONT}
                    >
                      {label.percent}
                    </text>
                  )}
                </g>
              );
            })}
          </g>
        </>
      )}
    </Plot>
  );
}

/** The class of a percent: `tone-0` below all steps, `tone-in-1` to `tone-in-3`, `tone-out-1` to `tone-out-3`. */
export function strengthClass(percent: number, steps: readonly number[]): string {
  const strength = steps.filter((step) => Math.abs(percent) >= step).length;
  return strength === 0 ? 'tone-0' : `tone-${percent < 0 ? 'out' : 'in'}-${strength}`;
}
