import type { Terminal } from './output.ts';
import { onInterrupt, WAITING_FOR_WRITER } from './signals.ts';

const PATIENCE_MS = 600_000;

/** A command waits so long for another process that writes, and the first Ctrl-C interrupts it. @param notice shown when it is interrupted */
export function waitForWriter(output: Terminal, notice?: string) {
  return {
    patience_ms: PATIENCE_MS,
    signal: onInterrupt(output.io, () => {
      if (notice !== undefined) output.notice(notice);
    }),
    onWait: () => output.notice(WAITING_FOR_WRITER),
  };
}
