import { AlirError } from './errors.ts';
import { WorkerThread } from './worker-thread.ts';

/** Messages that wait or are answered. */
const MAX_MESSAGES = 32;

/** A worker thread for messages that can come at the same time: it answers one after another, and refuses those that would wait too long. */
export class WorkerQueue<Message, Answer> {
  readonly #thread: WorkerThread<Message, Answer>;
  #last: Promise<unknown> = Promise.resolve();
  #messages = 0;

  /** @param name of its script */
  constructor(name: string) {
    this.#thread = new WorkerThread(name);
  }

  /** @throws AlirError `overloaded`, also if the thread ended without an answer */
  async ask(message: Message): Promise<Answer> {
    if (this.#messages >= MAX_MESSAGES) throw overloaded();
    this.#messages += 1;
    const asked = this.#last.then(() => this.#thread.ask(message));
    this.#last = asked;
    try {
      const answer = await asked;
      if (answer === null) throw overloaded();
      return answer;
    } finally {
      this.#messages -= 1;
    }
  }
}

function overloaded(): AlirError {
  return new AlirError('overloaded', 'Too many files are being made. Try again in a second.', {
    retry_after_s: 1,
  });
}
