import { AlirError } from '../../../core/errors.ts';

/** Cache time of a result. It bounds the work that anonymous requests cause. */
const CACHED_MS = 1000;
const CHECK_TIMEOUT_MS = 1500;
const RETRY_AFTER_S = 5;

/** A check of something that the service needs. It throws an AlirError `not_ready` whose message may be public. */
export interface Check {
  readonly name: string;
  run(): Promise<void>;
}

/** Runs the checks at most once a second, with at most one run of each check at a time. */
export class Readiness {
  readonly #checks: readonly Check[];
  /** A check that hangs, for example on a disk that does not respond, is not started a second time. */
  readonly #running = new Map<Check, Promise<void>>();
  #result: Promise<void> | undefined;

  constructor(checks: readonly Check[]) {
    this.#checks = checks;
  }

  /** @throws AlirError `not_ready` that names every failed check */
  confirm(): Promise<void> {
    this.#result ??= this.#runAll().finally(() => {
      setTimeout(() => {
        this.#result = undefined;
      }, CACHED_MS).unref();
    });
    return this.#result;
  }

  async #runAll(): Promise<void> {
    const results = await Promise.allSettled(this.#checks.map((check) => this.#run(check)));
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    if (failures.length === 0) return;
    const problems = failures.map((error) => (error as Error).message).join('; ');
    throw serviceNotReady(
      problems,
      failures.length === 1 ? causeOf(failures[0]) : new AggregateError(failures.map(causeOf)),
    );
  }

  async #run(check: Check): Promise<void> {
    let running = this.#running.get(check);
    if (!running) {
      running = runOne(check).finally(() => this.#running.delete(check));
      this.#running.set(check, running);
    }
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(notReady(`${check.name} does not respond`)), CHECK_TIMEOUT_MS);
    });
    try {
      await Promise.race([running, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The error of a service that is not ready. @param problems may be public */
export function serviceNotReady(problems: string, cause: unknown): AlirError {
  const message = `The service is not ready: ${problems}. The server log has the details.`;
  return new AlirError('not_ready', message, { retry_after_s: RETRY_AFTER_S, cause });
}

async function runOne(check: Check): Promise<void> {
  try {
    await check.run();
  } catch (error) {
    if (error instanceof AlirError && error.code === 'not_ready') throw error;
    throw notReady(`${check.name} cannot be checked`, error);
  }
}

function notReady(problem: string, cause?: unknown): AlirError {
  return new AlirError('not_ready', problem, { cause });
}

function causeOf(error: unknown): unknown {
  return (error as Error).cause ?? error;
}
