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

/** Of names, from the largest. */
const FONTS = [15, 11, 10] as const;
export const PERCENT_FONT = 11;
/** Between a text and the sides of its box, from the most. */
const INSET = { most: 8, least: 2 } as const;
/** The width of a bold letter and of a sign of a number, in parts of the font size: those of a wide font. */
const LETTER = { I: 0.4, J: 0.4, M: 1.02, W: 1.12, other: 0.8 } as const;
const SIGN = { '.': 0.34, ',': 0.34, '%': 0.96, '−': 0.85, '+': 0.85, other: 0.65 } as const;

function widthOf(text: string, signs: { readonly other: number }, font: number): number {
  const widths: Readonly<Record<string, number>> = { ...signs };
  return [...text].reduce((sum, sign) => sum + (widths[sign] ?? signs.other) * font, 0);
}

/**
 * The texts of a box: its name in the largest font that fits, and below it the first of some percents that fits. Undefined if the name
 * does not fit.
 */
export function boxLabel(
  { width, height }: Pick<Box, 'width' | 'height'>,
  name: string,
  percents: readonly string[],
): { readonly font: number; readonly inset: number; readonly percent: string | undefined } | undefined {
  const isLarge = width > 110 && height > 60;
  for (const font of isLarge ? FONTS : FONTS.slice(1)) {
    const name_px = widthOf(name, LETTER, font);
    if (name_px + 2 * INSET.least > width || font + 8 > height) continue;
    const hasRoom = height >= font + PERCENT_FONT + 12;
    const percent = percents.find(
      (each) => hasRoom && widthOf(each, SIGN, PERCENT_FONT) + 2 * INSET.least <= width,
    );
    const text_px = Math.max(name_px, widthOf(percent ?? '', SIGN, PERCENT_FONT));
    const inset = text_px + 2 * INSET.most <= width ? INSET.most : INSET.least;
    return { font, inset, percent };
  }
  return undefined;
}
