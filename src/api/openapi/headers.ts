import { EMPTY_REASONS, MAX_LISTED_DAYS } from '../../core/market/coverage.ts';

export const EVERY_HEADER = ['X-Request-Id'];

/** Headers of every response to a valid key, including errors. */
export const LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Monthly-Limit',
  'X-Monthly-Remaining',
  'X-Monthly-Reset',
  'X-Request-Cost',
];

/** Headers of every response with published data. */
export const COVERAGE_HEADERS = [
  'X-Data-Publication',
  'X-Data-Through',
  'X-Data-Days',
  'X-Data-Verified',
  'X-Data-Missing',
  'X-Empty-Reason',
  'X-Data-Adjusted',
  'X-Data-Actions',
  'X-Data-Estimate',
];

const COUNT = { type: 'integer', format: 'int64', minimum: 0 } as const;

export const HEADERS: Readonly<Record<string, { readonly description: string; readonly schema: object }>> = {
  'X-Request-Id': {
    description:
      'Identifier of the request in the server log. A client may send its own identifier in this header',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
  'X-RateLimit-Limit': { description: 'Requests that the account may send in any 60 seconds', schema: COUNT },
  'X-RateLimit-Remaining': {
    description: 'Requests that the account may still send now; the limit counts the last 60 seconds',
    schema: COUNT,
  },
  'X-RateLimit-Reset': {
    description:
      'Seconds until the oldest counted request leaves the 60-second window and X-RateLimit-Remaining increases',
    schema: { ...COUNT, minimum: 1 },
  },
  'X-Monthly-Limit': {
    description: 'Units per quota window: a cycle of 30 days, or a day on the Free plan',
    schema: COUNT,
  },
  'X-Monthly-Remaining': { description: 'Units that remain in the current quota window', schema: COUNT },
  'X-Monthly-Reset': {
    description: 'When the quota window ends and the quota resets',
    schema: { type: 'string', format: 'date-time' },
  },
  'X-Request-Cost': { description: 'Units charged for this request; 0 for an error', schema: COUNT },
  'X-Data-Publication': {
    description:
      'Number of publications that the response is made from: each new day and each correction of a day counts as one. Responses to the same request with the same number have the same data. Exception: in /market/calendar, `condition` and the verified markets also change with the time and with comparisons',
    schema: COUNT,
  },
  'X-Data-Through': {
    description: 'Newest published day; absent if nothing is published',
    schema: { type: 'string', format: 'date' },
  },
  'X-Data-Days': {
    description:
      'Number of published days in the range, a slash, and the number of expected days. Expected days are the published days, and the trading days up to today that are not published',
    schema: { type: 'string', pattern: '^\\d+/\\d+$' },
  },
  'X-Data-Verified': {
    description:
      "Number of published days in the range on which the figures of the answer equal the exchange's Stock Summary, a slash, and the number of published days. A Stock Summary shows no broker codes, no foreign figures and no prices outside RG, and the negotiated and the cash market only together: see docs/numbers.md",
    schema: { type: 'string', pattern: '^\\d+/\\d+$' },
  },
  'X-Data-Missing': {
    description: `The first ${MAX_LISTED_DAYS} trading days of the range that should be published by now and are not, separated by commas; absent if there are none`,
    schema: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d(,\\d{4}-\\d\\d-\\d\\d)*$' },
  },
  'X-Empty-Reason': {
    description: `Only for an empty result: why it is empty. ${Object.entries(EMPTY_REASONS)
      .map(([reason, text]) => `\`${reason}\`: ${text}`)
      .join('; ')}`,
    schema: { type: 'string', enum: Object.keys(EMPTY_REASONS) },
  },
  'X-Data-Adjusted': {
    description:
      'splits: volumes and prices are in shares of X-Data-Through. Only for a request with adjust=splits, which is the default of screens and the morning brief',
    schema: { type: 'string', enum: ['splits'] },
  },
  'X-Data-Actions': {
    description:
      'For one stock: its corporate actions after `from`, up to X-Data-Through, separated by a comma and a space, each as ex-date, kind and new shares for old shares: 2026-01-19 split 5/1. With adjust=splits, the volumes before an ex-date are multiplied by these factors; otherwise, the answer can mix old and new shares. Absent without an action',
    schema: { type: 'string' },
  },
  'X-Data-Estimate': {
    description: 'Why the figures are an estimate; only of /stocks/broker-position',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description:
      'Only if the same request with the same Idempotency-Key was charged before, so that this response costs nothing',
    schema: { const: 'true' },
  },
  'Retry-After': { description: 'Seconds to wait before the next request', schema: COUNT },
  'WWW-Authenticate': { description: 'The authentication scheme', schema: { const: 'Bearer' } },
};

export function headersOf(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
