import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { ARRAYS, type ArrowColumn, aligned, CRC_BYTES, END_BYTES, MAGIC } from './arrow-layout.ts';

export type ArrowValues = Uint16Array | Int32Array | BigInt64Array;

/** The size of a batch's body in the file, in bytes. */
export function bodyBytes(types: readonly ArrowColumn['type'][], rows: number): number {
  return types.reduce((sum, type) => sum + aligned(ARRAYS[type].BYTES_PER_ELEMENT * rows), 0);
}

/** The columns of a batch whose body lies in `memory`: without nulls, a body is the values of its columns, one column after the other. */
export function bodyColumns(
  types: readonly ArrowColumn['type'][],
  memory: ArrayBuffer,
  rows: number,
): ArrowValues[] {
  let offset = 0;
  return types.map((type) => {
    const values = new ARRAYS[type](memory, offset, rows);
    offset += aligned(values.byteLength);
    return values;
  });
}

/**
 * The metadata of a file of ArrowFileWriter. The checksum of the footer is verified before it is decoded: the decoder does not check
 * lengths, so a flipped bit can make it loop for minutes and allocate gigabytes.
 * @throws Error for another file, or one whose footer is damaged
 */
export async function metadataOf(handle: FileHandle): Promise<ReadonlyMap<string, string>> {
  const { size } = await handle.stat();
  const end = await readAt(handle, END_BYTES, size - END_BYTES);
  const length = end.readUInt32LE(0);
  const start = size - END_BYTES - length - CRC_BYTES;
  if (end.toString('latin1', 4) !== MAGIC || start < 0) throw new Error('It is not an Arrow file');
  const bytes = await readAt(handle, CRC_BYTES + length, start);
  const footer = bytes.subarray(CRC_BYTES);
  if (crc32(footer) !== bytes.readUInt32LE(0)) throw new Error('Its footer is damaged');
  // Loaded here, because a server starts faster without it.
  const { metadataOfFooter } = await import('./arrow-file-writer.ts');
  return metadataOfFooter(footer);
}

/** @throws Error if the file ends before */
export async function readAt(
  handle: FileHandle,
  length: number,
  offset: number,
): Promise<Buffer<ArrayBuffer>> {
  if (offset < 0) throw tooShort();
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await handle.read(bytes, done, length - done, offset + done);
    if (bytesRead === 0) throw tooShort();
    done += bytesRead;
  }
  return bytes;
}

/** Fills `bytes` without the thread pool: the caller waits for the disk. @throws Error if the file ends before */
export function readAtSync({ fd }: FileHandle, bytes: Uint8Array, offset: number): void {
  for (let done = 0; done < bytes.length; ) {
    const read = readSync(fd, bytes, done, bytes.length - done, offset + done);
    if (read === 0) throw tooShort();
    done += read;
  }
}

function tooShort(): Error {
  return new Error('It is too short');
}
