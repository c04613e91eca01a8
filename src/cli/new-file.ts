import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AlirError } from '../core/errors.ts';

/** Writes a text to a new file that only its owner can read. @throws AlirError `output_exists`, `bad_configuration` */
export async function writeNew(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new AlirError('output_exists', `${resolve(path)} already exists. Choose another file.`);
    throw new AlirError(
      'bad_configuration',
      `${resolve(path)} cannot be written (${code}). Check the path and its permissions.`,
    );
  }
}
