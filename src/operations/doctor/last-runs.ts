import { readFile, rm, writeFile } from 'node:fs/promises';
import * as z from 'zod';
import type { Clock } from '../../core/clock.ts';
import type { DataFolders } from '../../core/folders.ts';
import { replaceFile } from '../../market/lake/durable.ts';
import type { Backup } from '../backup/backup.ts';

const MAX_FAILURES = 5;

const LAST_BACKUP = z.object({
  ended_at: z.iso.datetime(),
  taken_at: z.iso.datetime(),
  folder: z.string(),
  days: z.int(),
  bytes: z.int(),
});

/** When and where the last backup of the data folder ended. */
export type LastBackup = z.output<typeof LAST_BACKUP>;

const LAST_UPDATE = z.object({
  started_at: z.iso.datetime(),
  /** Null while it runs, and if it was killed. */
  ended_at: z.union([z.iso.datetime(), z.null()]),
  /** `failed`: the source, or one of its files, could not be read. A rejected or held file is no failure. */
  outcome: z.enum(['running', 'complete', 'interrupted', 'failed']),
  failures: z.array(z.string()),
  /** When the last complete update ended. */
  completed_at: z.union([z.iso.datetime(), z.null()]),
  /** Whether the last update that ended was complete; null before the first one ended. */
  was_complete: z.union([z.boolean(), z.null()]),
  /** How far the clock of the source is ahead of this machine's; null if the source has no clock. */
  clock_ahead_ms: z.union([z.number(), z.null()]),
});

/** How the last update of the data folder ended. */
export type LastUpdate = z.output<typeof LAST_UPDATE>;

/** What an update found out, besides the results of its files. */
export interface UpdateOutcome extends Pick<LastUpdate, 'outcome' | 'failures'> {
  readonly clock_ahead_ms?: number | undefined;
}

/**
 * Records a backup in a file of the data folder. It is a file and not a row of the ledger: it can be read when the ledger is damaged or on
 * a database server that is down, and a restored ledger does not claim a backup of its new folder.
 */
export async function noteBackup(folders: DataFolders, backup: Backup, clock: Clock): Promise<void> {
  const { taken_at, folder, days, bytes } = backup;
  const ended_at = clock.now().toISOString();
  await write(folders.lastBackupFile, { ended_at, taken_at, folder, days, bytes });
}

/** The last backup; null if there was none. @throws Error if the record cannot be read */
export async function lastBackup(folders: DataFolders): Promise<LastBackup | null> {
  return read(folders.lastBackupFile, LAST_BACKUP);
}

/** Records the start of an update. @returns a function that records its end */
export async function noteUpdate(
  folders: DataFolders,
  clock: Clock,
): Promise<(outcome: UpdateOutcome) => Promise<void>> {
  const previous = await lastUpdate(folders).catch(() => null);
  const { completed_at = null, was_complete = null, clock_ahead_ms = null } = previous ?? {};
  const started_at = clock.now().toISOString();
  await write(folders.lastUpdateFile, {
    started_at,
    ended_at: null,
    outcome: 'running',
    failures: [],
    completed_at,
    was_complete,
    clock_ahead_ms,
  });
  return async ({ outcome, failures, clock_ahead_ms: measured_ms }) => {
    const ended_at = clock.now().toISOString();
    await write(folders.lastUpdateFile, {
      started_at,
      ended_at,
      outcome,
      failures: failures.slice(0, MAX_FAILURES),
      completed_at: outcome === 'complete' ? ended_at : completed_at,
      // A server that stops interrupts its update.
      was_complete: outcome === 'interrupted' ? was_complete : outcome === 'complete',
      clock_ahead_ms: measured_ms ?? clock_ahead_ms,
    });
  };
}

/** The last update; null if there was none. @throws Error if the record cannot be read */
export async function lastUpdate(folders: DataFolders): Promise<LastUpdate | null> {
  return read(folders.lastUpdateFile, LAST_UPDATE);
}

async function write(path: string, record: LastBackup | LastUpdate): Promise<void> {
  const unfinished = `${path}.${process.pid}`;
  try {
    await writeFile(unfinished, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flush: true });
    await replaceFile(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
}

async function read<Record>(path: string, rule: z.ZodType<Record>): Promise<Record | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) return null;
    throw error;
  }
  try {
    return rule.parse(JSON.parse(text));
  } catch {
    throw new Error(`${path} is damaged`);
  }
}
