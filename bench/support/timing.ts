const WARM_UP = 3;

/** Runs something several times, one after the other. @returns the median and the 99th percentile in milliseconds */
export async function timed(
  runs: number,
  way: (run: number) => Promise<unknown>,
  warm_up = WARM_UP,
): Promise<{ p50: number; p99: number }> {
  const [times] = await timedInTurns(runs, [way], warm_up);
  return times ?? { p50: Number.NaN, p99: Number.NaN };
}

/** The same for several ways in turns, so that a noisy moment hits all of them. */
export async function timedInTurns(
  runs: number,
  ways: readonly ((run: number) => Promise<unknown>)[],
  warm_up = WARM_UP,
): Promise<{ p50: number; p99: number }[]> {
  const times: number[][] = ways.map(() => []);
  for (let run = -warm_up; run < runs; run++) {
    for (const [place, way] of ways.entries()) {
      const started = performance.now();
      await way(run + warm_up);
      if (run >= 0) times[place]?.push(performance.now() - started);
    }
  }
  return times.map((list) => {
    const sorted = list.toSorted((a, b) => a - b);
    const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
    return { p50: at(0.5), p99: at(0.99) };
  });
}
