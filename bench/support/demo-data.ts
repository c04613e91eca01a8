import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { demoMarket } from '../../src/cli/demo/demo-market.ts';
import { writeDailyFile } from '../../src/cli/demo/write-daily-file.ts';
import { systemClock } from '../../src/core/clock.ts';
import { tradingCalendar } from '../../src/core/market/calendar.ts';
import { ingestFiles } from '../../src/market/ingest/lake-writer.ts';
import { openStores, type Stores } from '../../src/server/stores.ts';
import { configOf } from '../../test/support/alir.ts';

export const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = resolve(ROOT, '.bench/demo');
const SAMPLE = readFileSync(resolve(ROOT, 'data/sample/tickers.csv'), 'utf8');

export const TICKERS = SAMPLE.trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(',')[0] ?? '');

/** The demo's market, published once and kept beside the project. */
export async function demoStores(): Promise<Stores> {
  await mkdir(FOLDER, { recursive: true });
  const stores = await openStores(configOf(FOLDER), systemClock);
  const reference = (name: string) => readFileSync(resolve(ROOT, 'data/reference', name), 'utf8');
  const { market, days } = demoMarket(reference('brokers.csv'), tradingCalendar(reference('holidays.csv')));
  const published = new Set(await stores.manifest.allPublishedDays());
  const missing = days.filter((day) => !published.has(day));
  const files: string[] = [];
  for (const day of missing) files.push(await writeDailyFile(market, day, FOLDER));
  await ingestFiles(
    stores.ingest,
    files.map((path) => ({ path, command: 'demo', confirmed: true })),
  );
  return stores;
}

/** A key without limits that matter. */
export async function benchKey({ accounts }: Stores): Promise<string> {
  const terms = { units: 1e12, requests_per_minute: 1e9, keys: 1 };
  return (await accounts.create(`bench-${Date.now()}@example.com`, 'enterprise', 6, terms)).api_key;
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;
}
