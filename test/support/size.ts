const isFull = process.env.ALIR_TEST_SIZE === 'full';

/** A number of cases: the small one in each run, the full one with `ALIR_TEST_SIZE=full`, which the nightly run sets. */
export function sized(small: number, full: number): number {
  return isFull ? full : small;
}

/** So many of the cases, spread evenly, with the first and the last; all of them with `ALIR_TEST_SIZE=full`. */
export function someOf<Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (isFull || cases.length <= count) return cases;
  const step = (cases.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, place) => cases[Math.round(place * step)] as Case);
}
