import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { crc32, createGunzip } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { DailyFileRejected } from '../core/daily-file.ts';

/** Large, since a daily file has some hundred megabytes. */
const CHUNK_BYTES = 1024 * 1024;

/** The bytes of a daily file, unpacked as its name's ending says. @throws DailyFileRejected for a damaged archive */
export async function* unpackedBytes(path: string): AsyncGenerator<Buffer> {
  const ending = path.toLowerCase().match(/\.(gz|zip)$/)?.[1];
  if (ending === undefined) {
    yield* createReadStream(path, { highWaterMark: CHUNK_BYTES });
    return;
  }
  try {
    yield* ending === 'gz' ? gunzipped(path) : onlyMember(path);
  } catch (error) {
    const comesFromTheDisk = (error as NodeJS.ErrnoException).syscall !== undefined;
    if (error instanceof DailyFileRejected || comesFromTheDisk) throw error;
    throw DailyFileRejected.whole(
      `its ${ending} data is damaged or cut short (${(error as Error).message})`,
      'cut short',
    );
  }
}

/** By zlib, since DuckDB reads a truncated gzip file as a shorter one and ignores its checksum. */
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
    throw DailyFileRejected.whole('there is something behind the end of its gzip data');
  }
}

async function* onlyMember(path: string): AsyncGenerator<Buffer> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true });
  try {
    const entry = await onlyEntry(zip);
    let checksum = 0;
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    if (checksum !== entry.crc32) throw DailyFileRejected.whole('its zip data is damaged (wrong checksum)');
  } finally {
    zip.close();
  }
}

async function onlyEntry(zip: ZipFile): Promise<Entry> {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('/')) entries.push(entry);
    if (entries.length > 1) break;
  }
  const [entry] = entries;
  if (!entry || entries.length > 1) {
    throw DailyFileRejected.whole('its zip archive must hold exactly one file: the daily trade file');
  }
  return entry;
}
