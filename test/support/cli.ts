import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterThisTest } from './alir.ts';

export const CLI = resolve(import.meta.dirname, '../../dist/cli/cli.js');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Each line of stdout, read as JSON. */
  readonly json: () => any[];
}

interface Where {
  readonly data_dir?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What it reads on stdin; nothing by default. */
  readonly input?: string;
}

/** Starts the compiled `alir`. */
export function startCli(args: readonly string[], { data_dir, cwd, env = {}, input }: Where): ChildProcess {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...(data_dir ? { ALIR_DATA_DIR: data_dir } : {}), ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  child.stdin?.end(input);
  return child;
}

/** Runs the compiled `alir` to its end. */
export async function runCli(args: readonly string[], where: Where): Promise<Finished> {
  const child = startCli(args, where);
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (data) => {
    stdout += data;
  });
  child.stderr?.on('data', (data) => {
    stderr += data;
  });
  const [code] = await once(child, 'close');
  return {
    code,
    stdout,
    stderr,
    json: () =>
      stdout
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
  };
}

/** Starts a command that serves, with --json; it is stopped after the test, or the file. @returns what it printed first */
export async function startServing(
  args: readonly string[],
  where: Where,
  after = afterThisTest,
): Promise<{ child: ChildProcess; printed: any }> {
  const child = startCli([...args, '--json'], {
    ...where,
    env: { ALIR_PORT: '0', ALIR_UPDATE_MINUTES: '0', ...where.env },
  });
  return { child, printed: await firstLine(child, after) };
}

/** What a child prints first, as JSON; it is stopped after the test, or the file. */
export async function firstLine(child: ChildProcess, after = afterThisTest): Promise<any> {
  after(async () => void (await stop(child)));
  if (!child.stdout) throw new Error('no stdout');
  let stderr = '';
  child.stderr?.on('data', (data) => {
    stderr += data;
  });
  for await (const line of createInterface(child.stdout)) return JSON.parse(line);
  throw new Error(`It ended without a line: ${stderr}`);
}

export async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill(signal);
  const [code] = await once(child, 'exit');
  return code;
}
