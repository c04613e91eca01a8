import * as z from 'zod';
import type { ErrorCode } from '../../core/error-codes.ts';
import { NULL_SCHEMA, successBody } from '../http/responses/envelope.ts';
import type { ApiDescription } from './api-description.ts';
import type { Components, Schema } from './components.ts';
import { EVERY_HEADER, headersOf, LIMIT_HEADERS } from './headers.ts';
import { envelope, secured } from './operation.ts';

const message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.int()]).optional(),
  method: z.string(),
  params: z.looseObject({}).optional(),
});
const reply = z.looseObject({ jsonrpc: z.literal('2.0') });
const TOOL_CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'get_usage', arguments: {} },
};

/** Errors of the message, except those with status 400, which can also be JSON-RPC errors. */
const MCP_ERRORS: readonly ErrorCode[] = [
  'request_timeout',
  'headers_too_large',
  'internal_error',
  'shutting_down',
  'unauthorized',
  'address_not_allowed',
  'scope_missing',
  'host_not_allowed',
  'body_too_large',
  'unsupported_media_type',
  'rate_limited',
  'overloaded',
  'not_ready',
];

/** Errors of any request without a key. */
const OPEN_ERRORS: readonly ErrorCode[] = [
  'invalid_url',
  'malformed_request',
  'request_timeout',
  'address_limited',
  'headers_too_large',
  'internal_error',
  'overloaded',
  'shutting_down',
];
const NOTIFICATION_ERRORS: readonly ErrorCode[] = [
  'invalid_json',
  'payment_refused',
  'unknown_order',
  'body_too_large',
  'unsupported_media_type',
  'not_ready',
  'payment_unavailable',
];

const home = z.strictObject({
  name: z.string(),
  version: z.string(),
  about: z.string(),
  authentication: z.string(),
  links: z.record(z.string(), z.string()).meta({ description: 'Paths on this server' }),
});
const live = z.strictObject({ status: z.literal('ok') });
const ready = z.strictObject({
  status: z.literal('ok'),
  newest_day: z.string().meta({ format: 'date', description: 'The newest published day' }).nullable(),
  newest_day_age_days: z
    .int()
    .meta({ description: 'Age of newest_day in calendar days, in Jakarta' })
    .nullable(),
  stale: z
    .boolean()
    .meta({ description: 'True if a trading day after newest_day should be published by now' }),
  gaps: z.int().min(0).meta({ description: 'Trading days that should be published by now, but are not' }),
  rejected_files: z.int().min(0).meta({ description: 'Rejected files whose day is still not published' }),
});

/** The paths that are not operations: MCP, the notifications of the payment provider, and the service itself. */
export function servicePaths(
  components: Components,
  { examples: { answers }, files, payment_provider }: ApiDescription,
): Record<string, object> {
  /** A response has limit headers if the request has a valid key, although most of these paths need none. */
  const headers = headersOf([...EVERY_HEADER, ...LIMIT_HEADERS]);
  const json = (schema: Schema, example?: unknown) => ({ 'application/json': { schema, example } });
  const text = (type: string) => ({ [type]: { schema: { type: 'string' } } });
  const open = (operationId: string, summary: string, content: object, ...errors: ErrorCode[]) => {
    const name = errors.length > 0 ? operationId : 'Open';
    return {
      operationId,
      summary,
      description:
        'No key is needed. A request with a valid key counts towards the rate limit of its account, and the response has the headers of that limit.',
      tags: ['Service'],
      security: [],
      responses: {
        200: { description: summary, headers, content },
        ...components.errors({ name, codes: [...OPEN_ERRORS, ...errors], has_limit_headers: true }),
      },
    };
  };
  const mcp = () => {
    const refused = (status: number) => json({ type: 'object' }, answers[`mcp ${status}`]);
    return {
      operationId: 'mcp',
      summary: 'A message of the Model Context Protocol',
      description:
        'Streamable HTTP without sessions, for clients of the protocol versions of 2025 and of 2026-07-28. Each request contains one message. `Accept` must contain `application/json` and `text/event-stream`. A tool call costs the same as its endpoint. If a tool fails, the result has `isError`. The response to an invalid message is a JSON-RPC error with status 400 or 406. Needs a key with the scope `data`.',
      tags: ['Agents'],
      security: secured('data'),
      requestBody: { required: true, content: json(components.schema(message), TOOL_CALL) },
      responses: {
        200: {
          description: 'The response to the message',
          headers,
          content: json(components.answer(reply), answers.mcp),
        },
        202: { description: 'A notification was accepted', headers },
        ...components.errors({ name: 'Mcp', codes: MCP_ERRORS, has_limit_headers: true }),
        400: { description: 'The message is not valid JSON-RPC', headers, content: refused(400) },
        406: {
          description: 'The client does not accept the response formats',
          headers,
          content: refused(406),
        },
      },
    };
  };
  const notification = (provider: string) => ({
    operationId: 'notify_payment',
    summary: 'Payment notification',
    description: `For notifications from ${provider} only; the server verifies their signature. A repeated notification is applied once.`,
    tags: ['Plans and orders'],
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    responses: {
      200: {
        description: 'The notification was accepted',
        headers: headersOf(EVERY_HEADER),
        content: json(envelope(NULL_SCHEMA), JSON.parse(String(successBody(null)))),
      },
      ...components.errors({
        name: 'Notification',
        codes: [...OPEN_ERRORS, ...NOTIFICATION_ERRORS],
        has_limit_headers: false,
      }),
    },
  });
  const guide = () => {
    const { responses, ...described } = open(
      'get_docs_file',
      'A guide as Markdown',
      text('text/markdown'),
      'not_found',
    );
    const schema = { type: 'string', enum: files };
    const file = { in: 'path', name: 'file', required: true, description: 'Name of the file', schema };
    const toPage = { description: 'Without a name, redirects to the documentation page', headers };
    return {
      ...described,
      parameters: [{ ...file, example: files[0] }],
      responses: { ...responses, 302: toPage },
    };
  };
  return {
    '/mcp': { post: mcp() },
    ...(payment_provider !== null && {
      [`/billing/notifications/${payment_provider}`]: { post: notification(payment_provider) },
    }),
    '/': {
      get: open(
        'get_home',
        'Overview and links',
        json(components.name('GetHomeAnswer', envelope(components.answer(home))), answers.get_home),
      ),
    },
    '/health/live': {
      get: open(
        'get_live',
        'Liveness: the process is running',
        json(components.answer(live), answers.get_live),
      ),
    },
    '/health/ready': {
      get: open(
        'get_ready',
        'Readiness, and the freshness of the data',
        json(components.answer(ready), answers.get_ready),
        'not_ready',
      ),
    },
    '/metrics': {
      get: open(
        'get_metrics',
        'Metrics for Prometheus. Only the operator can read them: with the metrics token, on a separate port, or from the same machine',
        text('text/plain'),
        'unauthorized',
        'not_found',
      ),
    },
    '/openapi.json': { get: open('get_openapi', 'This document', json({ type: 'object' })) },
    '/docs/reference': { get: open('get_docs', 'This document as pages', text('text/html')) },
    '/docs/{file}': { get: guide() },
    '/skill.md': {
      get: open(
        'get_skill',
        'Skill for agents: vocabulary, tools, costs and worked questions',
        text('text/markdown'),
      ),
    },
    '/llms.txt': { get: open('get_llms', 'Overview for language models', text('text/plain')) },
    '/llms-full.txt': {
      get: open('get_llms_full', 'The complete documentation as one text', text('text/plain')),
    },
  };
}
