import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { identityOf } from './durable.ts';
import type { Inspected, Inspection, WatchedFile } from './file-watch.ts';

const CHUNK_BYTES = 1024 * 1024;
/** Changed files are read for at most this long in one inspection; the next inspection continues. */
const CHANGED_BUDGET_MS = 500;
/** Reading the files that were not changed since the start takes at most about a tenth of the time. */
const REST_FACTOR = 9;

interface Known {
  readonly sha256: string | null;
  readonly identity: string;
  /** `unread`: as at the start, and not read yet. `changed`: to be read now. */
  state: 'unread' | 'changed' | 'intact' | 'damaged';
  problem: string;
}

// Runs in a worker thread of FileWatch. Each message asks for an inspection.
let files: readonly WatchedFile[] = [];
const known = new Map<string, Known>();
const chunk = Buffer.alloc(CHUNK_BYTES);
let nextUnread_ms = 0;

parentPort?.on('message', (inspection: Inspection) => parentPort?.postMessage(inspect(inspection)));

function inspect({ files: others, doubted }: Inspection): Inspected {
  const doubts = new Set(doubted);
  if (others !== null) {
    files = others;
    const paths = new Set(files.map(({ path }) => path));
    for (const path of known.keys()) if (!paths.has(path)) known.delete(path);
  }
  for (const file of files) lookAt(file, doubts.has(file.path));
  const names = [...doubts].filter((path) => known.get(path)?.sha256 === null);
  const found = names.filter((path) => known.get(path)?.state === 'intact');
  const intact = [...found, ...readChanged(), ...readUnread()];
  const problems = new Map<string, string>();
  for (const [path, { state, problem }] of known) if (state === 'damaged') problems.set(path, problem);
  return { problems, intact };
}

/** Looks at the attributes of a file, without reading it. */
function lookAt({ path, sha256 }: WatchedFile, isDoubted: boolean): void {
  const before = known.get(path);
  const [identity, problem] = attributesOf(path);
  if (problem !== '') known.set(path, { sha256, identity, state: 'damaged', problem });
  else if (sha256 === null) known.set(path, { sha256, identity, state: 'intact', problem });
  else if (isDoubted || (before && (before.identity !== identity || before.sha256 !== sha256))) {
    known.set(path, { sha256, identity, state: 'changed', problem });
  } else if (!before) known.set(path, { sha256, identity, state: 'unread', problem });
}

function readChanged(): string[] {
  const started_ms = performance.now();
  const intact: string[] = [];
  for (const file of files) {
    if (known.get(file.path)?.state !== 'changed') continue;
    if (read(file)) intact.push(file.path);
    if (performance.now() - started_ms > CHANGED_BUDGET_MS) break;
  }
  return intact;
}

/** Reads the newest unread file: requests are mostly about the last days. */
function readUnread(): string[] {
  const started_ms = performance.now();
  if (started_ms < nextUnread_ms) return [];
  const intact: string[] = [];
  const budget_ms = CHANGED_BUDGET_MS / (REST_FACTOR + 1);
  for (const file of files.toReversed()) {
    if (known.get(file.path)?.state !== 'unread') continue;
    if (read(file)) intact.push(file.path);
    if (performance.now() - started_ms > budget_ms) break;
  }
  nextUnread_ms = performance.now() + REST_FACTOR * (performance.now() - started_ms);
  return intact;
}

/** Compares the bytes of a file. @returns whether it is intact */
function read({ path, sha256 }: WatchedFile): boolean {
  const file = known.get(path);
  if (!file) return false;
  let problem = '';
  try {
    if (sha256Of(path) !== sha256) problem = 'was changed after it was published';
  } catch (error) {
    problem = problemOf(error);
  }
  // A file that was written to meanwhile is read again.
  if (attributesOf(path)[0] !== file.identity) file.state = 'changed';
  else {
    file.state = problem === '' ? 'intact' : 'damaged';
    file.problem = problem;
  }
  return file.state === 'intact';
}

/** @returns the identity of a file, or an empty one and its problem */
function attributesOf(path: string): [identity: string, problem: string] {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) return ['', 'is missing'];
    const identity = identityOf(stats);
    return identity === undefined ? ['', 'is not a file'] : [identity, ''];
  } catch (error) {
    return ['', problemOf(error)];
  }
}

function problemOf(error: unknown): string {
  return `cannot be read (${(error as NodeJS.ErrnoException).code})`;
}

function sha256Of(path: string): string {
  const fd = openSync(path, 'r');
  try {
    const hash = createHash('sha256');
    for (;;) {
      const bytes = readSync(fd, chunk, 0, CHUNK_BYTES, null);
      if (bytes === 0) return hash.digest('hex');
      hash.update(chunk.subarray(0, bytes));
    }
  } finally {
    closeSync(fd);
  }
}
