import { open } from 'node:fs/promises';

/** A Parquet file ends with its footer, the length of the footer in 4 bytes, and this magic number. */
export const MAGIC = Buffer.from('PAR1');
export const LENGTH_BYTES = 4;

/** Type codes of Thrift's compact protocol, the encoding of a Parquet footer. */
const TRUE = 1;
const FALSE = 2;
const BYTE = 3;
const I64 = 6;
/** Integers of 16, 32 and 64 bits. */
const INTEGERS: ReadonlySet<number> = new Set([4, 5, I64]);
const DOUBLE = 7;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;
/** A boolean field has no bytes: its type contains the value. */
const BYTES_OF_TYPE: ReadonlyMap<number, number> = new Map([
  [TRUE, 0],
  [FALSE, 0],
  [BYTE, 1],
  [DOUBLE, 8],
]);

/** Fields of a struct by their id in parquet.thrift: those with a file offset, and those that contain such fields. */
interface Places {
  readonly [id: number]: Places | 'place' | 'index';
}

const COLUMN_META_DATA: Places = { 9: 'place', 10: 'place', 11: 'place', 14: 'place' };
const COLUMN_CHUNK: Places = { 2: 'place', 3: COLUMN_META_DATA, 4: 'index', 6: 'index' };
const ROW_GROUP: Places = { 1: COLUMN_CHUNK, 5: 'place' };
const FILE_META_DATA: Places = { 4: ROW_GROUP };

/**
 * Reads the footer of a Parquet file: FileMetaData, without its length and the magic number, and where it starts.
 * @throws Error if the file does not end as a Parquet file does
 */
export async function footerOf(file: string): Promise<{ footer: Buffer; start: number }> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const end = size - MAGIC.length - LENGTH_BYTES;
    const tail = Buffer.alloc(LENGTH_BYTES + MAGIC.length);
    await handle.read(tail, 0, tail.length, end);
    const start = end - tail.readUInt32LE();
    if (!tail.subarray(LENGTH_BYTES).equals(MAGIC) || start < MAGIC.length) {
      throw new Error(`${file} is not a Parquet file.`);
    }
    const footer = Buffer.alloc(end - start);
    await handle.read(footer, 0, footer.length, start);
    return { footer, start };
  } finally {
    await handle.close();
  }
}

/**
 * Returns the footer of a Parquet file after its row groups move back by some bytes. All other bytes stay the same.
 * @param footer FileMetaData, without its length and the magic number
 * @throws Error if the file has a page index, which would have to move too; DuckDB writes none
 */
export function movedFooter(footer: Uint8Array, by: number): Uint8Array {
  return new Mover(footer, BigInt(by)).moved();
}

class Mover {
  readonly #bytes: Uint8Array;
  readonly #by: bigint;
  readonly #parts: Uint8Array[] = [];
  /** The end of the part of the footer that is already in `#parts`. */
  #taken = 0;
  #at = 0;

  constructor(bytes: Uint8Array, by: bigint) {
    this.#bytes = bytes;
    this.#by = by;
  }

  moved(): Uint8Array {
    this.#passStruct(FILE_META_DATA);
    this.#parts.push(this.#bytes.subarray(this.#taken));
    return Buffer.concat(this.#parts);
  }

  #passStruct(places: Places): void {
    for (let id = 0; ; ) {
      const head = this.#byte();
      if (head === 0) return;
      const step = head >> 4;
      id = step === 0 ? Number(fromZigzag(this.#varint())) : id + step;
      this.#passValue(head & 15, places[id]);
    }
  }

  #passValue(type: number, place: Places[number] | undefined): void {
    if (place === 'index') throw new Error('A Parquet file with a page index cannot be moved.');
    if (type === STRUCT) this.#passStruct(typeof place === 'object' ? place : {});
    else if (type === LIST) this.#passList(place);
    else if (type === I64 && place === 'place') this.#move();
    else if (INTEGERS.has(type)) this.#varint();
    else if (type === BINARY) this.#skip(Number(this.#varint()));
    else this.#skip(bytesOfType(type));
  }

  #passList(place: Places[number] | undefined): void {
    const head = this.#byte();
    const type = head & 15;
    const length = head >> 4 === 15 ? Number(this.#varint()) : head >> 4;
    for (let left = length; left > 0; left--) {
      // In a list, a boolean takes one byte.
      this.#passValue(type === TRUE || type === FALSE ? BYTE : type, place);
    }
  }

  #move(): void {
    const start = this.#at;
    const place = fromZigzag(this.#varint());
    // Some writers store 0 for an unknown offset.
    if (place === 0n) return;
    this.#parts.push(this.#bytes.subarray(this.#taken, start), varint((place + this.#by) << 1n));
    this.#taken = this.#at;
  }

  #skip(bytes: number): void {
    this.#at += bytes;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new Error('The footer of a Parquet file is incomplete.');
    this.#at += 1;
    return byte;
  }

  #varint(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }
}

function bytesOfType(type: number): number {
  const bytes = BYTES_OF_TYPE.get(type);
  if (bytes === undefined) throw new Error(`The footer of a Parquet file has a value of the type ${type}.`);
  return bytes;
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let left = value;
  for (; left > 0x7fn; left >>= 7n) bytes.push(Number(left & 0x7fn) | 0x80);
  bytes.push(Number(left));
  return Uint8Array.from(bytes);
}

function fromZigzag(value: bigint): bigint {
  return (value >> 1n) ^ -(value & 1n);
}
