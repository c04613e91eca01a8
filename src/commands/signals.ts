/** Resolves on SIGTERM or SIGINT. To be called first: a process that listens to neither cannot be stopped by them as a container's first. */
export async function untilStopped(): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
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
