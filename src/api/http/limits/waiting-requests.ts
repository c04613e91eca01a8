import type { ServerResponse } from 'node:http';

/** Cancels the computation of a shared response when all requests that wait for it are disconnected. */
export class WaitingRequests {
  readonly #computations = new Map<string, { waiting: number; readonly controller: AbortController }>();
  readonly #reason: () => Error;

  /** @param reason makes the reason of the signals */
  constructor(reason: () => Error) {
    this.#reason = reason;
  }

  /**
   * Adds a request to those that wait for a response.
   * @param key identifies the shared response
   * @param onAbandoned called when the last of them is disconnected, before the signal is aborted
   * @returns the signal for the computation
   */
  add(key: string, response: ServerResponse, onAbandoned: () => void): AbortSignal {
    const computation = this.#computations.get(key) ?? { waiting: 0, controller: new AbortController() };
    this.#computations.set(key, computation);
    computation.waiting += 1;
    // It also closes after it was sent; to cancel a computation that has ended does nothing.
    response.once('close', () => {
      computation.waiting -= 1;
      if (computation.waiting > 0) return;
      this.#computations.delete(key);
      if (response.writableFinished) return;
      onAbandoned();
      computation.controller.abort(this.#reason());
    });
    return computation.controller.signal;
  }
}
