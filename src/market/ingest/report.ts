import { constants } from 'node:fs';
import { copyFile, mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { DataFolders } from '../../core/folders.ts';
import {
  type DailyFileRejected,
  dateOfFileName,
  MAX_REPORTED_PROBLEMS,
  type Problem,
} from '../../core/market/daily-file.ts';
import { causeText, type FileCause } from '../../core/market/file-causes.ts';
import { quotedForShell } from './gate/held.ts';
import type { IngestServices } from './services.ts';

const MAX_VALUE_CHARACTERS = 80;
const MAX_NAME_CHARACTERS = 60;
const REASONS_IN_RESULT = 5;

/**
 * Puts a rejected file and a report into `inbox/rejected/`. A file of an intake folder is moved, so that it is not tried again. A file
 * of any other folder is copied, because that folder is the operator's.
 * @param mayGrow true for a file that another program may still be writing: it stays, and only the report is written
 */
export async function reportRejection(
  { folders, intake_folders, clock }: IngestServices,
  path: string,
  rejection: DailyFileRejected,
  mayGrow = false,
): Promise<{ reasons: string[]; causes: FileCause[]; report: string }> {
  const file = basename(path);
  const report = reportFile(folders, file);
  await mkdir(folders.rejected, { recursive: true });
  const kept_at = mayGrow ? path : await keep(path, join(folders.rejected, file), intake_folders);
  await writeFile(report, reportText(resolve(kept_at), rejection, clock.now()));
  return { ...reasonsOf(rejection), report };
}

export function reportFile(folders: DataFolders, file: string): string {
  return join(folders.rejected, `${file.slice(0, MAX_NAME_CHARACTERS)}.report.txt`);
}

/** The first problems, as sentences and as codes. */
export function reasonsOf({ problems }: DailyFileRejected): { reasons: string[]; causes: FileCause[] } {
  const first = problems.slice(0, REASONS_IN_RESULT);
  const reasons = first.map(sentence);
  const more = problems.length - reasons.length;
  if (more > 0) reasons.push(`and ${more.toLocaleString('en')} more`);
  return { reasons, causes: first.map(placedCause) };
}

/**
 * Moves or copies a rejected file. A file that cannot be moved or copied stays in place, and is still reported.
 * @returns the path where the operator can correct the file
 */
async function keep(path: string, place: string, intake_folders: readonly string[]): Promise<string> {
  if (resolve(path) === resolve(place)) return place;
  try {
    const folder = await realpath(dirname(path));
    const own = await Promise.all(intake_folders.map((each) => realpath(each).catch(() => undefined)));
    if (own.includes(folder)) await move(path, place);
    else if ((await stat(path)).isFile()) await copyFile(path, place, constants.COPYFILE_FICLONE);
    else return path;
    return place;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    return path;
  }
}

/** Moves a file, also to another file system: a source folder may be on another one. */
async function move(path: string, place: string): Promise<void> {
  try {
    await rename(path, place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(path, place);
    await rm(path);
  }
}

function reportText(path: string, { problems, rejected_rows }: DailyFileRejected, now: Date): string {
  const file = basename(path);
  const date = dateOfFileName(file) === undefined ? ' --date YYYY-MM-DD' : '';
  const cells = ['line\tcolumn\tvalue\treason', ...problems.map(tabbed)];
  return [
    `${file} was rejected at ${now.toISOString()}. No part of it was published. Earlier publications are unchanged.`,
    `Correct the file or download it again, then publish it: alir ingest ${quotedForShell(path)}${date}`,
    '',
    headline(problems.length, rejected_rows),
    ...(problems.some((problem) => problem.line !== null)
      ? cells
      : problems.map((problem) => causeText(problem.cause))),
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

function tabbed({ line, column, value, cause, rows }: Problem): string {
  return [
    `${line ?? '-'}${others(rows)}`,
    column ?? '-',
    value === null ? '-' : shown(value),
    causeText(cause),
  ].join('\t');
}

function sentence({ line, column, value, cause, rows }: Problem): string {
  const place = line === null ? '' : `line ${line}${others(rows)}: `;
  return `${place}${[column, value === null ? null : shown(value), causeText(cause)].filter(Boolean).join(' ')}`;
}

function placedCause({ line, column, value, cause, rows = 1 }: Problem): FileCause {
  if (line === null) return cause;
  return { ...cause, place: { line, lines: rows, column, cell: value === null ? null : shown(value) } };
}

function others(rows = 1): string {
  if (rows === 1) return '';
  return rows === 2 ? ' and 1 other line' : ` and ${(rows - 1).toLocaleString('en')} other lines`;
}

/** Makes a value from an untrusted file safe for a terminal. */
function shown(value: string): string {
  const text = JSON.stringify(value).replaceAll(/[\u007f-\u009f]/g, '?');
  return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}..."` : text;
}
