import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { AlirError } from '../core/errors.ts';

const RESTORE_STEPS =
  'stop the server, move the data folder away, and restore your last backup: alir restore DIR';

/**
 * Translates an error of SQLite into one with instructions for the operator.
 * @returns undefined for an error that is not SQLite's or that only a defect in Alir can cause
 */
export function ledgerError(error: unknown, path: string): AlirError | undefined {
  const { code, message } = error as { code?: unknown; message: string };
  if (error instanceof AlirError || typeof code !== 'string') return undefined;
  // An extended code, such as SQLITE_IOERR_READ, begins with its class.
  const [, kind] = /^SQLITE_([A-Z]+)/.exec(code) ?? [];
  switch (kind) {
    case 'NOTADB':
      return foreignLedger(path, 'is not a SQLite database', error);
    case 'CORRUPT':
      return damagedLedger(path, message, error);
    case 'READONLY':
    case 'CANTOPEN':
    case 'PERM':
      return notWritable(path, code, error);
    case 'FULL':
      return new AlirError(
        'disk_full',
        `The disk of ${dirname(path)} is full. The ledger is unchanged. Free some space, then run the command again.`,
        { cause: error },
      );
    case 'IOERR':
      return new AlirError(
        'unusable_folder',
        `${path} cannot be read or written (${code}). Check the disk and the system log.`,
        { cause: error },
      );
    case 'BUSY':
      return new AlirError('overloaded', `Another process is writing to ${path}. Try again in a second.`, {
        retry_after_s: 1,
        cause: error,
      });
    default:
      return undefined;
  }
}

/** The error for a caller whose write waited too long for another process. */
export function ledgerBusy(cause?: unknown): AlirError {
  const message = 'Another process is writing to the ledger. Try again in a second.';
  return new AlirError('overloaded', message, { retry_after_s: 1, cause });
}

export function damagedLedger(path: string, problem: string, cause: unknown = new Error(problem)): AlirError {
  return new AlirError(
    'ledger_damaged',
    `${path} is damaged (${problem}). Check the disk, ${RESTORE_STEPS}`,
    { cause },
  );
}

/** @param mark the file that a server left when it found the damage */
export function markedLedger(path: string, problem: string, mark: string): AlirError {
  return new AlirError(
    'ledger_damaged',
    `${path} was damaged while a server used it (${problem}). Check the disk, ${RESTORE_STEPS}. If you have put an intact file back in its place, delete ${mark}`,
  );
}

/** @param problem such as `is not a SQLite database` */
export function foreignLedger(path: string, problem: string, cause: unknown = new Error(problem)): AlirError {
  return new AlirError(
    'ledger_foreign',
    `${path} ${problem}. Check that ALIR_DATA_DIR is the right folder. If it is, ${RESTORE_STEPS}`,
    { cause },
  );
}

export function newerLedger(path: string, schema: number, known: number): AlirError {
  return new AlirError(
    'ledger_newer',
    `${path} was written by a newer version of Alir, or before the first release (its schema is ${schema}; this version supports schemas up to ${known}). Use the newer version or a later one, or restore a backup of this version into another folder: alir restore DIR. No released version reads a ledger from before the first release: start with a new data folder, with PostgreSQL also with a new database, and ingest the daily files again`,
  );
}

function notWritable(path: string, code: string, cause: unknown): AlirError {
  return new AlirError('ledger_read_only', `${path} cannot be written (${code}). ${permissionStep(path)}`, {
    cause,
  });
}

/** The fix for a permission problem. The usual cause is a command that does not run as the server's user. */
export function permissionStep(path: string): string {
  const [user, owner] = [process.geteuid?.(), ownerOf(path)];
  if (user === undefined || owner === undefined || user === owner) {
    return 'Check the permissions of the file and of its folder, and whether the disk is mounted read-only.';
  }
  return `Its owner is user id ${owner}, but this command runs as user id ${user}. Run the command as the owner: sudo -u '#${owner}' ALIR_DATA_DIR=... alir ...`;
}

/** The owner of the path, or of the closest parent folder that can be read. */
function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid;
  } catch {
    return path === dirname(path) ? undefined : ownerOf(dirname(path));
  }
}
