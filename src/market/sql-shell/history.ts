import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

const MAX_LINES = 1000;

/** The lines typed at the prompt, in a file that only its user can read. */
export class History {
  readonly #file: string;
  readonly size = MAX_LINES;

  constructor(file: string) {
    this.#file = file;
  }

  /** The newest first, as readline expects them; none when the file cannot be read. */
  lines(): string[] {
    try {
      return readFileSync(this.#file, 'utf8').split('\n').filter(Boolean).slice(-MAX_LINES).reverse();
    } catch {
      return [];
    }
  }

  /** Saves lines, the newest first. Does nothing for a user without a home folder. */
  save(lines: readonly string[]): void {
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      writeFileSync(this.#file, `${lines.toReversed().join('\n')}\n`, { mode: 0o600 });
      chmodSync(this.#file, 0o600);
    } catch {
      // A query must not fail because the history cannot be saved.
    }
  }
}

/** The path in the XDG state folder. XDG says to ignore a relative path. Undefined for a user without a home folder. */
export function historyFile({ XDG_STATE_HOME = '' }: NodeJS.ProcessEnv): string | undefined {
  try {
    const state = isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(homedir(), '.local', 'state');
    return join(state, 'alir', 'sql_history');
  } catch {
    return undefined;
  }
}
