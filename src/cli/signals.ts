/** Resolves on SIGTERM or SIGINT. To be called first: a process that listens to neither cannot be stopped by them as a container's first. */
export async function untilStopped(): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type StopSignal = (typeof STOP_SIGNALS)[number];

/** Takes these signals from the system from now on, none of which then ends the process. */
export class StopSignals {
  #haveCome = false;
  #listener: (signal: StopSignal) => void = () => {};

  constructor() {
    for (const signal of STOP_SIGNALS) {
      process.on(signal, () => {
        this.#haveCome = true;
        this.#listener(signal);
      });
    }
  }

  get haveCome(): boolean {
    return this.#haveCome;
  }

  /** Tells of each that comes. */
  listen(tell: (signal: StopSignal) => void): void {
    this.#listener = tell;
  }
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

export const FINISHING = 'Stopping after the current file. Interrupt again to stop at once.';
export const WAITING_FOR_WRITER =
  'Waiting for another Alir process that writes this data folder. Interrupt to give up.';
