import { createReadStream } from 'node:fs';
import { open, rename, stat, writeFile } from 'node:fs/promises';
import { movedFooter } from './parquet-footer.ts';

/** A Parquet file ends with its footer, the length of the footer in 4 bytes, and this magic number. */
const MAGIC = Buffer.from('PAR1');
const LENGTH_BYTES = 4;

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

async function footerOf(file: string): Promise<{ footer: Buffer; start: number }> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const tail = Buffer.alloc(LENGTH_BYTES);
    await handle.read(tail, 0, tail.length, size - MAGIC.length - LENGTH_BYTES);
    const footer = Buffer.alloc(tail.readUInt32LE());
    const start = size - MAGIC.length - LENGTH_BYTES - footer.length;
    await handle.read(footer, 0, footer.length, start);
    return { footer, start };
  } finally {
    await handle.close();
  }
}
