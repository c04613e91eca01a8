import type { IsoDate } from '../dates.ts';

interface Publication {
  readonly trade_date: IsoDate;
  readonly number: number | null;
  readonly broker_day_sha256: string;
}

interface MeasureFile {
  readonly trade_date: IsoDate;
  readonly added_in: number;
  readonly removed_in: number | null;
}

/** The files of measure_day in force after a number of publications, in the order of days, with the files that they were computed from. */
export interface Measures<File> {
  readonly publications: number;
  readonly files: readonly (File & Pick<Publication, 'broker_day_sha256'>)[];
}

/** @param history the publications, in their order. @param files every file of measure_day, in the order of days */
export function measuresAfter<File extends MeasureFile>(
  publications: number,
  history: readonly Publication[],
  files: readonly File[],
): Measures<File> {
  const revisions = new Map<IsoDate, Publication>();
  for (const each of history) if ((each.number ?? 0) <= publications) revisions.set(each.trade_date, each);
  return {
    publications,
    files: files.flatMap((file) => {
      const { added_in, removed_in, trade_date } = file;
      const broker_day_sha256 = revisions.get(trade_date)?.broker_day_sha256;
      const isInForce = added_in <= publications && (removed_in === null || removed_in > publications);
      return isInForce && broker_day_sha256 !== undefined ? [{ ...file, broker_day_sha256 }] : [];
    }),
  };
}
