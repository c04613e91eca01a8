import { readSync } from 'node:fs';
import { endianness } from 'node:os';

// The format of a -wal file: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const CHUNK_FRAMES = 64;
/** The last bit of the first number says whether checksums are made of big-endian numbers. */
const MAGIC = 0x377f0682 + (endianness() === 'BE' ? 1 : 0);

/** The header of a -wal; it changes when SQLite starts the log again. Undefined for a shorter file. */
export function logHeader(fd: number): Buffer | undefined {
  const header = Buffer.alloc(HEADER_BYTES);
  return readSync(fd, header, 0, HEADER_BYTES, 0) === HEADER_BYTES ? header : undefined;
}

/**
 * Compares the first frames of a -wal with their checksums, each of which covers all bytes before it.
 * @param frames how many frames are committed
 * @returns what is damaged, or null
 */
export function logDamage(fd: number, header: Buffer | undefined, frames: number): string | null {
  if (frames === 0) return null;
  if (header === undefined) return 'the -wal is shorter than its committed frames';
  const sums = [0, 0];
  addTo(sums, header.subarray(0, 24));
  if (header.readUInt32BE(0) !== MAGIC || !isSum(sums, header, 24))
    return 'the header of the -wal is changed';
  const frame_bytes = FRAME_HEADER_BYTES + header.readUInt32BE(8);
  const chunk = Buffer.alloc(CHUNK_FRAMES * frame_bytes);
  for (let first = 0; first < frames; first += CHUNK_FRAMES) {
    const wanted = Math.min(CHUNK_FRAMES, frames - first);
    const read = readSync(fd, chunk, 0, wanted * frame_bytes, HEADER_BYTES + first * frame_bytes);
    if (read < wanted * frame_bytes) return 'the -wal is shorter than its committed frames';
    for (let place = 0; place < wanted; place++) {
      const frame = chunk.subarray(place * frame_bytes, (place + 1) * frame_bytes);
      addTo(sums, frame.subarray(0, 8));
      addTo(sums, frame.subarray(FRAME_HEADER_BYTES));
      const hasSalt = frame.compare(header, 16, 24, 8, 16) === 0;
      if (!hasSalt || !isSum(sums, frame, 16)) return `frame ${first + place + 1} of the -wal is changed`;
    }
  }
  return null;
}

/** Continues the checksum of SQLite. @param bytes a multiple of 8 of them */
function addTo(sums: number[], bytes: Buffer): void {
  let [one = 0, two = 0] = sums;
  // A chunk starts at a multiple of 8 bytes, and so does each frame in it.
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  for (let place = 0; place < words.length; place += 2) {
    one = (one + (words[place] ?? 0) + two) | 0;
    two = (two + (words[place + 1] ?? 0) + one) | 0;
  }
  sums[0] = one;
  sums[1] = two;
}

function isSum(sums: readonly number[], bytes: Buffer, offset: number): boolean {
  return sums[0] === bytes.readInt32BE(offset) && sums[1] === bytes.readInt32BE(offset + 4);
}
