import { setMaxListeners } from 'node:events';

const MAX_LISTENERS = 10_000;

/**
 * A time after which work is given up. Not AbortSignal.any of AbortSignal.timeout: nothing holds on to the latter then, and when the
 * garbage collector has taken it, the time never comes.
 */
export class TimeLimit {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #outer: AbortSignal | undefined;
  readonly #abort = () => this.#controller.abort();

  /** @param outer a limit that ends this one too */
  constructor(ms: number, outer?: AbortSignal) {
    // Each feed of a round listens. Not 0 for any number: Node then takes the signal for none when it is asked.
    setMaxListeners(MAX_LISTENERS, this.#controller.signal);
    this.#timer = setTimeout(this.#abort, ms);
    this.#outer = outer;
    outer?.addEventListener('abort', this.#abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The work is done. */
  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#abort);
  }
}
