import { createWriteStream } from 'node:fs';
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

function* chunked(lines: Iterable<string>): Generator<string> {
  let chunk: string[] = [];
  for (const line of lines) {
    if (chunk.push(line) < LINES_A_CHUNK) continue;
    yield chunk.join('');
    chunk = [];
  }
  yield chunk.join('');
}
