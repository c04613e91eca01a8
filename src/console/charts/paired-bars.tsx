import type { VNode } from 'preact';
import type { Locale } from './locale.ts';
import { Plot } from './plot.tsx';

/** One bar: a broker or a stock. */
export interface PairedItem {
  readonly code: string;
  /** Positive for the left side, negative for the right side, in the unit of the picture. */
  readonly amount: number;
  /** IDR per share; undefined for pictures without averages. */
  readonly average?: number | undefined;
  readonly is_tinted: boolean;
}

interface PairedBarsProps {
  readonly label: string;
  readonly items: readonly PairedItem[];
  /** Bars on each side at most. */
  readonly count: number;
  readonly headings: { readonly left: string; readonly right: string; readonly amount: string };
  /** The class of the bars' colour on each side. */
  readonly colours: { readonly left: string; readonly right: string };
  readonly width: number;
  readonly locale: Locale;
  readonly writeAmount: (amount: number) => string;
  readonly read: (item: PairedItem) => string;
  readonly open?: ((item: PairedItem) => void) | undefined;
}

const ROW_HEIGHT = 24;
/** Averages below this price are written with decimals. */
const DEAR_IDR = 1000;
/** With the average below the amount, on a narrow picture. */
const TALL_ROW_HEIGHT = 38;
const HEADER_HEIGHT = 26;
/** From this width on, the amounts have headings and the averages have columns; below it, an average is under its amount. */
const WIDE_PX = 520;

/** The largest amounts of each sign, the largest first. */
export function sidesOf(items: readonly PairedItem[], count: number) {
  return {
    left: items
      .filter(({ amount }) => amount > 0)
      .sort((a, b) => b.amount - a.amount)
      .slice(0, count),
    right: items
      .filter(({ amount }) => amount < 0)
      .sort((a, b) => a.amount - b.amount)
      .slice(0, count),
  };
}

