import { statSync, writeSync } from 'node:fs';
import { AlirError } from '../../core/errors.ts';
import { counted } from '../../core/words.ts';
import type { DuckConnection } from '../lake/duckdb.ts';

export interface Limits {
  readonly memory_mb: number;
  /** For spilled data, and separately for an output file. */
  readonly disk_mb: number;
  /** Working time of DuckDB. Time in which the caller reads no rows does not count. */
  readonly seconds: number;
  readonly threads: number;
}

const POLL_INTERVAL_MS = 200;
/** DuckDB checks for an interrupt only between its steps, and a step can be long. */
const GRACE_MS = 5000;
/** Memory that DuckDB does not count: the process itself, and allocations of running functions. */
const UNCOUNTED_MB = 800;
const MAX_MESSAGE = 2000;

/** One query from its start to its last row. Enforces the limits and reports which limit ended it. */
export class QueryExecution {
  readonly #connection: DuckConnection;
  readonly #limits: Limits;
  readonly #written_file: string | undefined;
  #left_ms: number;
  #why: 'asked' | 'seconds' | 'disk_mb' | undefined;
  readonly #stopping = new AbortController();
  #isWorking = false;
  #stopped_ms = Number.POSITIVE_INFINITY;

  constructor(connection: DuckConnection, limits: Limits, written_file?: string) {
    this.#connection = connection;
    this.#limits = limits;
    this.#written_file = written_file;
    this.#left_ms = limits.seconds * 1000;
  }

  /** Aborted when the query is stopped, for callers that wait between two steps. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Stops the query. A second request within one step ends the process: DuckDB cannot interrupt every step. */
  stop(why: 'asked' | 'seconds' | 'disk_mb'): void {
    if (this.#isWorking && why === 'asked' && this.#why === 'asked') endProcess(this.#ended(why));
    this.#why ??= why;
    this.#stopping.abort();
    this.#stopped_ms = Math.min(this.#stopped_ms, performance.now());
    this.#connection.interrupt();
  }

  /** Runs a step of the query within the remaining limits. @throws AlirError with the reason if a limit or `stop` ended it */
  async withLimits<Result>(step: () => Promise<Result>): Promise<Result> {
    if (this.#why) throw this.#ended(this.#why);
    const started_ms = performance.now();
    const ends_ms = started_ms + this.#left_ms;
    const poll = setInterval(() => this.#poll(ends_ms), POLL_INTERVAL_MS);
    this.#isWorking = true;
    try {
      const result = await step();
      // A step that ends before the first poll is checked too.
      this.#poll(ends_ms);
      if (this.#why) throw this.#ended(this.#why);
      return result;
    } catch (error) {
      throw this.#explained(error);
    } finally {
      clearInterval(poll);
      this.#isWorking = false;
      this.#left_ms -= performance.now() - started_ms;
    }
  }

  /** The same for rows; each portion is a step. */
  async *rowsWithLimits<Portion>(portions: AsyncGenerator<Portion>): AsyncGenerator<Portion> {
    for (;;) {
      const { value, done } = await this.withLimits(() => portions.next());
      if (done) return;
      yield value;
    }
  }

  #poll(ends_ms: number): void {
    if (process.memoryUsage.rss() > (2 * this.#limits.memory_mb + UNCOUNTED_MB) * 1e6) {
      endProcess(this.#ended('memory_mb'));
    }
    if (performance.now() > this.#stopped_ms + GRACE_MS) endProcess(this.#ended(this.#why ?? 'asked'));
    // DuckDB ignores an interrupt between two of its queries.
    if (this.#why) this.#connection.interrupt();
    else if (performance.now() >= ends_ms) this.stop('seconds');
    else if (this.#isFileTooLarge()) this.stop('disk_mb');
  }

  #isFileTooLarge(): boolean {
    if (this.#written_file === undefined) return false;
    const size = statSync(this.#written_file, { throwIfNoEntry: false })?.size ?? 0;
    return size > this.#limits.disk_mb * 1e6;
  }

  #explained(error: unknown): unknown {
    if (error instanceof AlirError) return error;
    if (this.#why) return this.#ended(this.#why);
    const message = (error as Error).message.replace(/^Failed to extract statements: /, '');
    if (message.includes('max_temp_directory_size')) return this.#ended('disk_mb');
    if (message.startsWith('Out of Memory Error')) return this.#ended('memory_mb');
    return new AlirError('bad_query', message.slice(0, MAX_MESSAGE).trimEnd() + hintFor(message), {
      cause: error,
    });
  }

  #ended(why: 'asked' | keyof typeof SETTING): AlirError {
    if (why === 'asked') return new AlirError('query_stopped', 'The query was stopped.');
    const { name, what } = SETTING[why];
    return new AlirError(
      'query_limit',
      `The query was stopped: it exceeded the limit of ${what(this.#limits[why])}. Query less data, such as fewer days, or raise ${name}.`,
    );
  }
}

/** What to do about some errors of DuckDB, on a line of its own. */
function hintFor(message: string): string {
  if (message.startsWith('Permission Error'))
    return '\nA query can read only the lake and the reference files. Symbolic links to other folders are not followed.';
  if (message.startsWith('Binder Error: Referenced column "investor" not found'))
    return "\nThe view broker_summary has the trades of all investors. For one type of investor, use broker_summary('d') or broker_summary('f').";
  return '';
}

/** Ends the process. process.exit would wait for a step that cannot be interrupted. Handlers of `exit` delete temporary files first. */
function endProcess({ message }: AlirError): void {
  // The prompt sets raw mode. If it stayed on, the terminal would not show typed characters.
  if (process.stdin.isTTY) process.stdin.setRawMode(false);
  writeSync(2, `alir: ${message}\n`);
  process.emit('exit', 1);
  process.kill(process.pid, 'SIGKILL');
}

const SETTING = {
  seconds: { name: 'ALIR_SQL_SECONDS', what: (seconds: number) => counted(seconds, 'second') },
  memory_mb: { name: 'ALIR_SQL_MEMORY_MB', what: (mb: number) => `${mb} MB of memory` },
  disk_mb: { name: 'ALIR_SQL_DISK_MB', what: (mb: number) => `${mb} MB of disk` },
} as const;
