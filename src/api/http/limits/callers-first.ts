import { setImmediate } from 'node:timers/promises';
import { AlirError } from '../../../core/errors.ts';

/** More requests than all addresses together may send at once. */
const MAX_TURNS = 1500;
const MAX_RUNNING = 2;
const MAX_WAITING = 128;
/** While requests with a key keep arriving, one piece of work starts in this time. */
const MAX_WAIT_MS = 250;

/** Lets requests with a key go before requests without one. */
export class CallersFirst {
  #callers = 0;
  #turns = 0;
  #lastTurn: Promise<void> = Promise.resolve();
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** Handles a request with a key. */
  async during<Result>(handle: () => Promise<Result>): Promise<Result> {
    this.#callers += 1;
    try {
      return await handle();
    } finally {
      this.#callers -= 1;
      this.#start(false);
    }
  }

  /**
   * Resolves in a turn of the event loop that no other request without a key has: requests with a key that have arrived meanwhile are
   * handled before it.
   * @throws AlirError `overloaded`
   */
  async turn(): Promise<void> {
    if (this.#turns >= MAX_TURNS) throw overloaded();
    this.#turns += 1;
    this.#lastTurn = this.#lastTurn.then(() => setImmediate());
    await this.#lastTurn;
    this.#turns -= 1;
  }

  /**
   * Does work for a request without a key, such as to render a page, when no request with a key is being handled, or after MAX_WAIT_MS.
   * @throws AlirError `overloaded`
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length >= MAX_WAITING) throw overloaded();
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#start(false);
    });
    try {
      // The response to the request that ended is sent first.
      await setImmediate();
      return await work();
    } finally {
      this.#running -= 1;
      this.#start(false);
    }
  }

  /** @param isDue whether one piece of work has waited long enough */
  #start(isDue: boolean): void {
    let mayStart = isDue || this.#callers === 0;
    while (mayStart && this.#running < MAX_RUNNING && this.#waiting.length > 0) {
      this.#running += 1;
      this.#waiting.shift()?.();
      mayStart = this.#callers === 0;
    }
    if (this.#waiting.length === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#start(true);
    }, MAX_WAIT_MS).unref();
  }
}

function overloaded(): AlirError {
  const message = 'The server is busy. Try again in 1 s.';
  return new AlirError('overloaded', message, { retry_after_s: 1 });
}
