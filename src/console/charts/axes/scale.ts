/** Maps a value to a position in pixels. */
export type Scale = (value: number) => number;

/** A linear scale. A domain of one value maps to the middle of the range. */
export function linear(domain: readonly [number, number], range: readonly [number, number]): Scale {
  const [low, high] = domain;
  const [start, end] = range;
  if (low === high) return () => (start + end) / 2;
  return (value) => start + ((value - low) / (high - low)) * (end - start);
}

/** The smallest and the largest of the values; [0, 0] without values. */
export function extent(values: readonly number[]): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? [0, 0] : [low, high];
}

/** The middle value, or the mean of the two in the middle; null without values. */
export function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** About `count` round values from `low` to `high`: multiples of 1, 2, 2.5 or 5 times a power of ten. */
export function ticks(low: number, high: number, count: number): number[] {
  if (!(high > low)) return [low];
  const rough = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const values: number[] = [];
  for (let index = Math.ceil(low / step); index * step <= high; index++) {
    // 0.1 + 0.2 would be written as 0.30000000000000004, and -0 as 0 with a sign.
    values.push(Number((index * step).toPrecision(12)) + 0);
  }
  return values;
}

/**
 * Moves labels apart: at least `gap` pixels between neighbours, inside `top` to `bottom`, and as close to the wanted positions as a
 * single pass in each direction gets. The order is kept. If the labels do not fit, the distance is smaller.
 * @param wanted from top to bottom
 */
export function spreadLabels(wanted: readonly number[], gap: number, top: number, bottom: number): number[] {
  const distance = wanted.length > 1 ? Math.min(gap, (bottom - top) / (wanted.length - 1)) : gap;
  const placed: number[] = [];
  for (const each of wanted) {
    const previous = placed.at(-1);
    placed.push(Math.max(each, previous === undefined ? top : previous + distance));
  }
  let limit = bottom;
  for (let index = placed.length - 1; index >= 0; index--) {
    placed[index] = Math.min(placed[index] as number, limit);
    limit = (placed[index] as number) - distance;
  }
  return placed;
}

/** A value of each day, in the order of the days; null without one. */
export type DayValues = readonly (number | null)[];

/** A path through the values; a missing value interrupts it. A value between two missing ones is a short dash. */
export function brokenLine(values: DayValues, x: (index: number) => number, y: Scale): string | undefined {
  let path = '';
  values.forEach((value, index) => {
    if (value === null) return;
    const starts = index === 0 || values[index - 1] === null;
    const isAlone = starts && (values[index + 1] ?? null) === null;
    path += `${starts ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}${isAlone ? 'h2' : ''}`;
  });
  return path || undefined;
}
