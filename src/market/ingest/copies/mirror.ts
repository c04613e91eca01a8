import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { whenAllSettled } from '../../../core/all-settled.ts';
import { AlirError } from '../../../core/errors.ts';
import { type DataFolders, DELTA_TABLES, LAKE_TABLES } from '../../../core/folders.ts';
import type { ListedPublication } from '../../../core/market/publication-list.ts';
import { Lake, LOG_FOLDER } from '../../lake/lake.ts';
import type { IngestServices } from '../services.ts';
import { type BucketReader, LIST_NAME, listsIn, MAX_LIST_BYTES, placeOf } from './copy-source.ts';

/** The result; `alir mirror --json` prints it as one line. */
export interface Mirrored {
  readonly uploaded_files: number;
  readonly uploaded_bytes: number;
  readonly deleted_files: number;
  /** Objects that differed from the lake, and were uploaded again. */
  readonly damaged: readonly string[];
}

export interface BucketWriter extends BucketReader {
  /** The size of each object whose key begins with a text. */
  list(start: string): Promise<Map<string, number>>;
  put(key: string, content: Buffer, sha256: string): Promise<void>;
  delete(key: string): Promise<void>;
}

interface MirrorOptions {
  /** Reads every object, and compares it with the lake. */
  readonly verify?: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly onFile?: (done: number, total: number) => void;
}

interface Upload {
  readonly key: string;
  readonly path: string;
  readonly sha256: string;
  /** A log may be written again, with other content under the same name. */
  readonly isLog: boolean;
}

const LIST_KEY = `delta/${LIST_NAME}`;
/** The SHA-256 of each log in the bucket, by its key. */
const LOGS_KEY = 'delta/logs.json';
const LAST_CHECKPOINT = '_last_checkpoint';

/**
 * Uploads what a bucket lacks of the Delta tables: data files, logs, and the list of publications last. A reader finds the old or the new state
 * of each table, also after an interruption; the next run completes it. Objects that belong to deleted revisions are deleted after that.
 * @throws AlirError `lake_damaged`, `no_data`, `interrupted`, `copy_failed` for a bucket with other publications; nothing was changed then
 */
export async function mirror(
  { folders, manifest }: Pick<IngestServices, 'folders' | 'manifest'>,
  bucket: BucketWriter,
  options: MirrorOptions = {},
): Promise<Mirrored> {
  const list = await readFile(join(folders.delta, LIST_NAME)).catch(() => {
    throw new AlirError('no_data', 'No day is published, so there is nothing to upload.');
  });
  const publications = listsIn(list.toString()).publications as readonly ListedPublication[];
  const lake = new Lake(folders);
  const logs = await logFiles(lake, folders.root, publications.length);
  const measured = await manifest.measuredPublications();
  const measures = (await manifest.measureFiles()).filter(
    ({ added_in, deleted_at }) => added_in <= measured && deleted_at === null,
  );
  const data = [
    ...publications.flatMap((publication) => filesOf(lake, publication)),
    ...measures.map((file) => uploadOf(lake, { ...file, table: 'measure_day' })),
  ];
  const there = await bucket.list('delta/');
  if (there.has(LIST_KEY)) await requireOwn(bucket, publications);
  const damaged = options.verify ? await differing(bucket, [...data, ...logs], there) : [];
  for (const key of damaged) there.delete(key);
  const noted = there.has(LOGS_KEY) ? { ...(await bucket.document(LOGS_KEY, MAX_LIST_BYTES, logsIn)) } : {};
  const replaced = logs.filter(({ key, sha256 }) => there.has(key) && noted[key] !== sha256);
  for (const { key } of replaced) there.delete(key);
  // The note is wrong from the first of these uploads on.
  if (replaced.length > 0) await bucket.delete(LOGS_KEY);
  const missing = [...data, ...logs].filter(({ key }) => !there.has(key));
  let [uploaded_files, uploaded_bytes] = [0, 0];
  const upload = async (file: Upload) => {
    if (options.signal?.aborted)
      throw new AlirError('interrupted', 'Interrupted. Run the command again to continue.');
    const content = await intact(file);
    const sha256 = sha256Of(content);
    await bucket.put(file.key, content, sha256);
    if (file.isLog) noted[file.key] = sha256;
    uploaded_bytes += content.length;
    uploaded_files += 1;
    options.onFile?.(uploaded_files, missing.length);
  };
  // The files of a day together, then the logs one by one: a version is there only after all before it.
  for (let at = 0; at < missing.length; ) {
    const together = missing.slice(at, at + LAKE_TABLES.length).filter(({ isLog }) => !isLog);
    const group = together.length > 0 ? together : missing.slice(at, at + 1);
    await whenAllSettled(group.map(upload));
    at += group.length;
  }
  const note = Buffer.from(JSON.stringify(Object.fromEntries(logs.map(({ key }) => [key, noted[key]]))));
  await bucket.put(LOGS_KEY, note, sha256Of(note));
  await bucket.put(LIST_KEY, list, sha256Of(list));
  const kept = new Set([LIST_KEY, ...data.map(({ key }) => key), ...logs.map(({ key }) => key)]);
  const old = [...(await bucket.list('delta/')).keys()].filter((key) => isOfTable(key) && !kept.has(key));
  for (const key of old) await bucket.delete(key);
  return { uploaded_files, uploaded_bytes, deleted_files: old.length, damaged };
}

