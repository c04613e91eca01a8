import { execFile } from 'node:child_process';
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
  /** Asked for in turns. */
  readonly paths: readonly string[];
  readonly key: string;
  readonly connections: number;
  readonly seconds: number;
  /** Requests a second; as many as there can be where it is not given. */
  readonly rate?: number;
}

/** Clients in a process of their own, for a few seconds. */
export async function load(plan: LoadPlan): Promise<Load> {
  const folder = await mkdtemp(join(tmpdir(), 'alir-bench-'));
  try {
    const file = join(folder, 'load.json');
    await writeFile(file, JSON.stringify(plan));
    const { stdout } = await promisify(execFile)(process.execPath, [
      `${ROOT}/bench/support/client.mjs`,
      file,
    ]);
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
