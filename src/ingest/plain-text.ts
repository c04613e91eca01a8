import { DailyFileRejected } from '../core/daily-file.ts';

const NUL = 0x00;
const LF = 0x0a;
const CR = 0x0d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const MAX_HEADER_BYTES = 4096;
const NOTHING = Buffer.alloc(0);

/**
 * The text of a daily file as its chunks go by: takes off a byte order mark, turns CRLF into LF, counts lines, and
 * refuses what no daily file has: NUL bytes, bare carriage returns, a blank line before the last one, and a last line
 * without a line end, which is what a file looks like that was cut short.
 */
export class PlainText {
  #header: string | undefined;
  /** Bytes that cannot be judged before the next chunk: a header still without end, or a CR that may be half of a CRLF. */
  #held: Buffer = NOTHING;
  #lines = 0;
  #open_line_bytes = 0;
  #first_blank_line: number | undefined;

  /** The first line, without its end; '' for a file without one. */
  get header(): string {
    return this.#header ?? '';
  }

  /** Lines after the header that are not blank. */
  get data_lines(): number {
    return (this.#first_blank_line === undefined ? this.#lines : this.#first_blank_line - 1) - 1;
  }

  /** Takes the next chunk and returns what of it, and of those before, can be written now. */
  next(chunk: Buffer): Buffer {
    let bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    this.#held = NOTHING;
    if (this.#header === undefined) {
      const end = bytes.indexOf(LF);
      if (end === -1) {
        if (bytes.length > MAX_HEADER_BYTES) {
          throw DailyFileRejected.whole(
            `its first ${MAX_HEADER_BYTES} bytes hold no line end: it is not a daily trade file`,
          );
        }
        this.#held = bytes;
        return NOTHING;
      }
      if (bytes.subarray(0, 3).equals(BYTE_ORDER_MARK)) bytes = bytes.subarray(3);
    }
    if (bytes.at(-1) === CR) {
      this.#held = bytes.subarray(-1);
      bytes = bytes.subarray(0, -1);
    }
    if (bytes.includes(CR)) bytes = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
    this.#refuse(bytes, CR, 'holds a carriage return that does not end the line');
    this.#refuse(bytes, NUL, 'holds a NUL byte');
    this.#header ??= bytes.subarray(0, bytes.indexOf(LF)).toString('utf8');
    this.#countLines(bytes);
    return bytes;
  }

  /** To be called behind the last chunk. */
  end(): void {
    if (this.#header === undefined && this.#held.length === 0) throw DailyFileRejected.whole('it is empty');
    if (this.#held.length > 0 || this.#open_line_bytes > 0) {
      throw new DailyFileRejected([
        {
          line: this.#lines + 1,
          column: null,
          value: null,
          reason: 'has no line end and is the last: the file was probably cut short',
        },
      ]);
    }
  }

  #refuse(bytes: Buffer, byte: number, reason: string): void {
    const at = bytes.indexOf(byte);
    if (at === -1) return;
    const line = this.#lines + bytes.subarray(0, at).toString('latin1').split('\n').length;
    throw new DailyFileRejected([{ line, column: null, value: null, reason }]);
  }

  #countLines(bytes: Buffer): void {
    let start = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, start)) {
      this.#lines += 1;
      const isBlank = this.#open_line_bytes + end - start === 0;
      if (isBlank) this.#first_blank_line ??= this.#lines;
      else this.#refuseAfterBlank();
      this.#open_line_bytes = 0;
      start = end + 1;
    }
    this.#open_line_bytes += bytes.length - start;
    if (this.#open_line_bytes > 0) this.#refuseAfterBlank();
  }

  #refuseAfterBlank(): void {
    if (this.#first_blank_line === undefined) return;
    throw new DailyFileRejected([
      {
        line: this.#first_blank_line,
        column: null,
        value: null,
        reason: 'is blank, and other lines follow it',
      },
    ]);
  }
}
