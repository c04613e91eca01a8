import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './demo-data.ts';

export interface Load {
  readonly per_second: number;
  readonly p99_ms: number;
  readonly failed: number;
  readonly answered: number;
}

interface LoadPlan {
  readonly url: string;
  /** Requested in turn. */
  readonly paths: readonly string[];
  readonly key: string;
  readonly connections: number;
  readonly seconds: number;
  /** Requests per second; without it, as many as possible. */
  readonly rate?: number;
}

/**
 * The client of a load without a rate. wrk is written in C and takes less time per request than the server; autocannon, in JavaScript,
 * takes more, so its figures are lower.
 */
export const CLIENT = hasWrk() ? 'wrk' : 'autocannon';

function hasWrk(): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v wrk'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Requests from a process of its own, for a few seconds. */
export async function load(plan: LoadPlan): Promise<Load> {
  const folder = await mkdtemp(join(tmpdir(), 'alir-bench-'));
  try {
    const file = join(folder, 'load');
    if (CLIENT === 'wrk' && plan.rate === undefined) return await loadOfWrk(plan, file);
    await writeFile(file, JSON.stringify(plan));
    return await printed(process.execPath, [`${ROOT}/bench/support/client.mjs`, file]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function loadOfWrk({ url, paths, key, connections, seconds }: LoadPlan, file: string): Promise<Load> {
  await writeFile(file, paths.map((path) => `${path}\n`).join(''));
  const options = ['--threads', '1', '--connections', `${connections}`, '--duration', `${seconds}s`];
  const script = ['--script', `${ROOT}/bench/support/paths.lua`];
  return printed('wrk', [...options, ...script, '--header', `Authorization: Bearer ${key}`, url, '--', file]);
}

/** The JSON in the last line that a command prints. */
async function printed(command: string, args: readonly string[]): Promise<Load> {
  const { stdout } = await promisify(execFile)(command, args);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}
