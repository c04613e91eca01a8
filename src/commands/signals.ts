/** Resolves on SIGTERM or SIGINT. To be called first: a process that listens to neither cannot be stopped by them as a container's first. */
export async function untilStopped(): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Tells of each of these signals, none of which then ends the process. */
export function onEachSignal(signals: readonly (typeof STOP_SIGNALS)[number][], tell: () => void): void {
  for (const signal of signals) process.on(signal, tell);
}

/** Listens to these signals from now on, and tells of each; of one that came before somebody wanted to know, then. */
export function stopSignals(): (tell: () => void) => void {
  let isStopped = false;
  let listener = () => {};
  onEachSignal(STOP_SIGNALS, () => {
    isStopped = true;
    listener();
  });
  return (tell) => {
    listener = tell;
    if (isStopped) tell();
  };
}

/** Aborted by the first SIGINT or SIGTERM; the second ends the process as it always does. */
export function onInterrupt(tell: () => void): AbortSignal {
  const controller = new AbortController();
  const interrupt = () => {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
    tell();
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return controller.signal;
}
