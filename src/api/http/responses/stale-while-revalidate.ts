import type { Clock } from '../../../core/clock.ts';

/**
 * Caches a value that takes time to compute. A caller waits for at most `wait_ms`, and then gets the previous value; undefined if there is
 * none. At most one computation runs at a time, and one starts at most every `interval_ms`, whether it succeeds or fails.
 */
export function refreshed<Value>(
  compute: () => Promise<Value>,
  { interval_ms, wait_ms }: { readonly interval_ms: number; readonly wait_ms: number },
  clock: Clock,
): () => Promise<Value | undefined> {
  let value: Value | undefined;
  let running: Promise<void> | undefined;
  let started_ms = Number.NEGATIVE_INFINITY;
  const run = async () => {
    try {
      value = await compute();
    } catch {
      value = undefined;
    } finally {
      running = undefined;
    }
  };
  return async () => {
    if (!running && clock.monotonic_ms() - started_ms >= interval_ms) {
      started_ms = clock.monotonic_ms();
      running = run();
    }
    if (running) await atMost(running, wait_ms);
    return value;
  };
}

async function atMost(work: Promise<void>, wait_ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, wait_ms);
  });
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
