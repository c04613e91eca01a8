import { createReadStream } from 'node:fs';
import { rename, stat, writeFile } from 'node:fs/promises';
import { footerOf, LENGTH_BYTES, MAGIC, movedFooter } from './parquet-footer.ts';

/**
 * Puts the bytes of the previous revision in front of a Parquet file's own row groups, and corrects the offsets in its footer.
 *
 * A reader may open a file by its name more than once during one query: DuckDB does so for the footer, and then in each thread. If the
 * file is replaced in between, the reader has the old footer and reads the new file. The old data and the old footer are still at their
 * offsets, so the reader sees the complete previous revision. A reader that starts with the new footer never reads the old bytes.
 */
export async function beginWithPrevious(file: string, previous: string): Promise<void> {
  const joined = `${file}.joined`;
  const { size } = await stat(previous);
  const { footer, start } = await footerOf(file);
  const moved = movedFooter(footer, size);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(moved.length);
  const pieces = async function* () {
    yield* createReadStream(previous);
    yield* createReadStream(file, { end: start - 1 });
    yield* [moved, length, MAGIC];
  };
  await writeFile(joined, pieces());
  await rename(joined, file);
}
