import * as z from 'zod';
import { ADJUSTMENTS } from '../../../core/market/corporate-actions.ts';
import { MEASURE_NAMES } from '../../../core/market/measure-list.ts';
import { nearest } from '../../../core/nearest.ts';
import {
  COMPARISONS,
  type Comparison,
  type Condition,
  DEFAULT_ROWS,
} from '../../../market/serving/screens/screen.ts';
import { oneOf, wholeNumber as wholeNumberOrText } from '../../http/requests/request-fields.ts';

/** The largest screen: conditions, those in `and`, `or` and `not` included; their nesting; and different days that they compare. */
const MAX_CONDITIONS = 50;
const MAX_DEPTH = 8;
const MAX_DAYS_COMPARED = 5;
const MAX_DAYS_BEFORE = 250;
const MAX_TOP = 1000;
const MAX_ROWS = 2000;
const MAX_MEASURES = 40;

/** What is wrong with a text that is not the name of a measure. */
export function notMeasure(text: string): string {
  const near = nearest(text, MEASURE_NAMES);
  return `is not a measure: ${near ? `did you mean ${near}? The` : 'the'} API reference lists all names`;
}

const measureName = z
  .string({ error: 'must be the name of a measure, such as "close"' })
  .refine((name) => MEASURE_NAMES.includes(name), { error: ({ input }) => notMeasure(String(input)) })
  .meta({
    id: 'Measure',
    description: 'Name of a measure of GET /market/measures',
    enum: [...MEASURE_NAMES],
  });

/** Names of measures. They become distinct. */
export const measureNames = (maximum: number, description: string) =>
  z
    .array(measureName, { error: 'must be an array of measures' })
    .max(maximum, { error: `must have at most ${maximum} measures: remove some` })
    .transform((names) => [...new Set(names)])
    .optional()
    .meta({ description });

/** A text is refused, as for the limits of a comparison: screens are JSON. */
const wholeNumber = (maximum: number, description: string) =>
  wholeNumberOrText(maximum, description, { acceptsText: false });

const days_before = wholeNumber(
  MAX_DAYS_BEFORE,
  'Number of published trading days before the day, to compare an earlier value of the measure. Default: the value of the day',
).optional();

const limit = z
  .union([z.number(), z.strictObject({ measure: measureName, days_before })], {
    error:
      'must be a number without quotation marks, or a measure such as {"measure":"close","days_before":1}',
  })
  .meta({ id: 'ScreenLimit', description: 'A number, or a measure' });

const KINDS = ['and', 'or', 'not', 'measure'] as const;
const COMPARING = [...(Object.keys(COMPARISONS) as Comparison[]), 'between', 'top'] as const;

const conditions = (description: string) =>
  z
    .array(condition, { error: 'must be an array of conditions' })
    .min(1, { error: 'is empty: send one or more conditions, or remove it' })
    .optional()
    .meta({ description });
const comparison = (sign: string) =>
  limit.optional().meta({ description: `The measure is ${sign} this limit` });

const condition: z.ZodType<Condition> = z
  .strictObject(
    {
      get and() {
        return conditions('All of these conditions are true');
      },
      get or() {
        return conditions('One or more of these conditions are true');
      },
      get not() {
        return condition.optional();
      },
      measure: measureName.optional(),
      days_before,
      lt: comparison('less than'),
      lte: comparison('at most'),
      gt: comparison('greater than'),
      gte: comparison('at least'),
      eq: comparison('equal to'),
      ne: comparison('not equal to'),
      between: z
        .array(limit, { error: 'must be an array of two limits' })
        .length(2, { error: 'must have two limits, the lower one first, such as [1,5]' })
        .optional()
        .meta({ description: 'The measure is from the first limit to the second one, both included' }),
      top: wholeNumber(
        MAX_TOP,
        'The measure is among this number of highest values of the day, or of the earlier day with `days_before`; of equal values, the first tickers count. All stocks of that day are ranked, also those without a row on the day of the screen',
      ).optional(),
    },
    { error: 'must be a condition, such as {"measure":"change_1d","gt":5}' },
  )
  .superRefine((sent, context) => {
    const has = (field: keyof Condition) => sent[field] !== undefined;
    const kinds = KINDS.filter(has);
    const comparing = [...COMPARING, 'days_before' as const].filter(has);
    const problem =
      kinds.length !== 1
        ? `must have exactly one of ${KINDS.join(', ')}: combine several conditions with and or or`
        : kinds[0] === 'measure' && COMPARING.filter(has).length !== 1
          ? `must compare the measure with exactly one of ${COMPARING.join(', ')}: put another comparison in a condition of its own`
          : kinds[0] !== 'measure' && comparing.length > 0
            ? `must have a measure for ${comparing.join(', ')}`
            : undefined;
    if (problem) context.addIssue({ code: 'custom', message: problem });
  })
  .meta({
    id: 'ScreenCondition',
    description:
      'Either `and`, `or` or `not`, or a measure with one comparison. A comparison with a missing value is unknown, also under `not`: such a comparison selects no stock',
  });

