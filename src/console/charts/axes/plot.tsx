import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useLocale } from '../locale.ts';
import { type CursorGrid, movedCursor } from './cursor.ts';

interface PlotProps {
  /** The accessible name. */
  readonly label: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly grid: CursorGrid;
  /** Where the cursor is when the picture gets the focus. */
  readonly start: number;
  /** The position under a point, in pixels; undefined outside. */
  readonly at: (x: number, y: number) => number | undefined;
  /** The exact values at a position. */
  readonly read: (index: number) => string;
  /** Opens what is at a position. */
  readonly open?: ((index: number) => void) | undefined;
  /** Selects the positions that a mouse was dragged across. */
  readonly onSelect?: (from: number, to: number) => void;
  /** Shows fewer positions, around one, or all of them: the keys + and -. */
  readonly onZoom?: (isIn: boolean, at: number) => void;
  /** Draws the picture. @param cursor the selected position; undefined if none is @param dragged the positions that are being selected */
  readonly children: (
    cursor: number | undefined,
    dragged: readonly [number, number] | undefined,
  ) => ComponentChildren;
}

interface PointerPlace {
  readonly pointerType?: string;
  readonly clientX: number;
  readonly clientY: number;
  readonly currentTarget: { getBoundingClientRect(): { readonly left: number; readonly top: number } };
}

/**
 * A picture with a cursor. A slider is the role whose value screen readers announce when it changes: each position is a value, and its
 * text has the exact figures.
 */
export function Plot(props: PlotProps): VNode {
  const { label, width, height, grid, read, open } = props;
  const { texts } = useLocale();
  const [selected, setSelected] = useState<number | undefined>();
  const [hasFocus, setFocus] = useState(false);
  const [pressed, setPressed] = useState<number | undefined>();
  const cursor = selected !== undefined && selected < grid.count ? selected : undefined;
  const current = cursor ?? Math.min(props.start, grid.count - 1);
  const onKeyDown = (event: { key: string; preventDefault(): void }) => {
    if (event.key === 'Escape') setSelected(undefined);
    if (event.key === 'Enter' && cursor !== undefined) open?.(cursor);
    if (props.onZoom && ['+', '-'].includes(event.key)) {
      props.onZoom(event.key === '+', current);
      setSelected(undefined);
    }
    const moved =
      cursor === undefined && event.key.startsWith('Arrow') ? current : movedCursor(event.key, current, grid);
    if (moved === undefined) return;
    event.preventDefault();
    setSelected(moved);
  };
  const placeOf = ({ clientX, clientY, currentTarget }: PointerPlace) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return props.at(clientX - left, clientY - top);
  };
  const endDrag = () => {
    if (props.onSelect && pressed !== undefined && cursor !== undefined && pressed !== cursor) {
      props.onSelect(pressed, cursor);
      setSelected(undefined);
    }
    setPressed(undefined);
  };
  const text = cursor === undefined ? undefined : read(cursor);
  return (
    <div class="plot-frame">
      <p class="readout" aria-hidden="true">
        {text ?? (hasFocus ? texts.chart.nothing_selected : grid.count > 0 ? read(current) : '')}
      </p>
      <div
        class={open ? 'plot opens' : 'plot'}
        role="slider"
        tabIndex={0}
        aria-label={`${label}. ${open ? texts.chart.keys_open : texts.chart[props.onZoom ? 'keys_zoom' : 'keys']}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, grid.count - 1)}
        aria-valuenow={Math.max(0, current)}
        aria-valuetext={text ?? (grid.count > 0 ? read(current) : texts.table.empty)}
        onKeyDown={onKeyDown}
        onFocus={() => setFocus(true)}
        onBlur={() => {
          setFocus(false);
          setSelected(undefined);
        }}
        onPointerMove={(event: PointerPlace) => setSelected(placeOf(event))}
        onPointerDown={(event: PointerPlace) => {
          setSelected(placeOf(event));
          if (props.onSelect && event.pointerType === 'mouse') setPressed(placeOf(event));
        }}
        onPointerUp={endDrag}
        onPointerLeave={() => {
          endDrag();
          if (!hasFocus) setSelected(undefined);
        }}
        onClick={(event: PointerPlace) => {
          const place = placeOf(event);
          if (place !== undefined) open?.(place);
        }}
      >
        <svg
          class="chart"
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          aria-hidden="true"
        >
          {props.children(
            cursor,
            pressed === undefined || cursor === undefined ? undefined : [pressed, cursor],
          )}
        </svg>
      </div>
    </div>
  );
}
