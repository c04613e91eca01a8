import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Writable } from 'node:stream';
import { vi } from 'vitest';
import type { Io } from '../../src/cli/io.ts';
import { run } from '../../src/cli/run.ts';
import { afterThisTest } from './alir.ts';

export const CLI = resolve(import.meta.dirname, '../../dist/cli.js');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Each line of stdout, parsed as JSON. */
  readonly json: () => any[];
}

export interface InProcess {
  readonly data_dir?: string;
  /** The working folder. Not for commands that run side by side: a process has one. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Text for stdin; none by default. */
  readonly input?: string;
  /** The time of the command; by default that of the machine. Not for a process of its own. */
  readonly now?: Date;
}

interface Where extends InProcess {
  /** The path of a compiled `alir`; by default that of this version. */
  readonly cli?: string | undefined;
}

/** Starts the compiled `alir`. */
export function startCli(
  args: readonly string[],
  { data_dir, cwd, env = {}, input, cli = CLI }: Where,
): ChildProcess {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...(data_dir ? { ALIR_DATA_DIR: data_dir } : {}), ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  child.stdin?.end(input);
  return child;
}

/** Runs a command until its end: in this process, or in one of its own if Node has settings. */
export async function runCli(args: readonly string[], where: InProcess): Promise<Finished> {
  const { data_dir, cwd, env = {}, input = '', now } = where;
  if (Object.keys(env).some((name) => name.startsWith('NODE_'))) return runProcess(args, where);
  const { io, printed } = testIo({ ...(data_dir ? { ALIR_DATA_DIR: data_dir } : {}), ...env }, input);
  const before = process.cwd();
  if (cwd !== undefined) process.chdir(cwd);
  if (now !== undefined) vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    return finished(await run(args, io), printed.stdout, printed.stderr);
  } finally {
    if (now !== undefined) vi.useRealTimers();
    process.chdir(before);
  }
}

/** The process of a command, in memory. */
export function testIo(
  env: NodeJS.ProcessEnv,
  input = '',
): { io: Io; printed: { stdout: string; stderr: string } } {
  const printed = { stdout: '', stderr: '' };
  const into = (name: 'stdout' | 'stderr') =>
    new Writable({
      decodeStrings: false,
      write: (text, _, done) => {
        printed[name] += text;
        done();
      },
    });
  const io = Object.assign(new EventEmitter(), {
    env,
    stdin: Readable.from([input]),
    stdout: into('stdout'),
    stderr: into('stderr'),
    exit: () => {},
  });
  return { io, printed };
}

/** Runs the compiled `alir` in a process of its own until it exits. */
export async function runProcess(args: readonly string[], where: Where): Promise<Finished> {
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
  return finished(code, stdout, stderr);
}

function finished(code: number | null, stdout: string, stderr: string): Finished {
  const json = () =>
    stdout
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { code, stdout, stderr, json };
}

/** Starts a server command with --json. It is stopped after the test, or after the test file. @returns the first line that it printed */
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

/** The first line that a process prints, parsed as JSON. The process is stopped after the test, or after the test file. */
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
