import { setTimeout as sleep } from 'node:timers/promises';

/** Much longer than anything takes on a busy machine, where an update of a server waits for all other processes. */
const MAX_WAIT_MS = 240_000;
const MAX_INTERVAL_MS = 50;

/** Waits until a condition is true. It is checked less and less often, since a check may be a request. @throws Error after 4 minutes */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const start_ms = performance.now();
  for (let interval_ms = 2; !(await holds()); interval_ms = Math.min(1.5 * interval_ms, MAX_INTERVAL_MS)) {
    if (performance.now() - start_ms > MAX_WAIT_MS) throw new Error(`Waited in vain until ${what}`);
    await sleep(interval_ms);
  }
}

/** A promise that stays pending until `release` is called. */
export function pendingPromise(): { readonly promise: Promise<void>; readonly release: () => void } {
  let release = () => {};
  const promise = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { promise, release };
}
