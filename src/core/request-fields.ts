import { z } from 'zod';
import { daysInRange, type IsoDate, isIsoDate } from './dates.ts';
import {
  INVESTORS,
  type Investor,
  MARKETS,
  type Market,
  TICKER,
  TICKER_PATTERN_AS_SENT,
  tickerOf,
} from './market.ts';

const EARLIEST_FROM: IsoDate = '2025-01-01';
const MAX_RANGE_DAYS = 366;
const MAX_TICKERS = 50;

/** A request of these fields and no others. */
export function requestOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, { error: 'must be a JSON object' });
}

const SHOWN_CHARACTERS = 32;
const shown = (value: string): string =>
  JSON.stringify(value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)}...` : value);

const required =
  (kind: string) =>
  ({ input }: { input?: unknown }): string => {
    if (input === undefined) return `is required: ${kind}`;
    return Array.isArray(input) ? `must be given once, as ${kind}` : `must be ${kind}`;
  };

const oneOf = <Word extends string>(table: Record<Word, unknown>) => {
  const words = Object.keys(table) as [Word, ...Word[]];
  return z.enum(words, { error: required(`one of ${words.join(', ')}`) });
};

/** A ticker as the caller writes it; trimmed and upper-cased. */
export const ticker = z
  .string({ error: required('a ticker such as BBCA') })
  .meta({
    description: 'Ticker of a stock, such as BBCA or BRMS-W; in any case',
    pattern: TICKER_PATTERN_AS_SENT,
    examples: ['BBCA'],
  })
  .transform((text, context) => {
    const ticker = tickerOf(text);
    if (ticker !== undefined) return ticker;
    const message = `${shown(text)} is not a ticker: 1 to 12 letters, digits or dashes, such as BBCA or BRMS-W`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** A ticker as an answer names it. */
export const tickerKey = z.string().regex(TICKER);

/** 1 to 50 tickers as sent; then made distinct, in the order they were first named. */
export const tickers = z
  .array(ticker, {
    error: ({ input }) =>
      input === undefined ? `is required: 1 to ${MAX_TICKERS} tickers` : 'must be an array of tickers',
  })
  .min(1, { error: `must name 1 to ${MAX_TICKERS} tickers; it names none` })
  .max(MAX_TICKERS, {
    error: `must name 1 to ${MAX_TICKERS} tickers; split a longer list over several requests`,
  })
  .meta({ description: `1 to ${MAX_TICKERS} tickers; one that is named twice is asked, and charged, once` })
  .transform((list) => [...new Set(list)]);

const date = z.string({ error: required('a date as YYYY-MM-DD') }).refine(isIsoDate, {
  error: ({ input }) => `${shown(String(input))} is not a date: write it as YYYY-MM-DD`,
});

const from = date
  .refine((day) => !isIsoDate(day) || day >= EARLIEST_FROM, {
    error: `must be ${EARLIEST_FROM} or later: no older data is served`,
  })
  .meta({
    description: `First day, ${EARLIEST_FROM} or later, as YYYY-MM-DD`,
    format: 'date',
    examples: ['2026-01-05'],
  });

const to = date.meta({
  description: `Last day, not before \`from\`; a range has at most ${MAX_RANGE_DAYS} days, both ends counted`,
  format: 'date',
  examples: ['2026-01-09'],
});

export const dateRange = { from, to };

export const market = oneOf<Market>(MARKETS).meta({
  description: 'Market: RG (regular), NG (negotiated) or ALL (both)',
});
export const investor = oneOf<Investor>(INVESTORS).meta({
  description: "The broker's clients that are counted: all, f (foreign) or d (domestic)",
});

/** The rules on a range as a whole, for a request whose `from` and `to` are each right. */
export function checkRange(range: { from: IsoDate; to: IsoDate }, context: z.RefinementCtx): void {
  const days = daysInRange(range.from, range.to);
  const problem =
    days < 1
      ? `must not be before ${range.from}, where the range starts`
      : days > MAX_RANGE_DAYS
        ? `ends a range of ${days} days; a request takes at most ${MAX_RANGE_DAYS}, both ends counted`
        : undefined;
  if (problem) context.addIssue({ code: 'custom', path: ['to'], message: problem });
}
