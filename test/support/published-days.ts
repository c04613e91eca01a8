import { expect } from 'vitest';
import type { DailyText, TestAlir } from './alir.ts';
import { csv, line } from './daily-files.ts';
import { fileName } from './small-market.ts';

export const DAY = '2026-01-19';
export const NEXT = '2026-01-20';

/** The file of a day of two trades of so many hundred shares each. */
export function fileOf(day: string, lots: number): DailyText {
  const lines = [1, 2].map((number) => line({ TRX_CODE: number, TRX_DATE: day, STK_VOLM: lots * 100 }));
  return [fileName(day), csv(lines)];
}

/** Publishes this file, a second later. */
export async function publish(alir: TestAlir, day: string, lots: number): Promise<void> {
  alir.clock.pass(1000);
  expect(await alir.ingest(...fileOf(day, lots))).toMatchObject({ status: 'published' });
}

/** The foreign flow of both days, now or as it was known at a time. */
export async function flowOf(alir: TestAlir, known_at?: string): Promise<unknown> {
  const query = { ticker: 'BRMS', from: DAY, to: NEXT, ...(known_at && { known_at }) };
  return (await alir.get('/foreign-flow', query)).body.data;
}
