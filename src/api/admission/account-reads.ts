import { AlirError } from '../../core/errors.ts';

/** Reads of one account that run at the same time: enough to keep the disk busy, and few enough that others are not kept waiting. */
const MAX_RUNNING = 8;
/** Reads of one account that wait for their turn; further ones are refused. */
const MAX_WAITING = 248;

interface Reads {
  running: number;
  readonly waiting: (() => void)[];
}

/** Bounds the reads of each account, so that one account cannot take all those that the server runs. */
export class AccountReads {
  readonly #accounts = new Map<string, Reads>();

  /** @throws AlirError `overloaded` when too many reads of the account wait */
  async run<Result>(account_id: string, read: () => Result | Promise<Result>): Promise<Result> {
    const reads = this.#readsOf(account_id);
    if (reads.running < MAX_RUNNING) reads.running += 1;
    else await turn(reads);
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

function turn({ waiting }: Reads): Promise<void> {
  if (waiting.length >= MAX_WAITING) {
    const message =
      'Too many requests of this account are waiting for data. Send fewer requests at the same time.';
    throw new AlirError('overloaded', message, { retry_after_s: 1 });
  }
  return new Promise((grant) => waiting.push(grant));
}
