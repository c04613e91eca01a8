import { ConcurrencyLimit } from '../../../core/concurrency-limit.ts';
import { AlirError } from '../../../core/errors.ts';

/** Maximum concurrent reads of one account: enough to keep the disk busy, without delaying other accounts. */
const MAX_RUNNING = 8;
/** Maximum queued reads of one account. Further reads are refused. */
const MAX_WAITING = 248;

/** Limits the reads of each account. One account cannot use all concurrent reads of the server. */
export class AccountReads {
  readonly #accounts = new Map<string, ConcurrencyLimit>();
  readonly #max_running: number;

  constructor(max_running = MAX_RUNNING) {
    this.#max_running = max_running;
  }

  /** @throws AlirError `overloaded` if the queue of the account is full */
  async run<Result>(account_id: string, read: () => Result | Promise<Result>): Promise<Result> {
    const limit = this.#accounts.get(account_id) ?? new ConcurrencyLimit(this.#max_running);
    this.#accounts.set(account_id, limit);
    if (limit.waiting >= MAX_WAITING) {
      const message =
        'This account has too many requests in progress. Wait for the responses, or send fewer requests at the same time.';
      throw new AlirError('overloaded', message, { retry_after_s: 1 });
    }
    try {
      return await limit.run(read);
    } finally {
      if (limit.isIdle && this.#accounts.get(account_id) === limit) this.#accounts.delete(account_id);
    }
  }
}
