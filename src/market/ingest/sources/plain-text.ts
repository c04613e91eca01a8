import { DailyFileRejected } from '../../../core/market/daily-file.ts';
import { cause, type FileCause } from '../../../core/market/file-causes.ts';
import { foreignFormat } from '../../../core/market/foreign-file.ts';

const NUL = 0x00;
const LF = 0x0a;
const CR = 0x0d;
const SEPARATOR = 0x3b;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** No line of a daily file has more than a few hundred bytes. */
const MAX_LINE_BYTES = 65_536;
const NOTHING = Buffer.alloc(0);

/**
 * Normalises the text of a daily file, chunk by chunk: removes a byte order mark, converts CRLF to LF and counts lines. Rejects
 * NUL bytes, bare carriage returns, a blank line before the last one, cells after the last column, and a last line without a
 * line end, which is the sign of an incomplete file.
 */
export class PlainText {
  #hasBegun = false;
  #header: string | undefined;
  #separators = 0;
  /** The beginning of an incomplete line. */
  #held: Buffer = NOTHING;
  #lines = 0;
  #first_blank_line: number | undefined;

  /** The first line, without its line end; '' if it has none. */
  get header(): string {
    return this.#header ?? '';
  }

  /** Lines after the header that are not blank. */
  get data_lines(): number {
    return (this.#first_blank_line === undefined ? this.#lines : this.#first_blank_line - 1) - 1;
  }

  /** Processes the next chunk. @returns the lines that are complete now, normalised */
  next(chunk: Buffer): Buffer {
    this.#refuseForeign(chunk);
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    const end = bytes.lastIndexOf(LF) + 1;
    this.#held = bytes.subarray(end);
    if (this.#held.length > MAX_LINE_BYTES) {
      throw refused(
        this.#lines + bytes.subarray(0, end).toString('latin1').split('\n').length,
        cause('line_too_long'),
      );
    }
    return end === 0 ? NOTHING : this.#wholeLines(bytes.subarray(0, end));
  }

  /** Call this after the last chunk. */
  end(): void {
    if (this.#header === undefined && this.#held.length === 0) {
      throw DailyFileRejected.whole(cause('empty'), 'cut short');
    }
    if (this.#held.length > 0) {
      throw refused(this.#lines + 1, cause('line_cut'), 'cut short');
    }
  }

  #wholeLines(raw: Buffer): Buffer {
    let bytes = raw;
    if (this.#header === undefined && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK)) bytes = bytes.subarray(3);
    if (bytes.includes(CR)) bytes = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
    this.#refuse(bytes, CR, cause('line_carriage_return'));
    this.#refuse(bytes, NUL, cause('line_nul'));
    if (this.#header === undefined) {
      this.#header = bytes.subarray(0, bytes.indexOf(LF)).toString('utf8');
      this.#separators = this.#header.split(';').length - 1;
    }
    this.#readLines(bytes);
    return bytes;
  }

  #refuseForeign(first_chunk: Buffer): void {
    if (this.#hasBegun || first_chunk.length === 0) return;
    this.#hasBegun = true;
    const foreign = foreignFormat(first_chunk);
    if (foreign !== undefined) throw DailyFileRejected.whole(cause('foreign_format', foreign));
  }

  #refuse(bytes: Buffer, byte: number, about: FileCause): void {
    const at = bytes.indexOf(byte);
    if (at === -1) return;
    throw refused(this.#lines + bytes.subarray(0, at).toString('latin1').split('\n').length, about);
  }

  #readLines(bytes: Buffer): void {
    let start = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
      this.#lines += 1;
      if (end === start) this.#first_blank_line ??= this.#lines;
      else if (this.#first_blank_line !== undefined) {
        throw refused(this.#first_blank_line, cause('line_blank'));
      }
      // DuckDB ignores empty cells behind the last column.
      if (bytes[end - 1] === SEPARATOR && end > start) this.#checkSeparators(bytes.subarray(start, end));
      start = end + 1;
    }
  }

  #checkSeparators(line: Buffer): void {
    const separators = line.toString('latin1').split(';').length - 1;
    if (separators > this.#separators) throw refused(this.#lines, cause('line_many_cells'));
  }
}

function refused(
  line: number,
  about: FileCause,
  kind: DailyFileRejected['kind'] = 'wrong',
): DailyFileRejected {
  return new DailyFileRejected([{ line, column: null, value: null, cause: about }], null, kind);
}
