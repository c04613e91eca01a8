import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { IsoDate } from '../../core/dates.ts';
import { AlirError } from '../../core/errors.ts';
import { BACKUP_CONTENTS } from '../../core/folders.ts';
import { replaceFile } from '../../market/lake/durable.ts';

const FORMAT = 1;

const CONTENTS = z.object({
  format: z.literal(FORMAT),
  /** When the ledger was copied; the whole backup has the state of that time. */
  taken_at: z.iso.datetime(),
  alir_version: z.string(),
  ledger_sha256: z.string(),
  days: z.int(),
  /** The ledger and the files of the lake. */
  files: z.int(),
  bytes: z.int(),
  newest_day: z.union([z.iso.date(), z.null()]),
});

/** The content of `backup.json`. */
export interface Contents extends Omit<z.output<typeof CONTENTS>, 'format' | 'newest_day'> {
  readonly newest_day: IsoDate | null;
}

/** Call this after everything else is flushed: this file makes the folder a backup. */
export async function writeContents(folder: string, contents: Contents): Promise<void> {
  const unfinished = join(folder, `${BACKUP_CONTENTS}.unfinished`);
  const text = `${JSON.stringify({ format: FORMAT, ...contents }, null, 2)}\n`;
  await writeFile(unfinished, text, { mode: 0o600, flush: true });
  await replaceFile(unfinished, join(folder, BACKUP_CONTENTS));
}

/** @throws AlirError `bad_backup` for a folder that is not a backup, or an incomplete backup */
export async function readContents(folder: string): Promise<Contents> {
  const path = join(folder, BACKUP_CONTENTS);
  const result = CONTENTS.safeParse(parsedJson(await contentOf(path), path));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new AlirError(
    'bad_backup',
    `${path} has invalid content (${issue?.path.join('.')}: ${issue?.message}): it is damaged, or a newer version of Alir wrote it. Use another backup.`,
  );
}

async function contentOf(path: string): Promise<string> {
  try {
    // Reading something other than a file, such as a pipe, might never end.
    if (!(await stat(path)).isFile()) throw Object.assign(new Error(), { code: 'no file' });
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new AlirError(
      'bad_backup',
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code}). A backup writes this file last, so a folder without it is not a complete backup. Use another backup.`,
    );
  }
}

function parsedJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AlirError(
      'bad_backup',
      `${path} is damaged (${(error as Error).message}). Use another backup.`,
    );
  }
}
