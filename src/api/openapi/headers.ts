/** On every answer. */
export const EVERY_HEADER = ['X-Request-Id'];

/** On every answer to a known key, errors too. */
export const LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Monthly-Limit',
  'X-Monthly-Remaining',
  'X-Monthly-Reset',
  'X-Request-Cost',
];

const COUNT = { type: 'integer', minimum: 0 } as const;

/** Every header that is told of, with its meaning and its form. */
export const HEADERS: Readonly<Record<string, { readonly description: string; readonly schema: object }>> = {
  'X-Request-Id': {
    description: 'Names the request in the log of the server. A request may bring its own',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
  'X-RateLimit-Limit': { description: 'Requests that the account may send in any minute', schema: COUNT },
  'X-RateLimit-Remaining': { description: 'Requests that are left of them', schema: COUNT },
  'X-RateLimit-Reset': { description: 'Seconds until there is room for one more', schema: COUNT },
  'X-Monthly-Limit': {
    description: 'Units of the present window: a cycle of 30 days, or a day on the free plan',
    schema: COUNT,
  },
  'X-Monthly-Remaining': { description: 'Units that are left of them', schema: COUNT },
  'X-Monthly-Reset': {
    description: 'When the window ends, and the units start afresh',
    schema: { type: 'string', format: 'date-time' },
  },
  'X-Request-Cost': { description: 'Units that this request was charged; 0 for an error', schema: COUNT },
  'Retry-After': { description: 'Seconds after which to come again', schema: COUNT },
  'WWW-Authenticate': { description: 'How to authenticate', schema: { const: 'Bearer' } },
};

export function headersOf(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
