import type { VNode } from 'preact';
import type { Locale } from './locale.ts';
import { Plot } from './plot.tsx';
import type { FlowRow } from './rows.ts';
import { boxLabel, PERCENT_FONT, squarify } from './treemap-layout.ts';

interface TreemapProps {
  readonly rows: readonly FlowRow[];
  readonly width: number;
  readonly locale: Locale;
  readonly open?: ((ticker: string) => void) | undefined;
}

/** More boxes would be too small to point at. */
const MAX_BOXES = 60;
const NARROW_PX = 560;
const LEGEND_HEIGHT = 30;
const TALL_LEGEND_HEIGHT = 44;
const STEP_WIDTH = 48;
/** The percent of the traded value at which a colour has its full strength. */
const STRONGEST_PERCENT = 12;
const STRENGTHS = 6;

/** Foreign buys plus sales: the area of a stock. */
function turnover({ foreign_buy, foreign_sell }: FlowRow): number {
  return foreign_buy + foreign_sell;
}

/** Stocks as boxes: the area is what foreign investors traded, the colour their net share of the traded value. */
export function Treemap({ rows, width, locale, open }: TreemapProps): VNode {
  const { texts, numbers } = locale;
  const isNarrow = width < NARROW_PX;
  const shown = rows
    .filter((row) => turnover(row) > 0)
    .sort((a, b) => turnover(b) - turnover(a))
    .slice(0, isNarrow ? MAX_BOXES / 2 : MAX_BOXES);
  const height = isNarrow ? 460 : 420;
  const boxes = squarify(shown.map(turnover), width, height);
  const percent = (value: number, decimals: 0 | 1 = 1) =>
    numbers.signed(value / 100, (each) => numbers.percent(each, decimals));
  const steps = [-STRONGEST_PERCENT, -STRONGEST_PERCENT / 2, 0, STRONGEST_PERCENT / 2, STRONGEST_PERCENT];
  // The words stand beside the colours, or below them on a phone.
  const legend_x = isNarrow ? 0 : 70;
  return (
    <Plot
      label={texts.market.treemap}
      width={width}
      height={height + (isNarrow ? TALL_LEGEND_HEIGHT : LEGEND_HEIGHT)}
      grid={{ count: shown.length, columns: shown.length }}
      start={0}
      locale={locale}
      at={(x, y) => {
        const index = boxes.findIndex(
          (box) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height,
        );
        return index === -1 ? undefined : index;
      }}
      read={(index) => {
        const row = shown[index];
        if (!row) return texts.table.empty;
        return texts.market.cell(
          row.ticker,
          numbers.signed(row.net_foreign),
          numbers.signed(row.percent / 100, (each) => numbers.percent(each, 2)),
          numbers.full(turnover(row)),
        );
      }}
      open={
        open &&
        ((index) => {
          const row = shown[index];
          if (row) open(row.ticker);
        })
      }
    >
      {(cursor) => (
        <>
          {shown.map((row, index) => {
            const box = boxes[index];
            if (!box) return null;
            const label = boxLabel(box, row.ticker, [percent(row.percent), percent(row.percent, 0)]);
            return (
              <g key={row.ticker} class={cursor === index ? 'box selected' : 'box'}>
                <rect
                  class={strengthClass(row.percent)}
                  x={box.x + 1}
                  y={box.y + 1}
                  width={Math.max(0, box.width - 2)}
                  height={Math.max(0, box.height - 2)}
                  rx={3}
                />
                {label && (
                  <text
                    class="ink strong"
                    x={box.x + label.inset}
                    y={box.y + label.font + 5}
                    font-size={label.font}
                  >
                    {row.ticker}
                  </text>
                )}
                {label?.percent && (
                  <text
                    class="ink"
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
          <g class="legend">
            {steps.map((step, index) => (
              <g key={step}>
                <rect
                  class={strengthClass(step)}
                  x={legend_x + index * STEP_WIDTH}
                  y={height + 10}
                  width={STEP_WIDTH - 2}
                  height={12}
                />
                <text
                  class="ink"
                  x={legend_x + (index + 0.5) * STEP_WIDTH - 1}
                  y={height + 20}
                  text-anchor="middle"
                  font-size={10}
                >
                  {Math.abs(step) === STRONGEST_PERCENT && (step < 0 ? '≤ ' : '≥ ')}
                  {numbers.signed(step)}
                </text>
              </g>
            ))}
            <text
              x={isNarrow ? legend_x : legend_x - 6}
              y={isNarrow ? height + 36 : height + 20}
              text-anchor={isNarrow ? 'start' : 'end'}
            >
              {texts.market.legend_sell}
            </text>
            <text
              x={legend_x + steps.length * STEP_WIDTH + (isNarrow ? -2 : 6)}
              y={isNarrow ? height + 36 : height + 20}
              text-anchor={isNarrow ? 'end' : 'start'}
            >
              {texts.market.legend_buy}, {texts.units.percent}
            </text>
          </g>
        </>
      )}
    </Plot>
  );
}

/** The colour of a share: `flow-0` without net flow, `flow-in-1` to `flow-in-6`, `flow-out-1` to `flow-out-6`. */
export function strengthClass(percent: number): string {
  const strength = Math.min(STRENGTHS, Math.ceil((Math.abs(percent) / STRONGEST_PERCENT) * STRENGTHS));
  return strength === 0 ? 'flow-0' : `flow-${percent < 0 ? 'out' : 'in'}-${strength}`;
}
