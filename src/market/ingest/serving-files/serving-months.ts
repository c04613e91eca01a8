import { createHash } from 'node:crypto';
import { monthOf, yearOf } from '../../../core/dates.ts';
import type { Manifest, Publication } from '../../../ledger/manifest.ts';
import { marketFilesName } from '../../serving/market-files.ts';
import { LAYOUT } from '../../serving/months/month-layout.ts';

/** A month with published days, and the names of the files that are built from them. */
export interface Month {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly days: readonly Publication[];
  /** The published month before it, in the same year. */
  readonly before: Month | undefined;
  readonly file_name: string;
  /** What the names of its market files begin with. */
  readonly market_name: string;
}

/** The published months, in order. */
export async function publishedMonths(manifest: Manifest): Promise<Month[]> {
  const published = await manifest.allPublications();
  const months: Month[] = [];
  for (const month of new Set(published.map((day) => monthOf(day.trade_date)))) {
    const days = published.filter((day) => monthOf(day.trade_date) === month);
    const last = months.at(-1);
    const before = last && yearOf(last.month) === yearOf(month) ? last : undefined;
    const file_name = monthFileName(month, before?.file_name ?? '', days);
    months.push({ month, days, before, file_name, market_name: marketFilesName(month, days) });
  }
  return months;
}

/**
 * The name of the month file that is built from these broker_day files after the file of the month before. The name contains a hash of
 * both, so an unchanged file with this name is current.
 * @param month `YYYY-MM`
 * @param before the name of the file of the month before, in the same year; empty if the year has none
 */
function monthFileName(month: string, before: string, days: readonly Publication[]): string {
  const lines = days.map((day) => `${day.trade_date} ${day.broker_day_sha256}`);
  const content = createHash('sha256').update([`layout ${LAYOUT}`, before, ...lines].join('\n'));
  return `${month}-${content.digest('hex').slice(0, 16)}.arrow`;
}

export function brokerDayRows(days: readonly Publication[]): number {
  return days.reduce((rows, day) => rows + day.broker_day_rows, 0);
}
