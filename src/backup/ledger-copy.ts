import type { Clock } from '../core/clock.ts';
import type { IsoDate } from '../core/dates.ts';
import { LAKE_TABLES, type LakeTable } from '../core/folders.ts';
import { Ledger } from '../ledger/ledger.ts';
import { Manifest } from '../ledger/manifest.ts';

/** A file of the lake that goes with a copy of the ledger. */
export interface CopiedFile {
  readonly trade_date: IsoDate;
  readonly revision: number;
  readonly table: LakeTable;
  readonly sha256: string;
}

/**
 * Makes a copy of the ledger one sound file that speaks of nothing but itself and the lake files that go with it: what was on its way
 * into the lake is given up, since no staged file is copied.
 * @returns the lake files that belong to it, in the order of their days
 * @throws AlirError `ledger_damaged`
 */
export function settleCopy(path: string, clock: Clock): CopiedFile[] {
  const copy = new Ledger(path, 'DELETE');
  try {
    const manifest = new Manifest(copy, clock);
    for (const { trade_date, revision } of manifest.intended()) manifest.abandon(trade_date, revision);
    const days = manifest.publishedYears().flatMap((year) => manifest.publishedDays(year));
    copy.check();
    return days.flatMap((day) =>
      LAKE_TABLES.map((table) => ({
        trade_date: day.trade_date,
        revision: day.revision,
        table,
        sha256: day[`${table}_sha256`],
      })),
    );
  } finally {
    copy.close();
  }
}
