import { parse } from 'node:querystring';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AlirError, type FieldProblem } from '../../core/errors.ts';

const MAX_PROBLEMS = 20;
/** Of a name that a caller made up, as an error repeats it. */
export const MAX_NAME_CHARACTERS = 64;

/** The parameters in the URL of a request; one that is named twice has an array. */
export function queryOf(request: FastifyRequest): object {
  const url = request.raw.url ?? '';
  const start = url.indexOf('?');
  return start === -1 ? {} : { ...parse(url.slice(start + 1)) };
}

/** The request as its schema reads it. @throws AlirError `invalid_request` that names each field that is wrong */
export function validated<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const result = schema.safeParse(input, { reportInput: false });
  if (result.success) return result.data;
  const fields = result.error.issues.flatMap(problems).slice(0, MAX_PROBLEMS);
  const message = fields.map((problem) => `${problem.field} ${problem.message}`).join('; ');
  throw new AlirError('invalid_request', message, { fields });
}

function problems(issue: z.core.$ZodIssue): FieldProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: key.slice(0, MAX_NAME_CHARACTERS),
      message: 'is not a field of this request: remove it',
    }));
  }
  return [{ field: fieldName(issue.path), message: issue.message }];
}

/** `tickers[3]`; `body` for the request as a whole. */
function fieldName(path: readonly PropertyKey[]): string {
  const name = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return name.replace(/^\./, '') || 'body';
}
