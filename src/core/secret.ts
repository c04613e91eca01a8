import { timingSafeEqual } from 'node:crypto';

/** Compares secrets in constant time: the duration reveals only their length. */
export function isSameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
