import { expect, test } from 'vitest';
import { z } from 'zod';
import { type AnyEndpoint, endpoint, openEndpoint } from '../../../src/api/http/endpoint.ts';
import { requestOf } from '../../../src/api/http/requests/request-fields.ts';
import { keyed } from '../../../src/api/http/responses/response-fields.ts';

/** The compiler checks this file: each `@ts-expect-error` fails the type check when its line compiles. */

const definition = {
  name: 'get_total',
  title: 'Total',
  group: 'Totals',
  description: 'A total',
  route: 'GET /total',
  scope: 'any',
  input: requestOf({ ticker: z.string() }),
  units: 0,
  depends_on: 'caller',
} as const;

const total = z.strictObject({ total: z.int(), note: z.string().nullable() });
const good = { total: 1, note: null };
const extra = { ...good, other: 1 };

const made: AnyEndpoint[] = [
  endpoint({ ...definition, output: total, answer: async () => good }),
  endpoint({ ...definition, output: z.array(total), answer: async () => [good] }),
  endpoint({ ...definition, output: keyed(z.string(), total), answer: async () => new Map([['A', good]]) }),
  // @ts-expect-error a field of the schema is missing
  endpoint({ ...definition, output: total, answer: async () => ({ total: 1 }) }),
  // @ts-expect-error a field has another type
  endpoint({ ...definition, output: total, answer: async () => ({ total: '1', note: null }) }),
  // @ts-expect-error the schema has no field `other`
  endpoint({ ...definition, output: total, answer: async () => ({ total: 1, note: null, other: 1 }) }),
  // @ts-expect-error nor in a value that is not a literal
  endpoint({ ...definition, output: total, answer: async () => extra }),
  // @ts-expect-error nor in the items of an array
  endpoint({ ...definition, output: z.array(total), answer: async () => [extra] }),
  // @ts-expect-error nor in the values of a Map
  endpoint({ ...definition, output: keyed(z.string(), total), answer: async () => new Map([['A', extra]]) }),
  // @ts-expect-error nor in an object within an object
  endpoint({ ...definition, output: z.strictObject({ total }), answer: async () => ({ total: extra }) }),
  // @ts-expect-error the input has no field `tickers`
  endpoint({ ...definition, output: total, answer: async ({ tickers }) => ({ ...good, total: tickers }) }),
  // The caller of an endpoint with credentials is never null.
  endpoint({ ...definition, output: total, answer: async (_, { name }) => ({ ...good, note: name }) }),
  openEndpoint({
    ...definition,
    output: total,
    answer: async (_, who) => ({ ...good, note: `${who?.name}` }),
  }),
  // @ts-expect-error the caller of an open endpoint may be null
  openEndpoint({ ...definition, output: total, answer: async (_, { name }) => ({ ...good, note: name }) }),
];

test('only an open endpoint allows anonymous requests', () => {
  const allowed = [...Array(11).keys()].map(() => false);
  expect(made.map(({ allowsAnonymous }) => allowsAnonymous)).toEqual([...allowed, false, true, true]);
});
