import * as z from 'zod';
import type { ErrorCode } from '../../core/errors.ts';
import type { ApiDescription } from './api-description.ts';
import type { Components, Schema } from './components.ts';
import { OPEN_ERRORS, type Route } from './documented-route.ts';
import { EVERY_HEADER, headersOf, LIMIT_HEADERS } from './headers.ts';
import { envelope } from './operation.ts';

/** A response has limit headers if the request has a valid key, although no key is needed. */
const ALL_HEADERS = [...EVERY_HEADER, ...LIMIT_HEADERS];

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

/** Routes that need no key, for operators and for readers of the documentation. */
export function serviceRoutes(components: Components, { examples, files }: ApiDescription): Route[] {
  const { answers } = examples;
  const json = (schema: Schema, example: unknown) => ({ 'application/json': { schema, example } });
  const page = (path: string, operationId: string, summary: string, type: string) =>
    open(components, path, operationId, summary, { [type]: { schema: { type: 'string' } } });
  return [
    open(components, '/', 'get_home', 'Overview and links', {
      ...json(components.name('GetHomeAnswer', envelope(components.answer(home))), answers.get_home),
    }),
    open(
      components,
      '/health/live',
      'get_live',
      'Liveness: the process is running',
      json(components.answer(live), answers.get_live),
    ),
    open(
      components,
      '/health/ready',
      'get_ready',
      'Readiness, and the freshness of the data',
      json(components.answer(ready), answers.get_ready),
      ['not_ready'],
    ),
    open(
      components,
      '/metrics',
      'get_metrics',
      'Metrics for Prometheus. Only the operator can read them: with the metrics token, on a separate port, or from the same machine',
      { 'text/plain': { schema: { type: 'string' } } },
      ['unauthorized', 'not_found'],
    ),
    open(components, '/openapi.json', 'get_openapi', 'This document', {
      'application/json': { schema: { type: 'object' } },
    }),
    page('/docs/reference', 'get_docs', 'This document as pages', 'text/html'),
    guideFiles(components, files),
    page(
      '/skill.md',
      'get_skill',
      'Skill for agents: vocabulary, tools, costs and worked questions',
      'text/markdown',
    ),
    page('/llms.txt', 'get_llms', 'Overview for language models', 'text/plain'),
    page('/llms-full.txt', 'get_llms_full', 'The complete documentation as one text', 'text/plain'),
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
    description:
      'No key is needed. A request with a valid key counts towards the rate limit of its account, and the response has the headers of that limit.',
    tags: ['Service'],
    security: [],
    responses: {
      200: { description: summary, headers: headersOf(ALL_HEADERS), content },
      ...components.errors({
        name: errors.length > 0 ? operationId : 'Open',
        codes: [...OPEN_ERRORS, ...errors],
        has_limit_headers: true,
      }),
    },
  };
  return { path, method: 'get', described };
}

/** The guides. */
function guideFiles(components: Components, names: readonly string[]): Route {
  const content = { 'text/markdown': { schema: { type: 'string' } } };
  const summary = 'A guide as Markdown';
  const { described, ...route } = open(components, '/docs/{file}', 'get_docs_file', summary, content, [
    'not_found',
  ]);
  const schema = { type: 'string', enum: names };
  const parameter = {
    in: 'path',
    name: 'file',
    required: true,
    description: 'Name of the file',
    schema,
    example: names[0],
  };
  const toPage = {
    description: 'Without a name, redirects to the documentation page',
    headers: headersOf(ALL_HEADERS),
  };
  const responses = { ...described.responses, 302: toPage };
  return { ...route, described: { ...described, parameters: [parameter], responses } };
}
