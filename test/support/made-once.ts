import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';

/** A data folder for all test files of a run, which copy it: see `copied_from`. The first file that needs it makes it. */
export async function madeOnce(name: string, make: (data_dir: string) => Promise<void>): Promise<string> {
  const folder = join(inject('shared_folder'), name);
  const data_dir = join(folder, 'data');
  const [ready, failed] = [join(folder, 'ready'), join(folder, 'failed')];
  if (isFirst(folder)) {
    try {
      await make(data_dir);
      writeFileSync(ready, '');
    } catch (error) {
      writeFileSync(failed, '');
      throw error;
    }
  }
  while (!existsSync(ready)) {
    if (existsSync(failed)) throw new Error(`Another test file could not make ${name}`);
    await sleep(100);
  }
  return data_dir;
}

/** Whether no process made this folder before. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
