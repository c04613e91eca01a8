import { z } from 'zod';
import type { ErrorCode } from '../core/errors.ts';
import { successBody } from '../http/envelope.ts';
import type { Components, Schema } from './components.ts';
import type { Documented } from './documented.ts';
import type { Examples } from './examples.ts';
import { EVERY_HEADER, headersOf, LIMIT_HEADERS } from './headers.ts';
import { envelope } from './operation.ts';

/** A method of a path, as OpenAPI describes it. */
export interface Route {
  readonly path: string;
  readonly method: string;
  readonly described: object;
}

/** What any request without a key may meet. */
const OPEN_ERRORS: readonly ErrorCode[] = [
  'invalid_url',
  'malformed_request',
  'request_timeout',
  'headers_too_large',
  'internal_error',
  'shutting_down',
];

const live = z.strictObject({ status: z.literal('ok') });
const ready = z.strictObject({
  status: z.literal('ok'),
  newest_day: z.string().meta({ format: 'date', description: 'The newest published day' }).nullable(),
  newest_day_age_days: z.int().meta({ description: 'Its age in calendar days, in Jakarta' }).nullable(),
  gaps: z.int().min(0).meta({ description: 'Trading days that are due and not published' }),
  rejected_files: z.int().min(0).meta({ description: 'Rejected files whose day no other has brought' }),
});

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

/** The routes that are no operation on the data. */
export function otherRoutes(
  components: Components,
  { examples, files, payment_provider }: Documented,
): Route[] {
  const { answers } = examples;
  const json = (schema: Schema, example: unknown) => ({ 'application/json': { schema, example } });
  const page = (path: string, operationId: string, summary: string, type: string) =>
    open(components, path, operationId, summary, { [type]: { schema: { type: 'string' } } });
  return [
    {
      path: '/mcp',
      method: 'post',
      described: mcp(
        components,
        json(components.schema(message), TOOL_CALL),
        json(components.schema(reply), answers.mcp),
        answers,
      ),
    },
    ...(payment_provider === null ? [] : [notification(components, payment_provider)]),
    open(
      components,
      '/health/live',
      'get_live',
      'The process runs',
      json(components.schema(live), answers.get_live),
    ),
    open(
      components,
      '/health/ready',
      'get_ready',
      'It can answer, and from how fresh data',
      json(components.schema(ready), answers.get_ready),
      ['not_ready'],
    ),
    page('/metrics', 'get_metrics', 'Figures for Prometheus', 'text/plain'),
    open(components, '/openapi.json', 'get_openapi', 'This document', {
      'application/json': { schema: { type: 'object' } },
    }),
    page('/docs', 'get_docs', 'This document as a page, to read and to try', 'text/html'),
    pageFiles(components, files),
    page('/llms.txt', 'get_llms', 'What a language model should know first', 'text/plain'),
    page('/llms-full.txt', 'get_llms_full', 'All that is written about the service', 'text/plain'),
  ];
}

function open(
  components: Components,
  path: string,
  operationId: string,
  summary: string,
  content: object,
  errors: readonly ErrorCode[] = [],
) {
  const described = {
    operationId,
    summary,
    description: 'No key is needed.',
    tags: ['Service'],
    security: [],
    responses: {
      200: { description: summary, headers: headersOf(EVERY_HEADER), content },
      ...components.errors({
        name: errors.length > 0 ? operationId : 'Open',
        codes: [...OPEN_ERRORS, ...errors],
        tells_limits: false,
      }),
    },
  };
  return { path, method: 'get', described };
}

/** What the page is made of, and the guides. */
function pageFiles(components: Components, files: readonly { name: string; type: string }[]): Route {
  const content = Object.fromEntries(
    files.map(({ type }) => [type.split(';')[0], { schema: { type: 'string' } }]),
  );
  const summary = 'A guide, or a file of the page';
  const { described, ...route } = open(components, '/docs/{file}', 'get_docs_file', summary, content, [
    'not_found',
  ]);
  const names = files.map(({ name }) => name);
  const schema = { type: 'string', enum: names };
  const parameter = {
    in: 'path',
    name: 'file',
    required: true,
    description: 'Its name',
    schema,
    example: names[0],
  };
  const toPage = { description: 'Without a name: go to the page', headers: headersOf(EVERY_HEADER) };
  const responses = { ...described.responses, 302: toPage };
  return { ...route, described: { ...described, parameters: [parameter], responses } };
}

/** Besides those of 400, where the answer may be one of the protocol. */
const MCP_ERRORS: readonly ErrorCode[] = [
  'request_timeout',
  'headers_too_large',
  'internal_error',
  'shutting_down',
  'unauthorized',
  'host_not_allowed',
  'body_too_large',
  'unsupported_media_type',
  'rate_limited',
  'overloaded',
];

function mcp(components: Components, sent: object, answered: object, answers: Examples['answers']): object {
  const headers = headersOf([...EVERY_HEADER, ...LIMIT_HEADERS]);
  const refused = (status: number) => ({
    'application/json': { schema: { type: 'object' }, example: answers[`mcp ${status}`] },
  });
  return {
    operationId: 'mcp',
    summary: 'A message of the Model Context Protocol',
    description:
      'Streamable HTTP without sessions, for clients of the versions of 2025 and of 2026-07-28; one message at a time. `Accept` must name `application/json` and `text/event-stream`. A tool costs what its endpoint does; what keeps it from answering is told in its result, with `isError`. A message that the protocol refuses is answered as JSON-RPC, with 400 or 406.',
    tags: ['Agents'],
    security: [{ key: [] }],
    requestBody: { required: true, content: sent },
    responses: {
      200: { description: 'The answer to the message', headers, content: answered },
      202: { description: 'A notification was heard', headers },
      ...components.errors({ name: 'Mcp', codes: MCP_ERRORS, tells_limits: true }),
      400: {
        description: 'The message is not one of the protocol, or not JSON',
        headers,
        content: refused(400),
      },
      406: { description: 'The client does not accept what is answered', headers, content: refused(406) },
    },
  };
}

function notification(components: Components, provider: string): Route {
  const errors: ErrorCode[] = [
    'invalid_json',
    'payment_refused',
    'unknown_order',
    'body_too_large',
    'unsupported_media_type',
    'overloaded',
    'payment_unavailable',
  ];
  const described = {
    operationId: 'notify_payment',
    summary: 'What the payment provider tells of a payment',
    description: `For ${provider} alone, which proves in its own way who it is. It may repeat; nothing is applied twice.`,
    tags: ['Plans and orders'],
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
    responses: {
      200: {
        description: 'It was understood',
        headers: headersOf(EVERY_HEADER),
        content: {
          'application/json': { schema: envelope({ type: 'null' }), example: JSON.parse(successBody(null)) },
        },
      },
      ...components.errors({ name: 'Notification', codes: [...OPEN_ERRORS, ...errors], tells_limits: false }),
    },
  };
  return { path: `/billing/notifications/${provider}`, method: 'post', described };
}
