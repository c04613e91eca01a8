import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

const MAX_LINES = 1000;

/** What was typed at the prompt, kept in a file that only its user can read. */
export class History {
  readonly #file: string;
  readonly size = MAX_LINES;

  constructor(file: string) {
    this.#file = file;
  }

  /** The last first, as readline has them; none where there is no file that can be read. */
  lines(): string[] {
    try {
      return readFileSync(this.#file, 'utf8').split('\n').filter(Boolean).slice(-MAX_LINES).reverse();
    } catch {
      return [];
    }
  }

  /** Keeps lines, the last first. A user without a home does without. */
  save(lines: readonly string[]): void {
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      writeFileSync(this.#file, `${lines.toReversed().join('\n')}\n`, { mode: 0o600 });
      chmodSync(this.#file, 0o600);
    } catch {
      // No question fails for want of a history.
    }
  }
}

/** In the folder for state of the XDG convention, of which a relative path is to be ignored; undefined for a user without a home. */
export function historyFile({ XDG_STATE_HOME = '' }: NodeJS.ProcessEnv): string | undefined {
  try {
    const state = isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(homedir(), '.local', 'state');
    return join(state, 'alir', 'sql_history');
  } catch {
    return undefined;
  }
}
