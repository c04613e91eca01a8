import { expect } from 'vitest';
import type { TestAlir } from './alir.ts';
import { csv, line } from './daily-files.ts';

export const DAY = '2026-01-19';
export const NEXT = '2026-01-20';

/** Publishes a day of two trades of so many hundred shares each, a second later. */
export async function publish(alir: TestAlir, day: string, lots: number): Promise<void> {
  alir.clock.time = new Date(alir.clock.time.getTime() + 1000);
  const name = `DT${day.slice(2).replaceAll('-', '')}.csv`;
  const lines = [1, 2].map((number) => line({ TRX_CODE: number, TRX_DATE: day, STK_VOLM: lots * 100 }));
  expect(await alir.ingest(name, csv(lines))).toMatchObject({ status: 'published' });
}

/** The foreign flow of both days, now or as it was known at a time. */
export async function flowOf(alir: TestAlir, known_at?: string): Promise<unknown> {
  const query = { ticker: 'BRMS', from: DAY, to: NEXT, ...(known_at && { known_at }) };
  return (await alir.get('/foreign-flow', query)).body.data;
}
