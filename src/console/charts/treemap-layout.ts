export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Divides a rectangle into boxes whose areas are in proportion to the sizes, with aspect ratios near 1 (squarified treemap:
 * Bruls, Huizing, van Wijk, 2000).
 * @param sizes positive, the largest first
 */
export function squarify(sizes: readonly number[], width: number, height: number): Box[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= 0 || width <= 0 || height <= 0) return [];
  const areas = sizes.map((size) => (size / total) * width * height);
  const boxes: Box[] = [];
  let rest: Box = { x: 0, y: 0, width, height };
  let row: number[] = [];
  for (const area of areas) {
    const side = Math.min(rest.width, rest.height);
    if (row.length > 0 && worstRatio([...row, area], side) > worstRatio(row, side)) {
      rest = placeRow(row, rest, boxes);
      row = [];
    }
    row.push(area);
  }
  placeRow(row, rest, boxes);
  return boxes;
}

/** The largest aspect ratio of the boxes of a row along a side. */
function worstRatio(row: readonly number[], side: number): number {
  const sum = row.reduce((total, area) => total + area, 0);
  const [smallest, largest] = [Math.min(...row), Math.max(...row)];
  return Math.max((side * side * largest) / (sum * sum), (sum * sum) / (side * side * smallest));
}

/** Places a row along the shorter side. @returns the rectangle that remains */
function placeRow(row: readonly number[], rest: Box, boxes: Box[]): Box {
  const sum = row.reduce((total, area) => total + area, 0);
  if (sum === 0) return rest;
  let { x, y } = rest;
  if (rest.width >= rest.height) {
    const width = sum / rest.height;
    for (const area of row) {
      boxes.push({ x, y, width, height: area / width });
      y += area / width;
    }
    return { ...rest, x: rest.x + width, width: rest.width - width };
  }
  const height = sum / rest.width;
  for (const area of row) {
    boxes.push({ x, y, width: area / height, height });
    x += area / height;
  }
  return { ...rest, y: rest.y + height, height: rest.height - height };
}
