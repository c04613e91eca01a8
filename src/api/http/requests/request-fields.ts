import * as z from 'zod';
import { EARLIEST_DATE, MAX_BROKERS, MAX_RANGE_DAYS, MAX_TICKERS } from '../../../core/contract.ts';
import { daysInRange, type IsoDate, instantOf, isIsoDate } from '../../../core/dates.ts';
import { ADJUSTMENTS } from '../../../core/market/corporate-actions.ts';
import {
  INVESTORS,
  type Investor,
  MARKETS,
  type Market,
  TICKER,
  TICKER_PATTERN_AS_SENT,
  tickerInSymbol,
  tickerOf,
} from '../../../core/market/market.ts';

/** Schema of a request with exactly these fields. */
export function requestOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: ({ input }) => (input === undefined ? 'is required: a JSON object' : 'must be a JSON object'),
  });
}

/** Schema of the query of a page, which ignores other parameters. */
export function queryWith<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape);
}

const SHOWN_CHARACTERS = 32;
const shown = (value: string): string =>
  JSON.stringify(value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)}...` : value);

/** The message of a field that is missing, repeated or of another kind. */
export const required =
  (kind: string) =>
  ({ input }: { input?: unknown }): string => {
    if (input === undefined) return `is required: ${kind}`;
    return Array.isArray(input) ? `must be given once, as ${kind}` : `must be ${kind}`;
  };

/** Accepts one of some words in any case, and returns it in the case of the list. */
export const oneOf = <Word extends string>(words: readonly Word[]): z.ZodType<Word, string> => {
  const byUpperCase = new Map<string, Word>(words.map((word) => [word.toUpperCase(), word]));
  const error = required(`one of ${words.join(', ')}`);
  // `overwrite` keeps the default in the JSON Schema; a transform would lose it.
  const word = z
    .string({ error })
    .overwrite((sent) => byUpperCase.get(sent.toUpperCase()) ?? sent)
    .refine((sent) => words.includes(sent as Word), { error })
    .meta({ enum: [...words] });
  return word as unknown as z.ZodType<Word, string>;
};

/** A ticker in a request. It is trimmed and upper-cased. */
export const ticker = z
  .string({ error: required('a ticker such as BBCA') })
  .meta({
    description: 'Ticker of a stock, such as BBCA or BRMS-W; case-insensitive',
    pattern: TICKER_PATTERN_AS_SENT,
    examples: ['BBCA'],
  })
  .transform((text, context) => {
    const ticker = tickerOf(text);
    if (ticker !== undefined) return ticker;
    const meant = tickerInSymbol(text);
    const message =
      meant === undefined
        ? `${shown(text)} is not a ticker: 1 to 12 letters, digits or dashes, such as BBCA or BRMS-W`
        : `${shown(text)} is a symbol in the format of another service: send ${meant}`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** A ticker in a response. */
export const tickerKey = z.string().regex(TICKER);

/** The tickers of a batch, without duplicates, in the order of first appearance. */
export const tickers = z
  .array(ticker, {
    error: ({ input }) =>
      input === undefined ? `is required: 1 to ${MAX_TICKERS} tickers` : 'must be an array of tickers',
  })
  .min(1, { error: `must have 1 to ${MAX_TICKERS} tickers; it is empty` })
  .max(MAX_TICKERS, {
    error: `must have 1 to ${MAX_TICKERS} tickers; split a longer list into several requests`,
  })
  .meta({ description: `1 to ${MAX_TICKERS} tickers; a repeated ticker is returned and charged once` })
  .transform((list) => [...new Set(list)]);

const date = z.string({ error: required('a date as YYYY-MM-DD') }).refine(isIsoDate, {
  error: ({ input }) =>
    /^\d{4}-\d\d-\d\d$/.test(String(input))
      ? `${shown(String(input))} does not exist in the calendar`
      : `${shown(String(input))} is not a date: write it as YYYY-MM-DD`,
});

const from = date
  .refine((day) => !isIsoDate(day) || day >= EARLIEST_DATE, {
    error: `must be ${EARLIEST_DATE} or later: earlier data is not available`,
  })
  .meta({
    description: `First day, ${EARLIEST_DATE} or later, as YYYY-MM-DD`,
    format: 'date',
    examples: ['2026-01-05'],
  });

export const market = oneOf(Object.keys(MARKETS) as Market[]).meta({
  description:
    'Market: RG (regular), NG (negotiated) or ALL (both); case-insensitive. Without it, foreign flow is of ALL, and all other data is of RG',
});
export const investor = oneOf(Object.keys(INVESTORS) as Investor[]).meta({
  description:
    "Which trades to include, by the type of the broker's client: all, f (foreign) or d (domestic); case-insensitive",
});

export const adjust = oneOf(ADJUSTMENTS)
  .meta({
    description:
      'none: volumes and prices as they were traded. splits: volumes and prices of earlier days in shares of the newest published day, after the stock splits, reverse splits, bonus shares and rights in the file of the operator. Values do not change',
  })
  .default('none');

/** A whole number up to a maximum, as JSON or as the text of a query parameter. */
export function wholeNumber(
  maximum: number,
  description: string,
  { minimum = 1, acceptsText = true } = {},
): z.ZodType<number, number> {
  const kind = `a whole number from ${minimum} to ${maximum}`;
  const isQuoted = (sent: unknown) => !acceptsText && typeof sent === 'string' && /\d/.test(sent);
  const error = (issue: { input?: unknown }) =>
    required(isQuoted(issue.input) ? `${kind}, without quotation marks` : kind)(issue);
  // `overwrite` keeps the default in the JSON Schema; a transform would lose it.
  const number = z
    .unknown()
    .overwrite((sent) =>
      acceptsText && typeof sent === 'string' && /^\d{1,9}$/.test(sent) ? Number(sent) : sent,
    )
    .refine((sent) => Number.isInteger(sent) && Number(sent) >= minimum && Number(sent) <= maximum, { error })
    .meta({ description, type: 'integer', minimum, maximum });
  return number as unknown as z.ZodType<number, number>;
}

const BROKER_CODE = /^\s*[A-Za-z0-9]{2}\s*$/;

/** A broker code in a request. It is trimmed and upper-cased. */
export const brokerCode = z
  .string({ error: required('a broker code such as AK') })
  .regex(BROKER_CODE, {
    error: ({ input }) =>
      `${shown(String(input))} is not a broker code: send 2 letters or digits, such as AK`,
  })
  .meta({ description: 'Broker code, 2 letters or digits; case-insensitive', examples: ['AK'] })
  .transform((text) => text.trim().toUpperCase());

const BROKER_CODES = /^\s*[A-Za-z0-9]{2}\s*(?:,\s*[A-Za-z0-9]{2}\s*)*$/;

/** Broker codes, separated by commas. They become upper-case and distinct, in the order of the alphabet. */
export const brokers = z
  .string({ error: required(`1 to ${MAX_BROKERS} broker codes, separated by commas, such as AK,BK`) })
  .meta({
    description: `1 to ${MAX_BROKERS} broker codes, separated by commas; case-insensitive`,
    pattern: BROKER_CODES.source,
    examples: ['AK,BK'],
  })
  .transform((text, context) => {
    const codes = text
      .toUpperCase()
      .split(',')
      .map((code) => code.trim());
    if (BROKER_CODES.test(text) && codes.length <= MAX_BROKERS) return [...new Set(codes)].toSorted();
    const message = `must be 1 to ${MAX_BROKERS} broker codes of 2 letters or digits, separated by commas, such as AK,BK`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

interface Range {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** The fields of a range of at most `max_days` days, and the check of the range as a whole. */
function rangeUpTo(max_days: number) {
  const to = date.meta({
    description: `Last day, not before \`from\`. A range has at most ${max_days} days, including the first and the last day`,
    format: 'date',
    examples: ['2026-01-09'],
  });
  /** Does nothing if `from` or `to` is not a date. */
  const check = (range: Range, context: z.RefinementCtx) => {
    if (!isIsoDate(range.from) || !isIsoDate(range.to)) return;
    const days = daysInRange(range.from, range.to);
    const problem =
      days < 1
        ? `must not be before the first day of the range, ${range.from}`
        : days > max_days
          ? `is too late: the range has ${days} days, and the maximum is ${max_days} days, including the first and the last day`
          : undefined;
    if (problem) context.addIssue({ code: 'custom', path: ['to'], message: problem });
  };
  return { fields: { from, to }, check };
}

