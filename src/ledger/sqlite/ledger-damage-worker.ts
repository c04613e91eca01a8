import { createHash } from 'node:crypto';
import { fstatSync, readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { WatchedFiles } from './ledger-damage.ts';
import { logDamage, logHeader } from './log-frames.ts';
import { Database, SqliteError } from './sqlite.ts';

/** Reading whole files takes at most about a tenth of the time. */
const REST_FACTOR = 10;
const CHUNK_BYTES = 1024 * 1024;

/** The database file as it was between two checkpoints: only a checkpoint changes it. */
interface KnownFile {
  /** How far the log was copied into the database. */
  readonly checkpoint: string;
  readonly sha256: string;
  stamp: string;
}

// Runs in a worker thread of LedgerWatch. Each message asks for an inspection.
const { path, db_fd, log_fd } = workerData as WatchedFiles;
const db = new Database(path, { fileMustExist: true, timeout: 0 });
let known: KnownFile | undefined;
let isSuspect = false;
let soundLog = '';
let nextLog_ms = 0;
let nextFile_ms = 0;

parentPort?.on('message', () => parentPort?.postMessage(inspect()));

function inspect(): string | null {
  try {
    return problemOfLog() ?? problemOfFile();
  } catch (error) {
    // Other errors, such as a lock or a disk that does not respond, are no proof of damage; a charge meets them too.
    const isDamage = error instanceof SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
    return isDamage ? error.message : null;
  }
}

/** Compares all committed frames with their checksums when the file has changed. */
function problemOfLog(): string | null {
  const stamp = stampOf(log_fd);
  const started_ms = performance.now();
  if (stamp === soundLog || started_ms < nextLog_ms) return null;
  const header = logHeader(log_fd);
  const { log } = progress();
  const problem = logDamage(log_fd, header, log);
  const now = logHeader(log_fd);
  nextLog_ms = performance.now() + REST_FACTOR * (performance.now() - started_ms);
  // SQLite may have started the log again meanwhile. A header that is damaged stays as it is, while the log has frames.
  if (header === undefined ? now !== undefined : now?.equals(header) !== true) return null;
  if (problem === null) soundLog = stamp;
  return problem;
}

/** Compares the database with its content after the last checkpoint when the file has changed. */
function problemOfFile(): string | null {
  const checkpoint = checkpointNow();
  if (known?.checkpoint !== checkpoint) return learn(checkpoint);
  const stamp = stampOf(db_fd);
  if (stamp === known.stamp) {
    isSuspect = false;
    return null;
  }
  if (sha256Of(db_fd) === known.sha256) {
    known.stamp = stamp;
    return null;
  }
  if (!isSuspect) {
    // A checkpoint of another process may be running. The next inspection decides.
    isSuspect = true;
    return null;
  }
  if (checkpoint !== checkpointNow()) return null;
  const [found] = db.pragma('wal_checkpoint(PASSIVE)') as { busy: number }[];
  return found?.busy === 0 ? 'another program changed the database file' : null;
}

/** Notes the content of the database after a checkpoint. @returns what is damaged in its structure, or null */
function learn(checkpoint: string): string | null {
  known = undefined;
  isSuspect = false;
  const started_ms = performance.now();
  if (started_ms < nextFile_ms) return null;
  const stamp = stampOf(db_fd);
  const sha256 = sha256Of(db_fd);
  const problem = problemOfStructure();
  nextFile_ms = performance.now() + REST_FACTOR * (performance.now() - started_ms);
  if (stamp === stampOf(db_fd) && checkpoint === checkpointNow()) known = { checkpoint, sha256, stamp };
  return problem;
}

/** Changes with each checkpoint that has copied something, and when the log is started again. */
function checkpointNow(): string {
  return `${logHeader(log_fd)?.toString('hex', 8, 24)} ${progress().checkpointed}`;
}

/** The committed frames of the log, and how many of them are in the database. */
function progress(): { log: number; checkpointed: number } {
  const [found] = db.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
  return found ?? { log: 0, checkpointed: 0 };
}

/** With a connection of its own, which has no page in memory. */
function problemOfStructure(): string | null {
  const fresh = new Database(path, { readonly: true, fileMustExist: true });
  try {
    const found = fresh.pragma('quick_check(1)', { simple: true });
    return found === 'ok' ? null : String(found);
  } finally {
    fresh.close();
  }
}

function stampOf(fd: number): string {
  const { size, mtimeNs, ctimeNs } = fstatSync(fd, { bigint: true });
  return `${size} ${mtimeNs} ${ctimeNs}`;
}

function sha256Of(fd: number): string {
  const hash = createHash('sha256');
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let offset = 0; ; ) {
    const bytes = readSync(fd, chunk, 0, CHUNK_BYTES, offset);
    if (bytes === 0) return hash.digest('hex');
    hash.update(chunk.subarray(0, bytes));
    offset += bytes;
  }
}
