import { type FileHandle, open, rename } from 'node:fs/promises';
import type { Bytes } from './parquet-facts.ts';
import { footerOf, LENGTH_BYTES, MAGIC, movedFooter } from './parquet-footer.ts';

const CHUNK_BYTES = 1024 * 1024;

/**
 * Adds pages of earlier revisions to a Parquet file that was just written, at their offsets in the previous revision, and moves the pages of
 * the file to the first place where they fit. The footer is at the end; other bytes are zero.
 *
 * A reader may open a file by its name more than once during one query: DuckDB does so for the footer, and then in each thread. If the
 * file is replaced in between, the reader has an old footer and reads the new file. The old pages are still at their offsets, so the reader
 * sees the complete old revision. A reader that starts with the new footer never reads the old pages.
 * @param kept the pages of the earlier revisions, in the previous one
 * @param ownPages those of a file that has kept pages itself; they are left out then
 */
export async function keepPages(
  file: string,
  previous: string,
  kept: readonly Bytes[],
  ownPages?: Bytes,
): Promise<void> {
  const joined = `${file}.joined`;
  const { footer, start: end } = await footerOf(file);
  const own = ownPages ?? { start: MAGIC.length, end };
  const start = firstGap(kept, own.end - own.start);
  const moved = movedFooter(footer, start - own.start);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(moved.length);
  const handles: FileHandle[] = [];
  const opened = async (path: string, flags: string) => {
    const handle = await open(path, flags);
    handles.push(handle);
    return handle;
  };
  try {
    const [from, before, to] = [
      await opened(file, 'r'),
      await opened(previous, 'r'),
      await opened(joined, 'w'),
    ];
    await to.write(MAGIC, 0, MAGIC.length, 0);
    for (const pages of kept) await copyBytes(before, pages, to, pages.start);
    await copyBytes(from, own, to, start);
    const tail = Buffer.concat([moved, length, MAGIC]);
    const ends = [start + own.end - own.start, ...kept.map((pages) => pages.end)];
    await to.write(tail, 0, tail.length, Math.max(...ends));
  } finally {
    for (const handle of handles) await handle.close();
  }
  await rename(joined, file);
}

/** Where a file has so many bytes between these ones, or behind them. */
function firstGap(taken: readonly Bytes[], length: number): number {
  let start = MAGIC.length;
  for (const bytes of taken.toSorted((a, b) => a.start - b.start)) {
    if (bytes.start - start >= length) break;
    start = Math.max(start, bytes.end);
  }
  return start;
}

async function copyBytes(from: FileHandle, { start, end }: Bytes, to: FileHandle, at: number): Promise<void> {
  const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, end - start));
  for (let done = 0; done < end - start; ) {
    const wanted = Math.min(chunk.length, end - start - done);
    const { bytesRead } = await from.read(chunk, 0, wanted, start + done);
    if (bytesRead === 0) throw new Error('A Parquet file is shorter than its footer says.');
    for (let written = 0; written < bytesRead; ) {
      const { bytesWritten } = await to.write(chunk, written, bytesRead - written, at + done + written);
      written += bytesWritten;
    }
    done += bytesRead;
  }
}
