import { statSync, writeSync } from 'node:fs';
import { AlirError } from '../../core/errors.ts';
import type { DuckConnection } from '../lake/duckdb.ts';

/** What one question may use. */
export interface Limits {
  readonly memory_mb: number;
  /** For spilled data, and again for a file that is written. */
  readonly disk_mb: number;
  /** Of DuckDB's work; the time in which nobody takes the rows does not count. */
  readonly seconds: number;
  readonly threads: number;
}

const LOOK_MS = 200;
/** DuckDB looks for an interruption between its steps only, and a step can be long. */
const GRACE_MS = 5000;
/** What is not counted by DuckDB: the process itself, and what its functions hold while they work. */
const UNCOUNTED_MB = 800;
const MAX_MESSAGE = 2000;

/** One question from its start to its last row: holds its limits, and says what ended it. */
export class Run {
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

  /** Aborted when the question is stopped, for whoever waits between two of its steps. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Asked for twice within a step, it ends the process: there are steps that DuckDB cannot interrupt. */
  stop(why: 'asked' | 'seconds' | 'disk_mb'): void {
    if (this.#isWorking && why === 'asked' && this.#why === 'asked') endProcess(this.#ended(why));
    this.#why ??= why;
    this.#stopping.abort();
    this.#stopped_ms = Math.min(this.#stopped_ms, performance.now());
    this.#connection.interrupt();
  }

  /** Runs a step of the question within what is left of its limits. @throws AlirError that says what ended it */
  async guard<Result>(step: () => Promise<Result>): Promise<Result> {
    if (this.#why) throw this.#ended(this.#why);
    const started_ms = performance.now();
    const ends_ms = started_ms + this.#left_ms;
    const look = setInterval(() => this.#look(ends_ms), LOOK_MS);
    this.#isWorking = true;
    try {
      const result = await step();
      // A step that is over before the first look counts too.
      this.#look(ends_ms);
      if (this.#why) throw this.#ended(this.#why);
      return result;
    } catch (error) {
      throw this.#explained(error);
    } finally {
      clearInterval(look);
      this.#isWorking = false;
      this.#left_ms -= performance.now() - started_ms;
    }
  }

  /** The same for rows, each portion of which is a step. */
  async *guarded<Portion>(portions: AsyncGenerator<Portion>): AsyncGenerator<Portion> {
    for (;;) {
      const { value, done } = await this.guard(() => portions.next());
      if (done) return;
      yield value;
    }
  }

  #look(ends_ms: number): void {
    if (process.memoryUsage.rss() > (2 * this.#limits.memory_mb + UNCOUNTED_MB) * 1e6) {
      endProcess(this.#ended('memory_mb'));
    }
    if (performance.now() > this.#stopped_ms + GRACE_MS) endProcess(this.#ended(this.#why ?? 'asked'));
    // DuckDB forgets an interruption that comes between two of its queries.
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
    const hint = message.startsWith('Permission Error')
      ? '\nOnly the lake and the reference files can be read, and no symbolic link out of them is followed.'
      : '';
    return new AlirError('bad_query', message.slice(0, MAX_MESSAGE).trimEnd() + hint, { cause: error });
  }

  #ended(why: 'asked' | keyof typeof SETTING): AlirError {
    if (why === 'asked') return new AlirError('query_stopped', 'Stopped.');
    const { name, what } = SETTING[why];
    return new AlirError(
      'query_limit',
      `The query was stopped: it needs more than the ${this.#limits[why]} ${what} that ${name} allows. Ask for less, such as fewer days, or set ${name} higher.`,
    );
  }
}

/** For a step that neither ends nor can be stopped: an exit would wait for it. What the process leaves behind is taken away before. */
function endProcess({ message }: AlirError): void {
  // A prompt's, which would leave a terminal that shows nothing of what is typed.
  if (process.stdin.isTTY) process.stdin.setRawMode(false);
  writeSync(2, `alir: ${message}\n`);
  process.emit('exit', 1);
  process.kill(process.pid, 'SIGKILL');
}

const SETTING = {
  seconds: { name: 'ALIR_SQL_SECONDS', what: 'seconds' },
  memory_mb: { name: 'ALIR_SQL_MEMORY_MB', what: 'MB of memory' },
  disk_mb: { name: 'ALIR_SQL_DISK_MB', what: 'MB of disk' },
} as const;