/** Bars that are mirrored around their codes: positive amounts left, negative amounts right, with one scale. */
export function PairedBars(props: PairedBarsProps): VNode {
  const { width, locale, headings, colours, writeAmount } = props;
  const { left, right } = sidesOf(props.items, props.count);
  const rows = Math.max(left.length, right.length);
  const largest = Math.max(left[0]?.amount ?? 0, -(right[0]?.amount ?? 0));
  const middle = width / 2;
  const shown = [...left, ...right];
  const isWide = width >= WIDE_PX;
  const longest_code = Math.max(0, ...shown.map(({ code }) => code.length));
  const code_width = isWide ? Math.max(34, 12 + 9 * longest_code) : Math.max(30, 4 + 8.6 * longest_code);
  const hasAverages = shown.some(({ average }) => average !== undefined);
  const row_height = hasAverages && !isWide ? TALL_ROW_HEIGHT : ROW_HEIGHT;
  const height = HEADER_HEIGHT + Math.max(1, rows) * row_height;
  // Whole rupiah would hide the differences of a low price.
  const decimals = shown.some(({ average = 0 }) => average >= DEAR_IDR) ? 0 : 2;
  const averageText = (average: number) => locale.numbers.full(average, decimals);
  // A narrow picture has the averages below the amounts.
  const below = isWide
    ? []
    : shown.flatMap(({ average }) => (average === undefined ? [] : averageText(average)));
  const amounts = [...shown.map(({ amount }) => writeAmount(amount)), ...below];
  const amount_width =
    10 + 6.4 * Math.max(isWide ? headings.amount.length : 0, ...amounts.map(({ length }) => length));
  const average_width = hasAverages && isWide ? 64 : 0;
  const { average_buy, average_sell } = locale.texts.paired;
  const title = (side: string, average: string) =>
    hasAverages && !isWide ? `${side}, ${average.toLowerCase()}` : side;
  const bar_width = Math.max(8, middle - 4 - code_width - 6 - amount_width - average_width);
  const itemAt = (index: number) => (index % 2 === 0 ? left : right)[Math.floor(index / 2)];
  return (
    <Plot
      label={props.label}
      width={width}
      height={height}
      grid={{ count: rows * 2, columns: 2 }}
      start={0}
      locale={locale}
      at={(x, y) => {
        const row = Math.floor((y - HEADER_HEIGHT) / row_height);
        const index = row * 2 + (x < middle ? 0 : 1);
        return row >= 0 && row < rows && itemAt(index) ? index : undefined;
      }}
      read={(index) => {
        const item = itemAt(index);
        return item ? props.read(item) : locale.texts.paired.none;
      }}
      open={
        props.open &&
        ((index) => {
          const item = itemAt(index);
          if (item) props.open?.(item);
        })
      }
    >
      {(cursor) => (
        <>
          <g class="heading">
            {isWide && (
              <>
                <text x={amount_width - 8} y={14} text-anchor="end">
                  {headings.amount}
                </text>
                <text x={width} y={14} text-anchor="end">
                  {headings.amount}
                </text>
              </>
            )}
            <text x={isWide ? middle - 4 - code_width - 6 : 0} y={14} text-anchor={isWide ? 'end' : 'start'}>
              {title(headings.left, average_buy)}
            </text>
            <text
              x={isWide ? middle + 4 + code_width + 6 : width}
              y={14}
              text-anchor={isWide ? 'start' : 'end'}
            >
              {title(headings.right, average_sell)}
            </text>
            {average_width > 0 && (
              <>
                <text x={amount_width + average_width - 8} y={14} text-anchor="end">
                  {average_buy}
                </text>
                <text x={width - amount_width} y={14} text-anchor="end">
                  {average_sell}
                </text>
              </>
            )}
            <line class="gridline" x1={0} x2={width} y1={HEADER_HEIGHT - 4} y2={HEADER_HEIGHT - 4} />
          </g>
          {[left, right].map((side, column) =>
            side.map((item, row) => {
              const top = HEADER_HEIGHT + row * row_height;
              // The bar, the code and, in a wide picture, all texts are in the middle of the row.
              const y = top + (row_height - ROW_HEIGHT) / 2;
              const length = largest === 0 ? 0 : Math.max(1, (Math.abs(item.amount) / largest) * bar_width);
              const code_x = column === 0 ? middle - 4 - code_width : middle + 4;
              const bar_x = column === 0 ? code_x - 6 - length : code_x + code_width + 6;
              const average_x =
                column === 0 ? amount_width + average_width - 8 : isWide ? width - amount_width : width;
              const isSelected = cursor === row * 2 + column;
              return (
                <g key={`${column}${item.code}`} class={isSelected ? 'pair selected' : 'pair'}>
                  {isSelected && (
                    <rect
                      class="highlight"
                      x={column === 0 ? 0 : middle}
                      y={top}
                      width={middle}
                      height={row_height}
                    />
                  )}
                  <text
                    class="ink"
                    x={column === 0 ? amount_width - 8 : width}
                    y={top + 16}
                    text-anchor="end"
                  >
                    {writeAmount(item.amount)}
                  </text>
                  {hasAverages && item.average !== undefined && (
                    <text x={average_x} y={isWide ? y + 16 : top + 31} text-anchor="end">
                      {averageText(item.average)}
                    </text>
                  )}
                  <rect
                    class={column === 0 ? colours.left : colours.right}
                    x={bar_x}
                    y={y + 5}
                    width={length}
                    height={ROW_HEIGHT - 10}
                    rx={2}
                  />
                  <rect
                    class={item.is_tinted ? 'code tinted' : 'code'}
                    x={code_x}
                    y={y + 3}
                    width={code_width}
                    height={ROW_HEIGHT - 6}
                    rx={4}
                  />
                  <text
                    class={item.is_tinted ? 'code-text tinted' : 'code-text'}
                    x={code_x + code_width / 2}
                    y={y + 16}
                    text-anchor="middle"
                  >
                    {item.code}
                  </text>
                </g>
              );
            }),
          )}
        </>
      )}
    </Plot>
  );
}
