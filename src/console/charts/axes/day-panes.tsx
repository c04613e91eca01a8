import type { VNode } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { useLocale } from '../locale.ts';
import { FrozenPicture } from '../pictures/frozen.ts';
import type { Day } from '../requests/rows.ts';
import { type DayAxis, DayAxisMarks, dayAxis } from './day-axis.tsx';
import { Plot } from './plot.tsx';
import { brokenLine, type DayValues, extent, linear, type Scale, spreadLabels, ticks } from './scale.ts';

export interface Candle {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** What is drawn for the days of a pane. `area` is the space between two lines, above and below. */
type Mark =
  | { readonly kind: 'bars' | 'line'; readonly values: DayValues; readonly class: string }
  | { readonly kind: 'candles'; readonly values: readonly (Candle | null)[] }
  | { readonly kind: 'area'; readonly values: DayValues; readonly base: DayValues };

/** A text beside the last shown value of a line. */
interface End {
  readonly values: DayValues;
  readonly class: string;
  readonly write: (value: number) => string;
}

/** One quantity over the days, with a scale of its own. */
interface Pane {
  readonly title: string;
  readonly height: number;
  readonly marks: readonly Mark[];
  /** Whether its scale need not have 0. */
  readonly isPrice?: boolean;
  /** About how many values of the scale are written. Default: only the smallest and the largest value */
  readonly ticks?: number;
  /** Default: a short number with its sign */
  readonly write?: (value: number, all: readonly number[]) => string;
  readonly ends?: readonly End[];
  /** The class of its title and of its scale: `foreign` for a quantity of foreign investors. */
  readonly tone?: string;
}

interface DayPanesProps {
  readonly label: string;
  readonly days: readonly Day[];
  readonly panes: readonly Pane[];
  readonly width: number;
  /** The exact values of a day. @param index of `days` */
  readonly read: (index: number) => string;
  /** The first day that is emphasized; the days before it are for comparison. */
  readonly emphasized?: number;
}

const TITLE_PX = 20;
const GAP_PX = 10;
const AXIS_PX = 24;
const LABEL_PX = 13;
/** The width of a bold letter. */
const LETTER_PX = 6.6;
/** Below this width of a day, the closing prices are a line, because candles would touch. */
const CANDLE_PX = 5;
/** Fewer days than this are not zoomed into. */
const LEAST_DAYS = 3;

/** Quantities on one axis of days, below each other. Dragging across days, or + and -, changes the shown days. */
export function DayPanes(props: DayPanesProps): VNode {
  const { days, width } = props;
  const { texts } = useLocale();
  const isPreview = useContext(FrozenPicture)?.isPreview;
  const panes = isPreview ? props.panes.slice(0, 1) : props.panes;
  const shown = days.filter(({ condition }) => condition !== 'future');
  const [zoom, setZoom] = useState<readonly [first: number, last: number] | undefined>();
  const [first, last] = zoom && zoom[1] < shown.length ? zoom : [0, shown.length - 1];
  const longest = Math.max(0, ...panes.flatMap(({ ends }) => endTexts(ends).map(({ text }) => text.length)));
  const right_px = Math.max(width < 520 ? 66 : 88, LETTER_PX * longest + 10);
  const axis = dayAxis(shown.slice(first, last + 1), 2, width - right_px);
  const tops: number[] = [];
  let bottom = 0;
  for (const { height } of panes) {
    tops.push(bottom + TITLE_PX);
    bottom += TITLE_PX + height + GAP_PX;
  }
  const select = (from: number, to: number) => {
    const [low, high] = [Math.max(0, Math.min(from, to)), Math.min(axis.days.length - 1, Math.max(from, to))];
    if (high - low + 1 >= LEAST_DAYS) setZoom([first + low, first + high]);
  };
  const zoomIn = (at: number) => {
    const size = Math.max(LEAST_DAYS, Math.ceil(axis.days.length / 2));
    const low = Math.max(0, Math.min(at - Math.floor(size / 2), axis.days.length - size));
    select(low, low + size - 1);
  };
  return (
    <div class="panes">
      <Plot
        label={props.label}
        width={width}
        height={bottom + AXIS_PX}
        grid={{ count: axis.days.length, columns: axis.days.length }}
        start={axis.days.length - 1}
        at={axis.slotAt}
        read={(index) => props.read(first + index)}
        onSelect={select}
        onZoom={(isIn, at) => (isIn ? zoomIn(at) : setZoom(undefined))}
      >
        {(cursor, selected) => (
          <>
            {selected && (
              <rect
                class="highlight"
                x={axis.x(Math.min(...selected)) - axis.slot_px / 2}
                y={TITLE_PX}
                width={(Math.abs(selected[1] - selected[0]) + 1) * axis.slot_px}
                height={bottom - TITLE_PX}
              />
            )}
            <DayAxisMarks axis={axis} top={TITLE_PX} bottom={bottom - GAP_PX} cursor={cursor} />
            {panes.map((pane, index) => (
              <PaneMarks
                key={pane.title}
                pane={pane}
                axis={axis}
                top={tops[index] ?? 0}
                slice={[first, last + 1]}
                emphasized={(props.emphasized ?? first) - first}
              />
            ))}
          </>
        )}
      </Plot>
      {zoom && (
        <button type="button" class="quiet" onClick={() => setZoom(undefined)}>
          {texts.chart.whole_range}
        </button>
      )}
    </div>
  );
}

interface PaneMarksProps {
  readonly pane: Pane;
  readonly axis: DayAxis;
  readonly top: number;
  readonly slice: readonly [number, number];
  readonly emphasized: number;
}

function PaneMarks({ pane, axis, top, slice, emphasized }: PaneMarksProps): VNode {
  const { numbers } = useLocale();
  const { write = numbers.signedShort, ticks: count = 0 } = pane;
  const bottom = top + pane.height;
  const marks = pane.marks.map((mark) => sliced(mark, slice));
  const [low, high] = extent([...(pane.isPrice ? [] : [0]), ...marks.flatMap(valuesOf)]);
  const y = linear([low, high], [bottom - 1, top + 3]);
  const steps = count === 0 ? [low, high].filter((each) => each !== 0) : ticks(low, high, count);
  const ends = endTexts(pane.ends, slice).toSorted((a, b) => b.value - a.value);
  const places = spreadLabels(
    ends.map(({ value }) => y(value)),
    LABEL_PX,
    top + 2,
    bottom,
  );
  const isFree = (place: number) => places.every((each) => Math.abs(each - place) > LABEL_PX - 1);
  const x = axis.right + 8;
  return (
    <g class={pane.tone}>
      <text class="axis-title" x={0} y={top - 7}>
        {pane.title}
      </text>
      {steps.map((each) => (
        <g key={each}>
          {count > 0 && <line class="gridline" x1={0} x2={axis.right} y1={y(each)} y2={y(each)} />}
          {isFree(y(each)) && (
            <text x={x} y={y(each) + 4}>
              {write(each, steps)}
            </text>
          )}
        </g>
      ))}
      {low <= 0 && high >= 0 && <line class="base" x1={0} x2={axis.right} y1={y(0)} y2={y(0)} />}
      {marks.map((mark, index) => (
        <MarkShape key={index} mark={mark} axis={axis} y={y} emphasized={emphasized} />
      ))}
      {ends.map(({ text, class: name }, index) => (
        <text key={text} class={name} x={x} y={(places[index] ?? 0) + 4}>
          {text}
        </text>
      ))}
    </g>
  );
}

/** The last values of the days of a slice; none for a line without a value there. */
function endTexts(ends: readonly End[] = [], slice: readonly [number, number?] = [0]) {
  return ends.flatMap(({ values, write, class: name }) => {
    const value = values.slice(...slice).findLast((each) => each !== null);
    return value == null ? [] : [{ value, text: write(value), class: name }];
  });
}

function MarkShape({
  mark,
  axis,
  y,
  emphasized,
}: {
  readonly mark: Mark;
  readonly axis: DayAxis;
  readonly y: Scale;
  readonly emphasized: number;
}): VNode {
  const bar = Math.max(1, Math.min(18, axis.slot_px * 0.62));
  const classOf = (name: string, index: number) => (index < emphasized ? `${name} pale` : name);
  if (mark.kind === 'line') {
    return <path class={`line ${mark.class}`} d={brokenLine(mark.values, axis.x, y)} />;
  }
  if (mark.kind === 'area') {
    return (
      <>
        <path class="area up" d={areaBetween(mark.values, mark.base, axis.x, y, 1)} />
        <path class="area down" d={areaBetween(mark.values, mark.base, axis.x, y, -1)} />
      </>
    );
  }
  if (mark.kind === 'candles' && axis.slot_px < CANDLE_PX) {
    const closes = mark.values.map((candle) => candle?.close ?? null);
    return <path class="line close" d={brokenLine(closes, axis.x, y)} />;
  }
  return (
    <>
      {mark.kind === 'candles'
        ? mark.values.map((candle, index) => {
            if (!candle) return null;
            const { open, high, low, close } = candle;
            return (
              <g key={index} class={classOf(close >= open ? 'candle rise' : 'candle fall', index)}>
                <line x1={axis.x(index)} x2={axis.x(index)} y1={y(high)} y2={y(low)} />
                <rect
                  x={axis.x(index) - bar / 2}
                  y={y(Math.max(open, close))}
                  width={bar}
                  height={Math.max(1.5, Math.abs(y(open) - y(close)))}
                />
              </g>
            );
          })
        : mark.values.map((value, index) =>
            value === null ? null : (
              <rect
                key={index}
                class={classOf(`bar ${mark.class}${value < 0 ? ' out' : ''}`, index)}
                x={axis.x(index) - bar / 2}
                y={Math.min(y(0), y(value))}
                width={bar}
                height={Math.max(value === 0 ? 0 : 1, Math.abs(y(value) - y(0)))}
              />
            ),
          )}
    </>
  );
}

function sliced(mark: Mark, [from, to]: readonly [number, number]): Mark {
  const values = mark.values.slice(from, to);
  return (
    mark.kind === 'area' ? { ...mark, values, base: mark.base.slice(from, to) } : { ...mark, values }
  ) as Mark;
}

function valuesOf(mark: Mark): number[] {
  if (mark.kind === 'candles') return mark.values.flatMap((each) => (each ? [each.low, each.high] : []));
  return mark.values.filter((each) => each !== null);
}

/** The space between neighbouring days where the values are above the base (sign 1) or below it (sign -1). */
function areaBetween(
  values: DayValues,
  base: DayValues,
  x: (index: number) => number,
  y: Scale,
  sign: 1 | -1,
) {
  let path = '';
  for (let index = 1; index < values.length; index++) {
    const [a, b, c, d] = [values[index - 1], values[index], base[index - 1], base[index]];
    if (a == null || b == null || c == null || d == null) continue;
    const [before, after] = [(a - c) * sign, (b - d) * sign];
    if (before <= 0 && after <= 0) continue;
    const [left, right] = [x(index - 1), x(index)];
    // The lines cross between the two days.
    const share = before * after < 0 ? before / (before - after) : undefined;
    const crossing = share === undefined ? '' : `${left + (right - left) * share} ${y(a + (b - a) * share)}`;
    const top = [before < 0 ? crossing : `${left} ${y(a)}`, after < 0 ? crossing : `${right} ${y(b)}`];
    const bottom = [after < 0 ? crossing : `${right} ${y(d)}`, before < 0 ? crossing : `${left} ${y(c)}`];
    path += `M${[...top, ...bottom].join('L')}Z`;
  }
  // An empty attribute would be written without a value, which no preview can have.
  return path || undefined;
}
