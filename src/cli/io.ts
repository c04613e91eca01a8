import type { Readable, Writable } from 'node:stream';

interface MaybeTerminal {
  readonly isTTY?: boolean | undefined;
}

/** What a command uses of its process. A test passes streams of its own. */
export interface Io {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable & MaybeTerminal;
  readonly stdout: Writable & MaybeTerminal;
  readonly stderr: Writable & MaybeTerminal;
  /** Signals, and errors that nothing else handled. */
  readonly on: NodeJS.EventEmitter['on'];
  readonly once: NodeJS.EventEmitter['once'];
  readonly off: NodeJS.EventEmitter['off'];
  /** Ends the process at once. */
  exit(exit_code: number): void;
}
