import type { Io } from './io.ts';

/** Resolves on SIGTERM or SIGINT. Call it first: as PID 1 of a container, a process without handlers ignores these signals. */
export async function untilStopped(io: Io): Promise<void> {
  await new Promise<void>((resolve) => {
    io.once('SIGTERM', resolve);
    io.once('SIGINT', resolve);
  });
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type StopSignal = (typeof STOP_SIGNALS)[number];

/** Handles the stop signals from now on; none of them ends the process by itself any more. */
export class StopSignals {
  #isStopRequested = false;
  #listener: (signal: StopSignal) => void = () => {};

  constructor(io: Io) {
    for (const signal of STOP_SIGNALS) {
      io.on(signal, () => {
        this.#isStopRequested = true;
        this.#listener(signal);
      });
    }
  }

  get isStopRequested(): boolean {
    return this.#isStopRequested;
  }

  /** Sets the function that is called with each signal. */
  listen(listener: (signal: StopSignal) => void): void {
    this.#listener = listener;
  }
}

/** Aborts on the first SIGINT or SIGTERM; the second one ends the process. @param onFirst called on the first */
export function onInterrupt(io: Io, onFirst: () => void): AbortSignal {
  const controller = new AbortController();
  const interrupt = () => {
    io.off('SIGINT', interrupt);
    io.off('SIGTERM', interrupt);
    onFirst();
    controller.abort();
  };
  io.on('SIGINT', interrupt);
  io.on('SIGTERM', interrupt);
  return controller.signal;
}

export const FINISHING = 'Stopping after the current file. Press Ctrl-C again to stop immediately.';
export const FINISHING_DAY = 'Stopping after the current day. Press Ctrl-C again to stop immediately.';
export const WAITING_FOR_WRITER =
  'Waiting for another Alir process that is writing to this data folder. Press Ctrl-C to cancel.';
