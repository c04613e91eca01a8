import type { FastifyError } from 'fastify';
import { MAX_BODY_KIB } from '../../../core/contract.ts';
import { statusOf } from '../../../core/error-codes.ts';
import { AlirError } from '../../../core/errors.ts';

/** Usage can be recorded again only after an operator acts. */
const UNRECORDED_RETRY_S = 60;
const UNREADABLE_JSON = 'is not valid JSON, or contains a forbidden key (__proto__ or constructor)';

/** Converts any thrown value to an error that callers may see. Errors that are not for callers become `internal_error`. */
export function publicError(error: unknown): AlirError {
  if (isLedgerTrouble(error)) return unrecorded(error);
  if (error instanceof AlirError && statusOf(error.code) !== undefined) return error;
  return fastifyError(error as FastifyError) ?? internalError(error);
}

/**
 * An error as callers may see it, for programs that show its text to a person who can fix the request.
 * @throws the error itself if its status is 429 or above: such programs try again by the status
 */
export function fixableError(error: unknown): { readonly shown: AlirError; readonly status: number } {
  const shown = publicError(error);
  const status = statusOf(shown.code) ?? 500;
  if (status >= 429) throw error;
  return { shown, status };
}

/** True if the ledger cannot be written because of its file or disk, which an operator can repair. */
function isLedgerTrouble(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return (
    code === 'ledger_replaced' ||
    code === 'ledger_damaged' ||
    (typeof code === 'string' && /^SQLITE_(FULL|IOERR|CORRUPT|NOTADB|READONLY|CANTOPEN)/.test(code))
  );
}

/** Hides the message of the cause, which is for the operator. */
function unrecorded(cause: unknown): AlirError {
  return new AlirError(
    'not_ready',
    'The service cannot record usage at the moment. Nothing was charged. Try again later.',
    { retry_after_s: UNRECORDED_RETRY_S, cause },
  );
}

function internalError(cause: unknown): AlirError {
  return new AlirError(
    'internal_error',
    'An internal error occurred. Try again later; if the error persists, report the request_id.',
    { cause },
  );
}

function fastifyError(error: FastifyError): AlirError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AlirError(
        'body_too_large',
        `The request body is too large: it can have at most ${MAX_BODY_KIB} KiB. Send less in it, or several requests.`,
      );
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AlirError(
        'unsupported_media_type',
        'Send the body as JSON, with the header Content-Type: application/json.',
      );
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return requestProblem(
        'malformed_request',
        'body',
        'has a different length than the Content-Length header',
      );
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return requestProblem('invalid_json', 'body', 'is empty: send a JSON object');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return requestProblem('invalid_json', 'body', UNREADABLE_JSON);
    case 'FST_ERR_BAD_URL':
      return requestProblem('invalid_url', 'url', 'cannot be decoded: check its percent-encoding');
    // The codes of @fastify/csrf-protection.
    case 'FST_CSRF_MISSING_SECRET':
    case 'FST_CSRF_INVALID_TOKEN':
      return new AlirError('form_expired', 'This form has expired. Reload the page and submit it again.');
    default:
      return unnamedClientError(error);
  }
}

/** Maps a 4xx error of Fastify that has no known code. */
function unnamedClientError(error: FastifyError): AlirError | undefined {
  if (error.statusCode === undefined || error.statusCode < 400 || error.statusCode >= 500) return undefined;
  return error instanceof SyntaxError
    ? requestProblem('invalid_json', 'body', UNREADABLE_JSON)
    : requestProblem('malformed_request', 'request', 'cannot be read: check its method and its headers');
}

/** Creates a 400 about one part of the request. */
export function requestProblem(
  code: 'invalid_json' | 'invalid_url' | 'malformed_request',
  field: string,
  message: string,
): AlirError {
  return new AlirError(code, `${field} ${message}`, { fields: [{ field, message }] });
}

/**
 * Creates a 400 about a text that SQLite would store and PostgreSQL refuses, so that a ledger could not be copied.
 * @param written how the character stands in the request
 */
export function nulProblem(
  code: 'invalid_json' | 'invalid_url' | 'malformed_request',
  field: string,
  written: '%00' | '\\u0000',
): AlirError {
  return requestProblem(code, field, `contains a NUL character (${written}): remove it`);
}
