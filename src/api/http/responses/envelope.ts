import * as z from 'zod';
import { PUBLIC_CODES, statusOf } from '../../../core/error-codes.ts';
import type { AlirError } from '../../../core/errors.ts';
import { jsonBytes } from '../../../formats/json.ts';

/** Alternating header names and values. Node writes this form fastest. */
export type HeaderList = readonly (string | number)[];

/** The same as pairs of a name and a value. */
export function headerPairs(list: HeaderList): [string, string][] {
  const names = list.filter((_, place) => place % 2 === 0);
  return names.map((name, place) => [String(name), String(list[2 * place + 1])]);
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** For JSON responses: no caching by proxies, no framing, no content sniffing, no scripts. */
export const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;

/** Builds the body of a 200. A Map becomes an object with its keys in order. @param dry_run the cost, if only it was asked */
export function successBody(data: unknown, dry_run?: { readonly units: number }): Buffer {
  const end = dry_run === undefined ? '}' : `,"dry_run":${JSON.stringify(dry_run)}}`;
  return jsonBytes(data, '{"success":true,"data":', `,"error":null${end}`);
}

/** A field that is null. Generators of clients have no type for `null` alone. */
export const NULL_SCHEMA = { type: ['string', 'null'], enum: [null] };

const fieldProblem = z.strictObject({
  field: z.string().meta({ description: 'Name of the field, such as tickers[3]' }),
  message: z.string().meta({ description: 'What is wrong with the field' }),
});

export const errorBodySchema = z
  .strictObject({
    success: z.literal(false),
    data: z.null().meta(NULL_SCHEMA),
    error: z.string().meta({ description: 'What is wrong and how to fix it' }),
    detail: z.string().meta({
      description: 'The same text as `error`. Only a 403 caused by the quota has a fixed text here',
    }),
    code: z.enum(PUBLIC_CODES).meta({ description: 'Error code for programs' }),
    request_id: z.string().meta({ description: 'Identifier of the request, the same as in X-Request-Id' }),
    errors: z.array(fieldProblem).meta({ description: 'Only for status 400: each invalid field' }).optional(),
  })
  .meta({ id: 'ErrorBody', description: 'The body of every error response' });

export function errorBody(error: AlirError, request_id: string): string {
  return JSON.stringify({
    success: false,
    data: null,
    error: error.message,
    detail: error.detail,
    code: error.code,
    request_id,
    ...(statusOf(error.code) === 400 ? { errors: error.fields } : {}),
  });
}
