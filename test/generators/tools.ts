import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where `install.sh` installed the generators. */
export const INSTALLED = process.env.ALIR_TEST_GENERATORS;

/** The path of an installed file; undefined without it. */
export function installed(name: string): string | undefined {
  const path = join(INSTALLED ?? '', name);
  return INSTALLED !== undefined && existsSync(path) ? path : undefined;
}

/** The command, if this machine has it. */
export function onPath(command: string): string | undefined {
  const { status } = spawnSync('sh', ['-c', `command -v ${command}`]);
  return status === 0 ? command : undefined;
}
