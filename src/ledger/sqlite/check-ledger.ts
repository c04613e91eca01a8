import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../core/clock.ts';
import { isDiskFull } from '../../core/disk-full.ts';
import { AlirError } from '../../core/errors.ts';
import { isBusy } from './sqlite.ts';

/** Other processes write for milliseconds. A longer write also blocks charges. */
const BUSY_TIMEOUT_MS = 1000;
const RETRY_MS = 25;
/** With less space the ledger cannot grow, although a small write can still fit into the existing -wal. */
const MIN_FREE_BYTES = 1024 * 1024;

interface CheckedLedger {
  readonly path: string;
  /** Commits a small write like a charge. */
  probe(now: Date): void;
  flush(): Promise<void>;
}

/**
 * Checks that requests can be charged: the files exist, a write commits and is flushed to the disk, and the disk has free space.
 * @throws AlirError `not_ready`, with a message that is safe to publish
 */
export async function checkLedger(ledger: CheckedLedger, clock: Clock): Promise<void> {
  const deadline_ms = performance.now() + BUSY_TIMEOUT_MS;
  while (!write(ledger, clock, performance.now() >= deadline_ms)) await sleep(RETRY_MS);
  await flush(ledger);
  if (await isAlmostFull(dirname(ledger.path))) throw notReady('the disk is full');
}

/** @returns false when another process is writing */
function write(ledger: CheckedLedger, clock: Clock, isLast: boolean): boolean {
  try {
    ledger.probe(clock.now());
    return true;
  } catch (error) {
    if (isBusy(error) && !isLast) return false;
    throw notReady(problemOf(error), error);
  }
}

async function flush(ledger: CheckedLedger): Promise<void> {
  try {
    await ledger.flush();
  } catch (error) {
    throw notReady(problemOf(error), error);
  }
}

function problemOf(error: unknown): string {
  if (isBusy(error)) return 'the ledger is locked by another process';
  if (isDiskFull(error)) return 'the disk is full';
  const { code } = error as { code?: string };
  if (code === 'not_ready') return 'the ledger cannot be flushed to the disk';
  if (code === 'ledger_replaced') return 'the ledger file was deleted or replaced';
  if (code === 'ledger_damaged' || code?.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') {
    return 'the ledger is damaged';
  }
  return 'the ledger cannot be written';
}

async function isAlmostFull(folder: string): Promise<boolean> {
  const { bavail, bsize, blocks } = await statfs(folder);
  // Some file systems do not report their size.
  return blocks > 0 && bavail * bsize < MIN_FREE_BYTES;
}

function notReady(problem: string, cause?: unknown): AlirError {
  return new AlirError('not_ready', problem, { cause });
}
