import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import { runProcess } from './cli.ts';

const HOOK = resolve(import.meta.dirname, 'kill-at.mjs');

/** Runs a command that is killed at its n-th effect; 0: that is not killed. @returns what it did to the disk, where it came to its end */
export async function runKilledAt(
  kill_at: number,
  args: readonly string[],
  data_dir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const counts = `${data_dir}.effects.json`;
  const env = {
    ...settings,
    NODE_OPTIONS: `--import=${HOOK}`,
    ALIR_TEST_KILL_AT: String(kill_at),
    ALIR_TEST_KILL_COUNT: counts,
  };
  const { code, stderr } = await runProcess(args, { data_dir, env });
  if (kill_at > 0) {
    expect(code).toBeNull();
    return [];
  }
  expect([code, stderr]).toEqual([0, '']);
  const effects = JSON.parse(readFileSync(counts, 'utf8'));
  rmSync(counts);
  return effects;
}