export const { fields: dateRange, check: checkRange } = rangeUpTo(MAX_RANGE_DAYS);

/** Schema of a request for a range of at most `max_days` days: its subject, the days, then the other fields. */
export function rangeRequest<Subject extends z.ZodRawShape, Others extends z.ZodRawShape>(
  subject: Subject,
  others: Others,
  max_days = MAX_RANGE_DAYS,
) {
  const { fields, check } = rangeUpTo(max_days);
  // TypeScript does not see that the days are among the fields of a generic schema.
  const checkDays = (range: unknown, context: z.RefinementCtx) => check(range as Range, context);
  return requestOf({ ...subject, ...fields, ...others }).superRefine(checkDays);
}

/** True for a request that returns its cost, and does nothing else. */
export const dryRun = z
  .boolean({ error: 'must be true or false' })
  .meta({
    description:
      'true: nothing is computed or charged, `data` is empty, and `dry_run.units` of the response is what the request costs. Default: false',
  })
  .optional();

/** Adds the columns for people to rows. */
export const names = z
  .string({ error: required('1') })
  .refine((sent) => sent === '1', { error: 'must be 1' })
  .meta({
    description:
      '1: rows also have names of brokers and companies, net volumes and values, and volumes in lots of 100 shares. Only in formats of rows, such as `Accept: text/csv`, never in JSON. The cost is the same',
    examples: ['1'],
  })
  .optional();

/** A space before the offset is a plus sign that the URL did not encode. */
const UNENCODED_PLUS = / (?=\d\d:?\d\d$)/;

/** The time whose answer is requested. It becomes ISO 8601 in UTC, with milliseconds. */
export const knownAt = z
  .string({ error: required('a time in ISO 8601 with a time zone, such as 2026-01-31T17:00:00+07:00') })
  .meta({
    description:
      'Returns the answer that was given at this time, before later publications and corrections: a time in ISO 8601 with a time zone. The cost is the same',
    format: 'date-time',
    examples: ['2026-01-31T17:00:00+07:00'],
  })
  .transform((text, context) => {
    const time = instantOf(text.trim().replace(UNENCODED_PLUS, '+'));
    if (time) return time.toISOString();
    const message = `${shown(text)} is not a time in ISO 8601 with a time zone, such as 2026-01-31T17:00:00+07:00`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .optional();