/** Changes when the list of publications changes, or the log of the measures, which is written after they are in force in the ledger. */
export async function mirroredState(folders: DataFolders): Promise<string> {
  const log = join(new Lake(folders).tableFolder('measure_day'), LOG_FOLDER);
  const changes = [join(folders.delta, LIST_NAME), log].map((path) => stat(path).catch(() => undefined));
  return (await Promise.all(changes)).map((found) => found?.mtimeMs ?? 0).join(' ');
}

/** Without a note that can be read, each log is uploaded again. */
function logsIn(text: string): Record<string, string> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** A bucket of another lake, or of this one before an older backup was restored, has files that an upload would delete. */
async function requireOwn(bucket: BucketReader, own: readonly ListedPublication[]): Promise<void> {
  const { publications } = await bucket.document(LIST_KEY, MAX_LIST_BYTES, listsIn);
  const listed = publications as readonly ListedPublication[];
  const other = listed.find(({ number, trades_sha256 }) => own[number - 1]?.trades_sha256 !== trades_sha256);
  if (!other) return;
  throw new AlirError(
    'copy_failed',
    `The bucket has publication ${other.number}, of ${other.trade_date}, which this data folder lacks. Nothing was uploaded or deleted. Sync from the bucket first, or set another prefix in ALIR_MIRROR_URL.`,
  );
}

function filesOf(lake: Lake, publication: ListedPublication): Upload[] {
  const { trade_date, deleted_at } = publication;
  if (deleted_at !== null) return [];
  return LAKE_TABLES.map((table) =>
    uploadOf(lake, { table, trade_date, sha256: publication[`${table}_sha256`] }),
  );
}

function uploadOf(lake: Lake, file: Parameters<typeof placeOf>[0]): Upload {
  const { table, trade_date, sha256 } = file;
  return { key: placeOf(file), path: lake.revisionFile(table, trade_date, sha256), sha256, isLog: false };
}

/** The log files of the versions up to one, in order: checkpoints before the versions and before the file that names the newest. */
async function logFiles(lake: Lake, root: string, last: number): Promise<Upload[]> {
  const logs = DELTA_TABLES.map(async (table) => {
    const folder = join(lake.tableFolder(table), LOG_FOLDER);
    // A publication that is not in the list yet may have been added to the log meanwhile.
    const checkpoint = await readFile(join(folder, LAST_CHECKPOINT), 'utf8').catch(() => '');
    const versionOf = (name: string) =>
      Number(/\d+/.exec(name === LAST_CHECKPOINT ? checkpoint : name)?.[0] ?? 0);
    const names = (await readdir(folder)).filter((name) => versionOf(name) <= last);
    const rank = (name: string) => (name.endsWith('.parquet') ? 0 : name === LAST_CHECKPOINT ? 2 : 1);
    const uploads: Upload[] = [];
    for (const name of names.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))) {
      const path = join(folder, name);
      uploads.push({ path, key: relative(root, path), sha256: sha256Of(await readFile(path)), isLog: true });
    }
    return uploads;
  });
  return (await Promise.all(logs)).flat();
}

/** @throws AlirError `lake_damaged` */
async function intact({ path, sha256, isLog }: Upload): Promise<Buffer> {
  const content = await readFile(path).catch(() => Buffer.alloc(0));
  if (content.length > 0 && (isLog || sha256Of(content) === sha256)) return content;
  throw new AlirError(
    'lake_damaged',
    `${path} is missing or damaged, and was not uploaded. To see how to repair it: alir verify`,
  );
}

/** The keys of the objects that differ from the lake. */
async function differing(
  bucket: BucketReader,
  files: readonly Upload[],
  there: ReadonlyMap<string, number>,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { key, sha256 } of files) {
    if (!there.has(key)) continue;
    const hash = createHash('sha256');
    for await (const chunk of await bucket.read(key, 0)) hash.update(chunk);
    if (hash.digest('hex') !== sha256) wrong.push(key);
  }
  return wrong;
}

/** Other objects in the bucket are left alone. */
function isOfTable(key: string): boolean {
  const [, table = '', folder = ''] = key.split('/');
  if (key.endsWith(LAST_CHECKPOINT) || !DELTA_TABLES.some((each) => each === table)) return false;
  return folder === LOG_FOLDER || /^\w+=[\d-]+$/.test(folder);
}

function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
