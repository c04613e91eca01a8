import * as z from 'zod';
import type { ErrorCode } from '../../core/errors.ts';
import type { Components, Schema } from './components.ts';
import type { Route } from './documented-route.ts';
import { EVERY_HEADER, headersOf, LIMIT_HEADERS } from './headers.ts';
import { secured } from './operation.ts';
import type { Examples } from './recorded-examples.ts';

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

/** `POST /mcp`. The tools describe their own input and output. */
export function mcpMessage(components: Components, { answers }: Examples): Route {
  const json = (schema: Schema, example: unknown) => ({ 'application/json': { schema, example } });
  const headers = headersOf([...EVERY_HEADER, ...LIMIT_HEADERS]);
  const refused = (status: number) => json({ type: 'object' }, answers[`mcp ${status}`]);
  const described = {
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
      400: {
        description: 'The message is not valid JSON-RPC',
        headers,
        content: refused(400),
      },
      406: { description: 'The client does not accept the response formats', headers, content: refused(406) },
    },
  };
  return { path: '/mcp', method: 'post', described };
}
