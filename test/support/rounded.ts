import { expect } from 'vitest';

/** Equal, except for the rounding of the answer: percents to 2 decimals, net values to whole IDR. */
export function expectRounded(actual: unknown, expected: unknown, name = ''): void {
  if (typeof expected === 'object' && expected !== null) {
    expect(Object.keys(actual as object)).toEqual(Object.keys(expected));
    for (const [key, value] of Object.entries(expected)) {
      expectRounded((actual as Record<string, unknown>)[key], value, key);
    }
  } else if (typeof expected === 'number' && !Number.isInteger(expected)) {
    const error = name.endsWith('net_value') ? 0.5001 : 0.005001;
    expect(Math.abs(Number(actual) - expected), name).toBeLessThanOrEqual(error);
  } else {
    expect(actual, name).toBe(expected);
  }
}
