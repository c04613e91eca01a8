import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { IsoDate } from '../../../core/dates.ts';
import { DailyFileRejected } from '../../../core/market/daily-file.ts';
import { cause } from '../../../core/market/file-causes.ts';
import { CanonicalCheck } from '../canonical/canonical-check.ts';
import { unpackedBytes } from './archives.ts';
import { PlainText } from './plain-text.ts';

const LF = 0x0a;
/** The exchange's record day has 390 MB. A file of ten times that size is not a trade file. */
const MAX_UNPACKED_BYTES = 4_000_000_000;

/** The next chunks are read and checked while this much is being written. */
const MAX_UNWRITTEN_BYTES = 8 * 1024 * 1024;

/** The facts about a daily file that depend only on its bytes. */
export interface UnpackedFile {
  /** Of the unpacked bytes: a plain and a packed file of the same day have the same hash. */
  readonly sha256: string;
  readonly header: string;
  /** Lines after the header that are not blank. */
  readonly data_lines: number;
  /** Whether each cell is known to follow the rule of its column. If false, a cell may be wrong. */
  readonly is_canonical: boolean;
}

/**
 * Writes a daily file (plain, `.gz` or `.zip`) to `csv`: unpacked, without byte order mark, with LF line ends.
 * @throws DailyFileRejected for a damaged archive, an oversized file, and incomplete text
 */
export async function unpack(
  path: string,
  csv: string,
  trade_date: IsoDate,
  max_bytes: number = MAX_UNPACKED_BYTES,
): Promise<UnpackedFile> {
  const hash = createHash('sha256');
  const text = new PlainText();
  let canonical: CanonicalCheck | undefined;
  let bytes = 0;
  try {
    await pipeline(
      unpackedBytes(path),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          if (bytes > max_bytes) {
            throw DailyFileRejected.whole(cause('too_large', max_bytes));
          }
          hash.update(chunk);
          const lines = text.next(chunk);
          if (lines.length > 0) {
            const header_bytes = canonical === undefined ? lines.indexOf(LF) + 1 : 0;
            canonical ??= new CanonicalCheck(text.header, trade_date);
            await canonical.next(lines.subarray(header_bytes));
          }
          yield lines;
        }
        text.end();
      },
      createWriteStream(csv, { highWaterMark: MAX_UNWRITTEN_BYTES }),
    );
    return {
      sha256: hash.digest('hex'),
      header: text.header,
      data_lines: text.data_lines,
      is_canonical: (await canonical?.end()) ?? false,
    };
  } finally {
    canonical?.close();
  }
}
