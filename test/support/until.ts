import { setTimeout as sleep } from 'node:timers/promises';

const MAX_WAIT_MS = 20_000;

/** Waits until a condition is true. @throws Error after 20 s or more */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited_ms = 0; !(await holds()); waited_ms += 2) {
    if (waited_ms > MAX_WAIT_MS) throw new Error(`Waited in vain until ${what}`);
    await sleep(2);
  }
}
