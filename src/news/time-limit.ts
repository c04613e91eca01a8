import { setMaxListeners } from 'node:events';

const MAX_LISTENERS = 10_000;

/**
 * A time limit with an AbortSignal. AbortSignal.any with AbortSignal.timeout does not work here: Node 20 garbage-collects the timeout
 * signal, and the limit never fires.
 */
export class TimeLimit {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #outer: AbortSignal | undefined;
  readonly #abort = () => this.#controller.abort();

  /** @param outer aborts this limit too */
  constructor(ms: number, outer?: AbortSignal) {
    // Each feed of a round adds a listener. 0, for no maximum, makes undici reject the signal.
    setMaxListeners(MAX_LISTENERS, this.#controller.signal);
    this.#timer = setTimeout(this.#abort, ms);
    this.#outer = outer;
    outer?.addEventListener('abort', this.#abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#abort);
  }
}
