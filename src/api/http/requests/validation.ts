import { parse } from 'node:querystring';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AlirError, type FieldProblem } from '../../../core/errors.ts';

const MAX_PROBLEMS = 20;
/** Maximum length of a caller's field name that an error repeats. */
export const MAX_NAME_CHARACTERS = 64;

/** Returns the query parameters of a request. A repeated parameter becomes an array. */
export function queryOf(request: FastifyRequest): object {
  const url = request.raw.url ?? '';
  const start = url.indexOf('?');
  return start === -1 ? {} : parse(url.slice(start + 1));
}

/** Validates a request against its schema. @throws AlirError `invalid_request` that names each invalid field */
export function validated<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const result = schema.safeParse(input, { reportInput: false, error: messageOf });
  if (result.success) return result.data;
  const firstOf = new Map<string, FieldProblem>();
  for (const problem of result.error.issues.flatMap(problems)) {
    if (!firstOf.has(problem.field)) firstOf.set(problem.field, problem);
  }
  const fields = [...firstOf.values()].slice(0, MAX_PROBLEMS);
  const message = fields.map((problem) => `${problem.field} ${problem.message}`).join('; ');
  throw new AlirError('invalid_request', message, { fields });
}

const KINDS: ReadonlyMap<unknown, string> = new Map([
  ['string', 'a text'],
  ['boolean', 'true or false'],
]);

/** The message about a field whose schema has no message of its own. */
function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  const isLimit = issue.code === 'too_small' || issue.code === 'too_big';
  const [verb, noun] = isLimit && issue.origin === 'string' ? ['have', ' characters'] : ['be', ''];
  if (issue.code === 'too_small') return `must ${verb} ${issue.minimum} or more${noun}`;
  if (issue.code === 'too_big') return `must ${verb} at most ${issue.maximum}${noun}`;
  const kind =
    issue.code === 'invalid_value' ? `one of ${issue.values.join(', ')}` : KINDS.get(issue.expected);
  if (kind === undefined) return undefined;
  return issue.input === undefined ? `is required: ${kind}` : `must be ${kind}`;
}

function problems(issue: z.core.$ZodIssue): FieldProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: fieldName([...issue.path, key.slice(0, MAX_NAME_CHARACTERS)]),
      message: 'is not a field of this endpoint: remove it',
    }));
  }
  return [{ field: fieldName(issue.path), message: issue.message }];
}

/** `tickers[3]`; `body` for the request as a whole. */
function fieldName(path: readonly PropertyKey[]): string {
  const name = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return name.replace(/^\./, '') || 'body';
}
