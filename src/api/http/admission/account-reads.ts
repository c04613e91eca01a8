import { AlirError } from '../../../core/errors.ts';

/** Maximum concurrent reads of one account: enough to keep the disk busy, without delaying other accounts. */
const MAX_RUNNING = 8;
/** Maximum queued reads of one account. Further reads are refused. */
const MAX_WAITING = 248;

interface Reads {
  running: number;
  readonly waiting: (() => void)[];
}

/** Limits the reads of each account. One account cannot use all concurrent reads of the server. */
export class AccountReads {
  readonly #accounts = new Map<string, Reads>();
  readonly #max_running: number;

  constructor(max_running = MAX_RUNNING) {
    this.#max_running = max_running;
  }

  /** @throws AlirError `overloaded` if the queue of the account is full */
  async run<Result>(account_id: string, read: () => Result | Promise<Result>): Promise<Result> {
    const reads = this.#readsOf(account_id);
    if (reads.running < this.#max_running) reads.running += 1;
    else await waitForTurn(reads);
    try {
      return await read();
    } finally {
      const next = reads.waiting.shift();
      if (next) next();
      else this.#end(account_id, reads);
    }
  }

  #readsOf(account_id: string): Reads {
    let reads = this.#accounts.get(account_id);
    if (!reads) {
      reads = { running: 0, waiting: [] };
      this.#accounts.set(account_id, reads);
    }
    return reads;
  }

  #end(account_id: string, reads: Reads): void {
    reads.running -= 1;
    if (reads.running === 0) this.#accounts.delete(account_id);
  }
}

function waitForTurn({ waiting }: Reads): Promise<void> {
  if (waiting.length >= MAX_WAITING) {
    const message =
      'This account has too many requests in progress. Wait for the responses, or send fewer requests at the same time.';
    throw new AlirError('overloaded', message, { retry_after_s: 1 });
  }
  return new Promise((grant) => waiting.push(grant));
}
