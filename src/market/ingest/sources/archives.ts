import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { crc32, createGunzip } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { DailyFileRejected } from '../../../core/market/daily-file.ts';
import { cause } from '../../../core/market/file-causes.ts';

/** Large, because a daily file has several hundred megabytes. */
const CHUNK_BYTES = 1024 * 1024;

/** The bytes of a daily file, unpacked according to its extension. @throws DailyFileRejected for a damaged archive */
export async function* unpackedBytes(path: string): AsyncGenerator<Buffer> {
  const ending = path.toLowerCase().match(/\.(gz|zip)$/)?.[1];
  if (ending === undefined) {
    yield* createReadStream(path, { highWaterMark: CHUNK_BYTES });
    return;
  }
  await checkSignature(path, ending);
  try {
    yield* ending === 'gz' ? gunzipped(path) : onlyMember(path);
  } catch (error) {
    const comesFromTheDisk = (error as NodeJS.ErrnoException).syscall !== undefined;
    if (error instanceof DailyFileRejected || comesFromTheDisk) throw error;
    throw DailyFileRejected.whole(cause('archive_damaged', ending, (error as Error).message), 'cut short');
  }
}

/** Checks the signature of an archive. An empty file counts as truncated, not as another format. */
async function checkSignature(path: string, ending: string): Promise<void> {
  const handle = await open(path);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    const begins = buffer.toString('latin1', 0, bytesRead);
    if (bytesRead < 2 || begins === (ending === 'gz' ? '\x1f\x8b' : 'PK')) return;
  } finally {
    await handle.close();
  }
  throw DailyFileRejected.whole(cause('wrong_ending', ending));
}

/** Unpacks with zlib: DuckDB reads a truncated gzip file as a shorter one and ignores its checksum. */
async function* gunzipped(path: string): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  const packed = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  packed.on('error', (error) => gunzip.destroy(error));
  packed.pipe(gunzip);
  try {
    yield* gunzip;
  } finally {
    packed.destroy();
  }
  if (gunzip.bytesWritten !== (await stat(path)).size) {
    throw DailyFileRejected.whole(cause('archive_trailing_data'));
  }
}

async function* onlyMember(path: string): AsyncGenerator<Buffer> {
  const { openPromise } = await import('yauzl');
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true });
  try {
    const wrong = () => DailyFileRejected.whole(cause('archive_checksum'));
    yield* memberBytes(zip, await onlyEntry(zip), wrong);
  } finally {
    zip.close();
  }
}

/**
 * The unpacked bytes of a member of an archive, of any size. yauzl does not compare the checksum.
 * @param wrong the error to throw at the end of bytes that do not have the checksum of the archive
 */
export async function* memberBytes(zip: ZipFile, entry: Entry, wrong: () => Error): AsyncGenerator<Buffer> {
  let checksum = 0;
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (checksum !== entry.crc32) throw wrong();
}

async function onlyEntry(zip: ZipFile): Promise<Entry> {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('/')) entries.push(entry);
    if (entries.length > 1) break;
  }
  const [entry] = entries;
  if (!entry || entries.length > 1) {
    throw DailyFileRejected.whole(cause('archive_members'));
  }
  return entry;
}
