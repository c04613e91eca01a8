import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import {
  DateDay,
  Dictionary,
  Field,
  Int64,
  RecordBatchFileWriter,
  Schema,
  Uint16,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { Footer } from 'apache-arrow/ipc/metadata/file';
import { BufferRegion, FieldNode, Message, RecordBatch } from 'apache-arrow/ipc/metadata/message';
import { ARRAYS, type ArrowColumn, aligned, CRC_BYTES, END_BYTES } from './arrow-layout.ts';

/** Batches are small, and each write waits for the thread pool. */
const WRITE_BYTES = 1024 * 1024;

/** Grows with the file. */
const INITIAL_BYTES = 16 * 1024;

/**
 * Writes an Arrow IPC file batch by batch. A batch can be read without the others, by the position of its body.
 * Format: https://arrow.apache.org/docs/format/Columnar.html#ipc-file-format
 */
export class ArrowFileWriter {
  readonly #handle: FileHandle;
  readonly #types: readonly ArrowColumn['type'][];
  readonly #writer: MemoryWriter;
  readonly #hash = createHash('sha256');

  private constructor(handle: FileHandle, columns: readonly ArrowColumn[]) {
    this.#handle = handle;
    this.#types = columns.map(({ type }) => type);
    this.#writer = new MemoryWriter(columns);
  }

  /** Creates or replaces the file. */
  static async open(path: string, columns: readonly ArrowColumn[]): Promise<ArrowFileWriter> {
    return new ArrowFileWriter(await open(path, 'w'), columns);
  }

  /**
   * @param body the values of the columns, as bodyColumns lays them out
   * @returns the position of the body in the file
   */
  async write(body: Uint8Array, rows: number): Promise<number> {
    const position = this.#writer.writeBatch(this.#types, body, rows);
    if (this.#writer.pending_bytes >= WRITE_BYTES) await this.#flush();
    return position;
  }

  /** Adds metadata that is known only at the end, and closes the file. @returns its SHA-256 */
  async close(metadata: Readonly<Record<string, string>>): Promise<string> {
    this.#writer.finishWith(metadata);
    await this.#flush();
    await this.#handle.close();
    return this.#hash.digest('hex');
  }

  async #flush(): Promise<void> {
    const bytes = this.#writer.take();
    this.#hash.update(bytes);
    for (let done = 0; done < bytes.length; ) done += (await this.#handle.write(bytes, done)).bytesWritten;
  }
}

/**
 * The metadata in a footer. The library decodes schemas only after its module of messages is loaded, which a bundle has because this file
 * uses it.
 */
export function metadataOfFooter(footer: Uint8Array): ReadonlyMap<string, string> {
  return Footer.decode(footer).schema.metadata;
}

function typeOf(column: ArrowColumn, place: number) {
  if (column.type === 'code') return new Dictionary(new Utf8(), new Uint16(), place);
  return column.type === 'date' ? new DateDay() : new Int64();
}

/** The library's writer, with its bytes in memory, and batches whose body is written as it is. */
class MemoryWriter extends RecordBatchFileWriter {
  /** Bytes are copied here, so that the memory of a batch can be used for the next one: new memory for each costs more than the copy. */
  #pending = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  #pending_bytes = 0;

  constructor(columns: readonly ArrowColumn[]) {
    super();
    this.reset(
      undefined,
      new Schema(columns.map((column, id) => new Field(column.name, typeOf(column, id)))),
    );
    for (const [id, column] of columns.entries()) {
      if (column.type !== 'code') continue;
      for (const codes of vectorFromArray(column.codes, new Utf8()).data)
        this._writeDictionaryBatch(codes, id);
    }
  }

  get pending_bytes(): number {
    return this.#pending_bytes;
  }

  /** The bytes are valid until the next one is written. */
  take(): Buffer {
    const bytes = this.#pending.subarray(0, this.#pending_bytes);
    this.#pending_bytes = 0;
    return bytes;
  }

  /** @returns the position of the body */
  writeBatch(types: readonly ArrowColumn['type'][], body: Uint8Array, rows: number): number {
    let offset = 0;
    const buffers = types.flatMap((type) => {
      const bytes = aligned(ARRAYS[type].BYTES_PER_ELEMENT * rows);
      const values = new BufferRegion(offset, bytes);
      offset += bytes;
      // A column without nulls has an empty bitmap of them.
      return [new BufferRegion(values.offset, 0), values];
    });
    const nodes = types.map(() => new FieldNode(rows, 0));
    this._writeMessage(Message.from(new RecordBatch(rows, nodes, buffers, null), body.byteLength));
    const position = this._position;
    this._write(body);
    return position;
  }

  /** The footer repeats the schema, and readers of files take it from there. */
  finishWith(metadata: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(metadata)) this._schema?.metadata.set(name, value);
    this.finish();
  }

  /** Writes the CRC-32 of the footer before it. Readers find the footer from the end of the file, so they skip the CRC. */
  protected override _writeFooter(schema: Schema): this {
    super._writeFooter(schema);
    const end = this.#pending_bytes;
    const length = this.#pending.readUInt32LE(end - END_BYTES);
    const start = end - END_BYTES - length;
    const crc = crc32(this.#pending.subarray(start, start + length));
    this._write(new Uint8Array(CRC_BYTES));
    this.#pending.copyWithin(start + CRC_BYTES, start, end);
    this.#pending.writeUInt32LE(crc, start);
    return this;
  }

  protected override _write(chunk: ArrayBufferView): this {
    const bytes = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const end = this.#pending_bytes + bytes.length;
    if (end > this.#pending.length) {
      const larger = Buffer.allocUnsafeSlow(2 * end);
      larger.set(this.#pending.subarray(0, this.#pending_bytes));
      this.#pending = larger;
    }
    this.#pending.set(bytes, this.#pending_bytes);
    this.#pending_bytes = end;
    this._position += bytes.length;
    return this;
  }
}
