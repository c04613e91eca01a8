import {
  AsyncByteQueue,
  Bool,
  type DataType,
  DateDay,
  Decimal,
  Field,
  Float32,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  TimeMicrosecond,
  TimestampMicrosecond,
  Uint8,
  Uint16,
  Uint32,
  Uint64,
  Utf8,
} from 'apache-arrow';
import { AlirError } from '../core/errors.ts';
import {
  type FixedType,
  type FixedVector,
  isFixedType,
  type Vector,
  type VectorChunk,
} from '../core/vectors.ts';

const ARROW_TYPES: Readonly<Record<FixedType, DataType>> = {
  BOOLEAN: new Bool(),
  TINYINT: new Int8(),
  SMALLINT: new Int16(),
  INTEGER: new Int32(),
  BIGINT: new Int64(),
  UTINYINT: new Uint8(),
  USMALLINT: new Uint16(),
  UINTEGER: new Uint32(),
  UBIGINT: new Uint64(),
  FLOAT: new Float32(),
  DOUBLE: new Float64(),
  DATE: new DateDay(),
  TIME: new TimeMicrosecond(),
  TIMESTAMP: new TimestampMicrosecond(),
};

const ROWS_OF_BATCH = 65_536;
const TEXT_OF_BATCH = 16_000_000;
/** Text offsets are signed 32-bit integers. */
const MAX_TEXT_BYTES = 2 ** 31 - 1;

/**
 * Writes rows as an uncompressed Arrow IPC stream, in batches of about 65,536 rows. It takes the memory of DuckDB's vectors as it is: the
 * builders of apache-arrow, which take a value at a time, need 2.7 times the CPU.
 * @param columns with DuckDB type names: a fixed-size type, DECIMAL with 16 bytes per value, or VARCHAR
 * @throws AlirError `answer_too_large` while the stream is read
 */
export async function* arrowStream(
  columns: readonly { readonly name: string; readonly type: string }[],
  chunks: AsyncIterable<VectorChunk>,
): AsyncGenerator<Uint8Array> {
  const schema = new Schema(columns.map(({ name, type }) => new Field(name, arrowType(type), true)));
  const written = new WrittenBytes();
  const writer = new RecordBatchStreamWriter().reset(written, schema);
  yield written.take();
  for await (const batch of batches(chunks)) {
    writer.write(recordBatch(schema, batch));
    yield written.take();
  }
  writer.close();
  yield written.take();
}

/** Collects the bytes from the writer. The writer's own queue cannot be emptied before the end of the stream. */
class WrittenBytes extends AsyncByteQueue {
  #pieces: Uint8Array[] = [];

  override write(bytes: Uint8Array): void {
    this.#pieces.push(bytes);
  }

  take(): Buffer {
    const bytes = Buffer.concat(this.#pieces);
    this.#pieces = [];
    return bytes;
  }
}

function arrowType(type: string): DataType {
  if (isFixedType(type)) return ARROW_TYPES[type];
  const decimal = /^DECIMAL\((\d+),(\d+)\)$/.exec(type);
  return decimal ? new Decimal(Number(decimal[2]), Number(decimal[1])) : new Utf8();
}

/** Groups chunks into batches: readers are slow with one batch per chunk. */
async function* batches(chunks: AsyncIterable<VectorChunk>): AsyncGenerator<VectorChunk[]> {
  let gathered: VectorChunk[] = [];
  let rows = 0;
  let text = 0;
  for await (const chunk of chunks) {
    gathered.push(chunk);
    rows += chunk.rows;
    for (const column of chunk.columns) text += lengthOfTexts(column);
    if (rows < ROWS_OF_BATCH && text < TEXT_OF_BATCH) continue;
    yield gathered;
    gathered = [];
    rows = 0;
    text = 0;
  }
  if (rows > 0) yield gathered;
}

function lengthOfTexts(column: Vector): number {
  return 'bytes' in column ? 0 : column.reduce((length, text) => length + (text?.length ?? 0), 0);
}

function recordBatch(schema: Schema, chunks: readonly VectorChunk[]): RecordBatch {
  const rows = chunks.reduce((sum, chunk) => sum + chunk.rows, 0);
  const children = schema.fields.map(({ type }, place) => {
    const validity = new Validity(rows);
    const buffers =
      type instanceof Utf8 ? texts(chunks, place, validity) : values(type, chunks, place, validity);
    return makeData({ type, length: rows, ...buffers, ...validity.buffers() });
  });
  return new RecordBatch(
    schema,
    makeData({ type: new Struct(schema.fields), length: rows, nullCount: 0, children }),
  );
}

/** The validity bitmap of a batch: which rows have a value. */
class Validity {
  readonly #bitmap: Uint8Array;
  #nulls = 0;

  constructor(rows: number) {
    this.#bitmap = new Uint8Array(Math.ceil(rows / 8)).fill(0xff);
  }

  setNull(row: number): void {
    this.#bitmap[row >> 3] = (this.#bitmap[row >> 3] ?? 0) & ~(1 << (row & 7));
    this.#nulls += 1;
  }

  buffers(): { nullCount: number; nullBitmap?: Uint8Array } {
    return this.#nulls === 0 ? { nullCount: 0 } : { nullCount: this.#nulls, nullBitmap: this.#bitmap };
  }
}

function values(
  type: DataType,
  chunks: readonly VectorChunk[],
  place: number,
  whole: Validity,
): { data: Uint8Array } {
  const pieces: Uint8Array[] = [];
  let start = 0;
  for (const { rows, columns } of chunks) {
    const { bytes, validity } = columns[place] as FixedVector;
    pieces.push(bytes);
    const bytes_a_value = bytes.length / rows;
    for (let row = 0; validity && row < rows; row++) {
      if (isSet(validity, row)) continue;
      whole.setNull(start + row);
      // The memory of a null contains old data, which must not be sent.
      bytes.fill(0, row * bytes_a_value, (row + 1) * bytes_a_value);
    }
    start += rows;
  }
  const data = joined(pieces);
  return { data: type instanceof Bool ? packed(data) : data };
}

function texts(
  chunks: readonly VectorChunk[],
  place: number,
  whole: Validity,
): { valueOffsets: Int32Array; data: Uint8Array } {
  const cells = chunks.flatMap(({ columns }) => columns[place] as readonly (string | null)[]);
  const valueOffsets = new Int32Array(cells.length + 1);
  const pieces: Uint8Array[] = [];
  let end = 0;
  for (const [row, cell] of cells.entries()) {
    if (cell === null) whole.setNull(row);
    else pieces.push(Buffer.from(cell));
    end += cell === null ? 0 : (pieces.at(-1)?.length ?? 0);
    if (end > MAX_TEXT_BYTES) {
      throw new AlirError(
        'answer_too_large',
        'The text of one Arrow record batch exceeds 2 GiB. Use --format csv or --format json.',
      );
    }
    valueOffsets[row + 1] = end;
  }
  return { valueOffsets, data: joined(pieces) };
}

function isSet(bits: Uint8Array, place: number): boolean {
  return (((bits[place >> 3] ?? 0) >> (place & 7)) & 1) === 1;
}

/** Packs bytes into bits: 1 for each byte that is not 0. */
function packed(bytes: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(bytes.length / 8));
  for (const [place, byte] of bytes.entries()) {
    if (byte !== 0) bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
  }
  return bits;
}

/** Joins byte arrays. Buffer.concat may start at an offset that is not aligned for 64-bit numbers. */
function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let start = 0;
  for (const piece of pieces) {
    bytes.set(piece, start);
    start += piece.length;
  }
  return bytes;
}
