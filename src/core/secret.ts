import { timingSafeEqual } from 'node:crypto';

/** Compares secrets in a time that tells nothing of them but their length. */
export function isSameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
