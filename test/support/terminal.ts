import { spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { CLI } from './cli.ts';

const PROGRAM = resolve(import.meta.dirname, 'at-terminal.py');

/** The text to wait for, then the text to type. An empty `awaited` waits one second. */
export type Step = readonly [awaited: string, typed: string];

export interface Typed {
  readonly shown: string;
  /** The exit status, or the negative number of the signal that ended the process. */
  readonly status: number;
  /** Whether the terminal still echoes input after the command. */
  readonly echoes: boolean;
}

/** Node has no API for pseudo-terminals. Python has one. */
export const HAS_TERMINAL = spawnSync('python3', ['-c', 'import pty']).status === 0;

/** Runs the compiled `alir` in a pseudo-terminal and types the given steps. */
export async function typedAt(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  steps: readonly Step[],
): Promise<Typed> {
  const child = spawn('python3', [PROGRAM], { stdio: ['pipe', 'pipe', 'pipe'] });
  const command = [process.execPath, CLI, ...args];
  const terminal = { PATH: String(process.env.PATH), TERM: 'xterm', ...env };
  child.stdin.end(JSON.stringify({ command, env: terminal, steps, seconds: 30 }));
  const [shown, stderrText] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (stderrText !== '') throw new Error(stderrText);
  return JSON.parse(shown);
}
