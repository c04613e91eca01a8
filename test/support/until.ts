import { setTimeout as sleep } from 'node:timers/promises';

/** Much longer than anything takes on a busy machine. */
const MAX_WAIT_MS = 60_000;

/** Waits until a condition is true. @throws Error after a minute */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const start_ms = performance.now();
  while (!(await holds())) {
    if (performance.now() - start_ms > MAX_WAIT_MS) throw new Error(`Waited in vain until ${what}`);
    await sleep(2);
  }
}
