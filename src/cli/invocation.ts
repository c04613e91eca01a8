import type { Config } from '../server/config.ts';
import type { Stores } from '../server/stores.ts';
import { EXIT_FAILURE, exitCodeOf, messageOf } from './exit.ts';
import type { Io } from './io.ts';
import { logLine } from './operation/server-log.ts';
import { output, type Terminal } from './output.ts';

/** A command that did its work returns false if the result needs attention: the exit code is then 1. */
type Work = (stores: Stores, out: Terminal) => unknown;

interface Common {
  readonly json: boolean;
}

/** One run of the command line: its streams, its settings, and its exit code. */
export class Invocation {
  readonly io: Io;
  exit_code = 0;
  #hasLog = false;

  constructor(io: Io) {
    this.io = io;
  }

  async config(): Promise<Config> {
    const { readConfig } = await import('../server/config.ts');
    return readConfig(this.io.env);
  }

  /** Runs a command that opens what it needs of the data folder itself. */
  async with({ json }: Common, work: (config: Config, out: Terminal) => unknown): Promise<void> {
    this.#end(await work(await this.config(), output(json, this.io)));
  }

  /** Runs a command on an existing data folder. */
  onData(options: Common, work: Work): Promise<void> {
    return this.#withStores(options, false, work);
  }

  /** Runs a command on a data folder, which is created if it does not exist. */
  onDataOrNew(options: Common, work: Work): Promise<void> {
    return this.#withStores(options, true, work);
  }

  /** A server's errors are JSON lines, like its log; also those that nothing handled. */
  logErrors(): void {
    this.#hasLog = true;
    this.io.on('uncaughtException', (error) => this.io.exit(this.report(error)));
  }

  /** Prints the error that ends a command. @returns the exit code */
  report(error: unknown): number {
    const message = messageOf(error);
    if (message !== null) this.#print(message);
    return exitCodeOf(error);
  }

  /** Ends the command when its output cannot be written. A reader may close it early, as head does. */
  endWithOutput(): void {
    this.io.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code !== 'EPIPE') this.#print(`Writing the output failed: ${message}.`);
      this.io.exit(EXIT_FAILURE);
    });
  }

  #print(message: string): void {
    this.io.stderr.write(this.#hasLog ? logLine('error', message) : `alir: ${message}\n`);
  }

  async #withStores({ json }: Common, creates: boolean, work: Work): Promise<void> {
    const { withStores } = await import('../server/stores.ts');
    const out = output(json, this.io);
    this.#end(await withStores(await this.config(), { creates }, async (stores) => work(stores, out)));
  }

  #end(outcome: unknown): void {
    if (outcome === false) this.exit_code = EXIT_FAILURE;
  }
}
