import type { IsoDate } from '../../../../core/dates.ts';

interface SourceFile {
  /** Null for a file that could not be read. */
  readonly trade_date: IsoDate | null;
}

/** What is wrong with a day and its files, or which days no file has arrived for. */
export interface DayProblem<Held, Rejected> {
  /** In order. Empty for a file whose day is unknown. */
  readonly days: readonly IsoDate[];
  readonly isMissing: boolean;
  readonly held: readonly Held[];
  readonly rejected: readonly Rejected[];
}

/**
 * One problem for each day with a held or rejected file, newest first, also if the day is missing because of it; then each file of an
 * unknown day; then all missing days without a file.
 * @param missing in order
 */
export function dayProblems<Held extends SourceFile, Rejected extends SourceFile>(
  missing: readonly IsoDate[],
  held: readonly Held[],
  rejected: readonly Rejected[],
): DayProblem<Held, Rejected>[] {
  const days = [...new Set([...held, ...rejected].map(({ trade_date }) => trade_date))]
    .filter((day) => day !== null)
    .toSorted()
    .toReversed();
  const ofDay = days.map((day) => {
    const isOfDay = ({ trade_date }: SourceFile) => trade_date === day;
    return {
      days: [day],
      isMissing: missing.includes(day),
      held: held.filter(isOfDay),
      rejected: rejected.filter(isOfDay),
    };
  });
  const nothing = { days: [], isMissing: false, held: [], rejected: [] };
  const isUnknown = ({ trade_date }: SourceFile) => trade_date === null;
  const others = missing.filter((day) => !days.includes(day));
  return [
    ...ofDay,
    ...held.filter(isUnknown).map((file) => ({ ...nothing, held: [file] })),
    ...rejected.filter(isUnknown).map((file) => ({ ...nothing, rejected: [file] })),
    ...(others.length === 0 ? [] : [{ ...nothing, days: others, isMissing: true }]),
  ];
}
