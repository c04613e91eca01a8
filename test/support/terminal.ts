import { spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { CLI } from './cli.ts';

const PROGRAM = resolve(import.meta.dirname, 'at-terminal.py');

/** What is waited for, and what is typed then; for an empty text a second is waited. */
export type Step = readonly [awaited: string, typed: string];

export interface Typed {
  readonly shown: string;
  /** The status that it ended with, or less than 0 for the signal. */
  readonly status: number;
  /** Whether the terminal shows what is typed, as it did before. */
  readonly echoes: boolean;
}

/** A terminal takes a program that Node has no binding for; Python has. */
export const HAS_TERMINAL = spawnSync('python3', ['-c', 'import pty']).status === 0;

/** Runs the compiled `alir` as somebody does who types. */
export async function typedAt(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  steps: readonly Step[],
): Promise<Typed> {
  const child = spawn('python3', [PROGRAM], { stdio: ['pipe', 'pipe', 'pipe'] });
  const command = [process.execPath, CLI, ...args];
  const terminal = { PATH: String(process.env.PATH), TERM: 'xterm', ...env };
  child.stdin.end(JSON.stringify({ command, env: terminal, steps, seconds: 30 }));
  const [shown, told] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (told !== '') throw new Error(told);
  return JSON.parse(shown);
}
