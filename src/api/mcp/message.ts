import { AlirError, invalidField } from '../../core/errors.ts';

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
    throw invalidField(
      'body',
      'must be one message: batches are not supported, so send one message per request',
    );
  if (isDeeperThan(MAX_DEPTH, body))
    throw invalidField('body', `is nested more than ${MAX_DEPTH} levels deep`);
}

/** True for a call that a tool will answer, with a result or an error. */
export function isCallOf(body: unknown, tools: ReadonlySet<string>): boolean {
  const { id, method, params } = (body ?? {}) as Partial<Record<string, unknown>>;
  if (method !== 'tools/call' || !(typeof id === 'string' || Number.isInteger(id))) return false;
  const { name, arguments: args = {} } = (params ?? {}) as Partial<Record<string, unknown>>;
  const isObject = typeof args === 'object' && args !== null && !Array.isArray(args);
  return typeof name === 'string' && tools.has(name) && isObject;
}

const INVALID_PARAMS = -32602;
const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  object: 'a JSON object',
  record: 'a JSON object',
};

interface ErrorResponse {
  readonly error?: {
    readonly message: string;
    readonly data?: { readonly requested?: string; readonly supported?: readonly string[] };
  };
}

/** Says what to do about an error for which the package has no advice; null for another one. */
function adviceOn({ message, data }: NonNullable<ErrorResponse['error']>): string | null {
  if (message.startsWith('Not Acceptable'))
    return 'Send the header Accept: application/json, text/event-stream.';
  if (!message.includes('Unsupported protocol version')) return null;
  const [, sent, list] = /version: (\S+) \(supported versions: (.*)\)/.exec(message) ?? [];
  const [requested, supported] = [data?.requested ?? sent, data?.supported?.join(', ') ?? list];
  return `The protocol version ${requested} is not supported. Send one of these in the header MCP-Protocol-Version: ${supported}.`;
}

/** Words the errors of a response that the package lists as JSON or has no advice for. @param content of the response @returns the content */
export function wordedContent(content: string): string {
  if (!content.includes('"error":{"code":')) return content;
  const response = JSON.parse(content) as ErrorResponse;
  const advice = response.error && adviceOn(response.error);
  if (advice) return JSON.stringify({ ...response, error: { ...response.error, message: advice } });
  const [list] = /\[\n[\s\S]*\]$/.exec(response.error?.message ?? '') ?? [];
  if (list === undefined) return content;
  const issues = JSON.parse(list) as { path: readonly string[]; expected: string; message: string }[];
  const problems = issues.map(({ path, expected, message }) => {
    const kind = KINDS[expected] ?? expected;
    return `${path.join('.')} ${message.endsWith('received undefined') ? 'is required:' : 'must be'} ${kind}`;
  });
  return JSON.stringify({ ...response, error: { code: INVALID_PARAMS, message: problems.join('; ') } });
}

function isDeeperThan(levels: number, value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}
