/** The positions of a chart's cursor: `columns` in each row, counted row by row; the last row may be shorter. */
export interface CursorGrid {
  readonly count: number;
  readonly columns: number;
}

/** Rows that PageUp and PageDown move by, and positions on a chart with a single row. */
const PAGE = 10;

/** The position after a key. The cursor stays inside the grid. Undefined for a key that moves nothing. */
export function movedCursor(key: string, index: number, { count, columns }: CursorGrid): number | undefined {
  if (count === 0) return undefined;
  const isRow = columns >= count;
  const row = isRow ? 1 : columns;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: isRow ? 1 : -row,
    ArrowDown: isRow ? -1 : row,
    PageUp: isRow ? PAGE : -row * PAGE,
    PageDown: isRow ? -PAGE : row * PAGE,
  };
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return undefined;
  const moved = index + step;
  if (Math.abs(step) === row * PAGE) return Math.min(count - 1, Math.max(0, moved));
  return moved < 0 || moved >= count ? index : moved;
}
