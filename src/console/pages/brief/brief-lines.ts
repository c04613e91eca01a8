import {
  BRIEF_KINDS,
  type Brief,
  type BriefKind,
  type BriefLine,
  pageOf,
} from '../../../core/market/brief.ts';
import { percentileWord } from '../../charts/sparklines/percentile-dot.tsx';
import type { View } from '../components/view.ts';

/** How a reader's language writes a brief. */
export type BriefLocale = Pick<View, 'texts' | 'numbers' | 'dates'>;

/** A line of a brief as a person reads it. */
export interface WrittenLine {
  /** The stock or the broker, the figure, what belongs to it in some kinds, and the percentile. */
  readonly cells: readonly string[];
  /** The path of the page with its figures. */
  readonly page: string;
  readonly direction: 'up' | 'down' | undefined;
}

interface WrittenKind {
  readonly kind: BriefKind;
  readonly title: string;
  readonly about: string;
  /** Of the columns. */
  readonly titles: readonly string[];
  readonly lines: readonly WrittenLine[];
}

export function writtenKinds(brief: Brief, locale: BriefLocale): WrittenKind[] {
  const { kinds, stock, broker, percentile } = locale.texts.brief;
  return BRIEF_KINDS.map((kind) => {
    const { title, about, figure, more } = kinds[kind];
    const isSigned = kind !== 'volume' && kind !== 'negotiated';
    return {
      kind,
      title,
      about,
      titles: [kind === 'broker_turned' ? broker : stock, figure, ...more, percentile],
      lines: brief.lines
        .filter((line) => line.kind === kind)
        .map((line) => ({
          cells: [
            nameOf(line, locale),
            figureOf(line, locale),
            ...more.map(() => moreOf(line, locale)),
            percentileOf(line, locale),
          ],
          page: pageOf(line, brief),
          direction: !isSigned || line.figure === 0 ? undefined : line.figure < 0 ? 'down' : 'up',
        })),
    };
  });
}

function nameOf({ ticker, broker }: BriefLine, { texts }: BriefLocale): string {
  if (broker === null) return String(ticker);
  return `${broker},\u00a0${ticker ?? texts.brief.in_market}`;
}

function figureOf({ kind, figure }: BriefLine, { numbers }: BriefLocale): string {
  if (kind === 'accumulated' || kind === 'distributed') return numbers.signedPercent(figure / 100, 2);
  if (kind === 'volume') return `${numbers.full(figure, 2)}×`;
  return kind === 'negotiated' ? numbers.short(figure) : numbers.signedShort(figure);
}

function moreOf({ streak, premium, figure_before }: BriefLine, { texts, numbers }: BriefLocale): string {
  const { bought_days, sold_days } = texts.brief;
  if (streak !== null) return streak > 0 ? bought_days(streak) : sold_days(-streak);
  return premium === null ? numbers.signedShort(figure_before ?? 0) : numbers.signedPercent(premium / 100, 2);
}

function percentileOf({ percentile, percentile_rows }: BriefLine, { texts }: BriefLocale): string {
  if (percentile === null) return '–';
  const text = percentileWord(percentile, texts.brief);
  return percentile_rows === 250 ? text : `${text} (${percentile_rows})`;
}
