import { constants } from 'node:fs';
import { copyFile, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Clock } from '../core/clock.ts';
import { type DailyFileRejected, MAX_REPORTED_PROBLEMS, type Problem } from '../core/daily-file.ts';
import type { DataFolders } from '../core/folders.ts';

const MAX_VALUE_CHARACTERS = 80;
const MAX_NAME_CHARACTERS = 60;
const REASONS_IN_RESULT = 5;

/**
 * Puts a rejected file into `inbox/rejected/` with a report beside it: moved when it came from the inbox, copied when it lies
 * elsewhere, since that place is the operator's.
 * @param staysInPlace true for a file that somebody may still be writing
 */
export async function reportRejection(
  { folders, clock }: { folders: DataFolders; clock: Clock },
  path: string,
  rejection: DailyFileRejected,
  staysInPlace = false,
): Promise<{ reasons: string[]; report: string }> {
  const file = basename(path);
  const report = join(folders.rejected, `${file.slice(0, MAX_NAME_CHARACTERS)}.report.txt`);
  await mkdir(folders.rejected, { recursive: true });
  await keep(path, join(folders.rejected, file), staysInPlace ? null : resolve(folders.inbox));
  await writeFile(report, reportText(file, rejection, clock.now()));
  const reasons = rejection.problems.slice(0, REASONS_IN_RESULT).map(sentence);
  const more = rejection.problems.length - reasons.length;
  return { reasons: more > 0 ? [...reasons, `and ${more.toLocaleString('en')} more`] : reasons, report };
}

/** A file that cannot be moved or copied stays where it is: that it was rejected is said all the same. */
async function keep(path: string, place: string, inbox: string | null): Promise<void> {
  if (resolve(path) === resolve(place)) return;
  try {
    if (dirname(resolve(path)) === inbox) await rename(path, place);
    else if ((await stat(path)).isFile()) await copyFile(path, place, constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
  }
}

function reportText(file: string, { problems, rejected_rows }: DailyFileRejected, now: Date): string {
  const cells = ['line\tcolumn\tvalue\treason', ...problems.map(tabbed)];
  return [
    `${file} was rejected at ${now.toISOString()}. Nothing of it was published; what was published before still is.`,
    'Correct the file, or have it sent again, and ingest it once more.',
    '',
    headline(problems.length, rejected_rows),
    ...(problems.some((problem) => problem.line !== null)
      ? cells
      : problems.map((problem) => problem.reason)),
    '',
  ].join('\n');
}

function headline(problems: number, rejected_rows: number | null): string {
  if (rejected_rows === null) return `Problems: ${problems}`;
  const first =
    problems < MAX_REPORTED_PROBLEMS
      ? ''
      : `; the first ${MAX_REPORTED_PROBLEMS.toLocaleString('en')} problems:`;
  return `Rows with a problem: ${rejected_rows.toLocaleString('en')}${first}`;
}

function tabbed({ line, column, value, reason }: Problem): string {
  return [line ?? '-', column ?? '-', value === null ? '-' : shown(value), reason].join('\t');
}

function sentence({ line, column, value, reason }: Problem): string {
  const place = line === null ? '' : `line ${line}: `;
  return `${place}${[column, value === null ? null : shown(value), reason].filter(Boolean).join(' ')}`;
}

/** A value from a file that may hold anything, fit for a terminal. */
function shown(value: string): string {
  const text = JSON.stringify(value).replaceAll(/[\u007f-\u009f]/g, '?');
  return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}..."` : text;
}
