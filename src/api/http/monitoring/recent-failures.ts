import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../core/clock.ts';
import { DAY_MS } from '../../../core/dates.ts';
import type { ErrorCode } from '../../../core/error-codes.ts';

const MAX_KINDS = 100;
const KEPT_MS = 7 * DAY_MS;
/** A server that fails every request writes its file once in this time. */
const WRITE_MS = 1000;

/** The newest of the failures with one code on one route for one account. */
export interface Failure {
  readonly at: Date;
  readonly method: string;
  /** The path of the route, with `:name` for a parameter. Null for a path that does not exist. */
  readonly route: string | null;
  readonly status: number;
  readonly code: ErrorCode;
  readonly request_id: string;
  /** Whose request failed; null if it is not known. */
  readonly account_id: string | null;
  /** The number of these failures since the first one that is still listed. */
  readonly count: number;
}

/** The responses of this server in the last 7 days with a status of 500 or above. */
export class RecentFailures {
  readonly #clock: Clock;
  readonly #failures = new Map<string, Failure>();
  #file = '';
  #timer: NodeJS.Timeout | undefined;
  #written: Promise<void> = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(
    { id, method, routeOptions }: Pick<FastifyRequest, 'id' | 'method' | 'routeOptions'>,
    { status, code, account_id }: Pick<Failure, 'status' | 'code' | 'account_id'>,
  ): void {
    const route = routeOptions.url ?? null;
    this.#add({ at: this.#clock.now(), method, route, status, code, account_id, request_id: id, count: 1 });
    if (this.#file !== '') this.#timer ??= setTimeout(() => void this.write(), WRITE_MS).unref();
  }

  /** Continues with the failures in a file, and writes later ones to it. Without a file that can be read there are none. */
  keepIn(file: string): void {
    this.#file = file;
    try {
      for (const failure of JSON.parse(readFileSync(file, 'utf8')) as Failure[])
        this.#add({ ...failure, at: new Date(failure.at) });
    } catch {
      this.#failures.clear();
    }
  }

  /** Writes what was noted since the last time. A file that cannot be written is no reason to fail: the log has each failure. */
  async write(): Promise<void> {
    if (!this.#timer) return this.#written;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const failures = JSON.stringify(this.all().reverse());
    this.#written = this.#written.then(() => this.#replaceFile(failures));
    return this.#written;
  }

  async #replaceFile(failures: string): Promise<void> {
    const unfinished = `${this.#file}.${process.pid}`;
    try {
      await writeFile(unfinished, failures, { mode: 0o600 });
      await rename(unfinished, this.#file);
    } catch {
      await rm(unfinished, { force: true }).catch(() => {});
    }
  }

  /** A repeated kind takes one place, so that it does not hide others. The map is in the order of the newest failures. */
  #add(failure: Failure): void {
    const kind = `${failure.method} ${failure.route} ${failure.code} ${failure.account_id}`;
    const count = (this.#failures.get(kind)?.count ?? 0) + failure.count;
    this.#failures.delete(kind);
    this.#failures.set(kind, { ...failure, count });
    const [oldest = ''] = this.#failures.keys();
    if (this.#failures.size > MAX_KINDS) this.#failures.delete(oldest);
  }

  /** Newest first. */
  all(): Failure[] {
    const since_ms = this.#clock.now().getTime() - KEPT_MS;
    return [...this.#failures.values()].filter(({ at }) => at.getTime() >= since_ms).reverse();
  }
}
