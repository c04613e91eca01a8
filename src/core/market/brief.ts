import type { IsoDate } from '../dates.ts';
import { positionPath } from './page-paths.ts';

/** The kinds of lines of a brief, in its order. */
export const BRIEF_KINDS = [
  'accumulated',
  'distributed',
  'volume',
  'streak_began',
  'streak_ended',
  'negotiated',
  'broker_turned',
] as const;

export type BriefKind = (typeof BRIEF_KINDS)[number];

/** The limits of the figures of a brief. */
export const BRIEF_NOTE =
  'These figures say what was traded and how unusual it was. They do not say what the price does next.';

/** Lines of each kind that a brief has. */
export const BRIEF_LINES = 5;

/** Something unusual. `docs/numbers.md` has the rules. */
export interface BriefLine {
  readonly kind: BriefKind;
  /** Null for a broker in the whole regular market. */
  readonly ticker: string | null;
  /** Null for a line about a stock. */
  readonly broker: string | null;
  /** In percent, as a multiple or in IDR, by its kind. */
  readonly figure: number;
  /** Percent of earlier figures that are lower, equal ones counting half; null if there are too few. */
  readonly percentile: number | null;
  /** The number of earlier figures. */
  readonly percentile_rows: 250 | 60 | null;
  /** Days of a streak; negative for net selling. */
  readonly streak: number | null;
  /** Average negotiated price / close - 1, in percent. */
  readonly premium: number | null;
  /** Net value of a broker over the 20 days before the last 5, in IDR. */
  readonly figure_before: number | null;
}

/** What is unusual on a day. */
export interface Brief {
  readonly date: IsoDate;
  /** The first of the last 5 published days. */
  readonly from: IsoDate;
  /** By kind, the most unusual first. */
  readonly lines: readonly BriefLine[];
}

/** The content of a watchlist. */
export interface Watched {
  readonly tickers: readonly string[];
  readonly brokers: readonly string[];
}

/** The first lines of each kind: of the whole market, or of the stocks and brokers of a watchlist. */
export function briefOf({ lines, ...brief }: Brief, watched: Watched | null): Brief {
  const isWatched = ({ ticker, broker }: BriefLine) =>
    watched === null ||
    (ticker !== null && watched.tickers.includes(ticker)) ||
    (broker !== null && watched.brokers.includes(broker));
  return {
    ...brief,
    lines: BRIEF_KINDS.flatMap((kind) =>
      lines.filter((line) => line.kind === kind && isWatched(line)).slice(0, BRIEF_LINES),
    ),
  };
}

/** The path of the page with the figures of a line. */
export function pageOf(
  { kind, ticker, broker }: BriefLine,
  { from, date }: Pick<Brief, 'from' | 'date'>,
): string {
  const page =
    ticker === null
      ? `/brokers/${broker}`
      : broker === null
        ? `/explore/${ticker}`
        : positionPath(ticker, broker);
  return kind === 'negotiated'
    ? `${page}?from=${date}&to=${date}&market=NG`
    : `${page}?from=${from}&to=${date}`;
}
