import type { DataFolders } from '../../core/folders.ts';
import type { Manifest } from '../../ledger/manifest.ts';
import { DayReader } from '../lake/day-facts.ts';
import { isFile } from '../lake/durable.ts';
import { Lake } from '../lake/lake.ts';

interface ValueServices {
  readonly folders: DataFolders;
  readonly manifest: Manifest;
  readonly threads: number;
}

/** Computes the total values of days that were published before values were kept. */
export async function noteDayValues({ folders, manifest, threads }: ValueServices): Promise<void> {
  const days = await manifest.daysWithoutValue();
  if (days.length === 0) return;
  const lake = new Lake(folders);
  const reader = await DayReader.open([lake.folder], threads);
  try {
    for (const { trade_date, revision, broker_day_sha256 } of days) {
      const file = lake.file('broker_day', trade_date);
      // `alir verify` reports a damaged file.
      if (!(await isFile(file, broker_day_sha256).catch(() => false))) continue;
      await manifest.noteValue({ trade_date, revision, value: await reader.value(file) });
    }
  } finally {
    reader.close();
  }
}
