import { AlirError } from '../../core/errors.ts';

/** Maximum nesting of a message. Deeper JSON can exhaust the stack of the code that reads it. */
const MAX_DEPTH = 64;

/**
 * Accepts one message at a time. Only protocol version 2025-03-26 had batches, and the response to a message of a batch could be lost after
 * the charge.
 * @param body undefined if there is none
 * @throws AlirError `invalid_request`, `unsupported_media_type`
 */
export function checkMessage(body: unknown): void {
  if (body === undefined) {
    throw new AlirError(
      'unsupported_media_type',
      'Send the message as JSON, with the header Content-Type: application/json.',
    );
  }
  if (Array.isArray(body))
    throw wrongBody('must be one message: batches are not supported, so send one message per request');
  if (isDeeperThan(MAX_DEPTH, body)) throw wrongBody(`is nested more than ${MAX_DEPTH} levels deep`);
}

/** True for a call that a tool will answer, with a result or an error. */
export function isCallOf(body: unknown, tools: ReadonlySet<string>): boolean {
  const { id, method, params } = (body ?? {}) as Partial<Record<string, unknown>>;
  if (method !== 'tools/call' || !(typeof id === 'string' || Number.isInteger(id))) return false;
  const { name, arguments: args = {} } = (params ?? {}) as Partial<Record<string, unknown>>;
  const isObject = typeof args === 'object' && args !== null && !Array.isArray(args);
  return typeof name === 'string' && tools.has(name) && isObject;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}

function wrongBody(message: string): AlirError {
  return new AlirError('invalid_request', `body ${message}`, { fields: [{ field: 'body', message }] });
}