/** The condition of a screen. Its size is checked first, because the schema is recursive. */
const where = z
  .preprocess((sent, context) => {
    const problem = sizeProblem(sent);
    if (!problem) return sent;
    context.addIssue({ code: 'custom', path: problem.path, message: problem.message });
    return z.NEVER;
  }, condition)
  .meta({
    description: `Condition that selects stocks; at most ${MAX_CONDITIONS} conditions, ${MAX_DEPTH} levels and ${MAX_DAYS_COMPARED} different \`days_before\`. Default: all stocks`,
  });

export const screenFields = {
  where: where.optional(),
  sort: z
    .strictObject(
      {
        measure: measureName,
        direction: oneOf(['desc', 'asc'])
          .default('desc')
          .meta({ description: 'Highest first, or lowest first' }),
      },
      { error: 'must have a measure, such as {"measure":"close"}' },
    )
    .optional()
    .meta({
      description:
        'Order of the rows. Stocks without a value come last, and equal ones by ticker. Default: by ticker',
    }),
  limit: wholeNumber(MAX_ROWS, `Maximum number of rows. Default: ${DEFAULT_ROWS}`).optional(),
  measures: measureNames(MAX_MEASURES, 'Measures of the rows. Default: those of `where` and `sort`'),
  adjust: oneOf(ADJUSTMENTS).optional().meta({
    description:
      'splits (default): in shares of the newest day with measures, by the corporate actions of the operator; a measure that would mix old and new shares has no value. none: as traded, so that a split looks like a fall of the price',
  }),
};

interface Problem {
  readonly path: (string | number)[];
  readonly message: string;
}

/** The limit that a condition exceeds; undefined if none. */
function sizeProblem(where: unknown): Problem | undefined {
  const open: { readonly sent: unknown; readonly path: (string | number)[]; readonly depth: number }[] = [
    { sent: where, path: [], depth: 1 },
  ];
  const days = new Set<unknown>();
  let count = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { sent, path, depth } = next;
    count += 1;
    if (count > MAX_CONDITIONS)
      return {
        path: [],
        message: `has too many conditions: send at most ${MAX_CONDITIONS}, with those in and, or and not counted, or several screens`,
      };
    if (depth > MAX_DEPTH)
      return { path, message: `is too deep: send at most ${MAX_DEPTH} levels of and, or and not` };
    if (typeof sent !== 'object' || sent === null) continue;
    const { and, or, not, ...terms } = sent as Readonly<Record<string, unknown>>;
    for (const term of [terms, ...Object.values(terms).flat()]) {
      if (typeof term === 'object' && term !== null && 'days_before' in term) days.add(term.days_before);
    }
    if (days.size > MAX_DAYS_COMPARED) {
      return {
        path: [],
        message: `has too many different days_before: send at most ${MAX_DAYS_COMPARED}, or several screens`,
      };
    }
    if (not !== undefined) open.push({ sent: not, path: [...path, 'not'], depth: depth + 1 });
    for (const [name, list] of Object.entries({ and, or })) {
      if (!Array.isArray(list)) continue;
      for (const [index, inner] of list.entries()) {
        if (index > MAX_CONDITIONS) break;
        open.push({ sent: inner, path: [...path, name, index], depth: depth + 1 });
      }
    }
  }
  return undefined;
}
