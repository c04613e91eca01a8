import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IsoDate } from '../../core/dates.ts';
import type { Market } from './market.ts';

const LINES_A_CHUNK = 1000;

/** Writes the daily file of a day, named as the exchange names it. @returns its path */
export async function writeDailyFile(market: Market, date: IsoDate, folder: string): Promise<string> {
  const path = join(folder, `DT${date.slice(2).replaceAll('-', '')}.csv`);
  await pipeline(Readable.from(chunked(market.dailyFile(date))), createWriteStream(path));
  return path;
}

/**
 * Shortens a daily file to its beginning.
 * @param part the part of its bytes that stay, 0 to 1
 * @param end whether it ends with a whole row or in the middle of one
 */
export async function shortenDailyFile(path: string, part: number, end: 'whole' | 'torn'): Promise<void> {
  const text = await readFile(path, 'latin1');
  const end_of_row = text.indexOf('\n', text.length * part) + 1;
  await writeFile(path, text.slice(0, end === 'whole' ? end_of_row : end_of_row - ROW_REST), 'latin1');
}

/** What a torn row lacks: less than a row, more than its last column. */
const ROW_REST = 12;

function* chunked(lines: Iterable<string>): Generator<string> {
  let chunk: string[] = [];
  for (const line of lines) {
    if (chunk.push(line) < LINES_A_CHUNK) continue;
    yield chunk.join('');
    chunk = [];
  }
  yield chunk.join('');
}
