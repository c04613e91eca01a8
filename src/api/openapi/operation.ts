import { KEY_SCOPES, type RequiredScope } from '../../core/commerce-terms.ts';
import { COSTS } from '../../core/costs.ts';
import type { ErrorCode } from '../../core/error-codes.ts';
import { isDataset, type Operation } from '../http/endpoint.ts';
import { NULL_SCHEMA } from '../http/responses/envelope.ts';
import { OTHER_TYPES } from '../http/responses/negotiation.ts';
import type { Examples } from './api-description.ts';
import type { Components, ErrorGroup, Schema } from './components.ts';
import { COVERAGE_HEADERS, EVERY_HEADER, headersOf, LIMIT_HEADERS } from './headers.ts';

/** Errors of any request with a key. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_url',
  'malformed_request',
  'unauthorized',
  'address_not_allowed',
  'request_timeout',
  'unsupported_media_type',
  'rate_limited',
  'address_limited',
  'headers_too_large',
  'internal_error',
  'overloaded',
  'not_ready',
  'shutting_down',
];
const BODY_ERRORS: readonly ErrorCode[] = ['invalid_json', 'body_too_large'];
const FORMAT_ERRORS: readonly ErrorCode[] = ['not_acceptable'];
const CHARGED_ERRORS: readonly ErrorCode[] = ['quota_exceeded', 'quota_insufficient', 'idempotency_conflict'];
const SCOPE_ERRORS: readonly ErrorCode[] = ['scope_missing'];

/**
 * Returns all errors of an operation. A charged operation, or one with specific errors, has its own group; other operations share a group.
 */
function errorsOf({
  name,
  method,
  units,
  table,
  scope,
  depends_on,
  errors: own = [],
}: Operation): ErrorGroup {
  const errors = isDataset(depends_on) ? [...own, 'version_not_kept' as const] : own;
  const codes = [
    ...COMMON_ERRORS,
    ...(method === 'POST' ? BODY_ERRORS : []),
    ...(units === 0 ? [] : CHARGED_ERRORS),
    ...(table ? FORMAT_ERRORS : []),
    ...(scope === 'any' ? [] : SCOPE_ERRORS),
    ...errors,
  ];
  const ofAll = method === 'POST' ? 'Post' : 'Get';
  const ofKind = scope === 'any' ? ofAll : `${pascal(scope)}${ofAll}`;
  return { name: errors.length > 0 || units !== 0 ? pascal(name) : ofKind, codes, has_limit_headers: true };
}

/** `GetBrokerSummary` for `get_broker_summary`. */
function pascal(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase());
}

/** The security requirements of a request: a key with one of the listed scopes. */
export function secured(scope: RequiredScope): object[] {
  return (scope === 'any' ? KEY_SCOPES : [scope]).map((each) => ({ key: [each] }));
}

function withScope({ description, scope }: Operation): string {
  return scope === 'any' ? description : `${description} Needs a key with the scope \`${scope}\`.`;
}

export function openApiPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

export function describedOperation(
  operation: Operation,
  components: Components,
  { answers }: Examples,
): object {
  const input = components.schema(operation.input);
  const places = Object.keys(input.properties ?? {}).map((field) => ({
    field,
    ...placeOf(operation, field),
  }));
  const parameters = places
    .filter((place) => place.in !== 'body')
    .map((place) => parameter(operation, input, place));
  const body = places.filter((place) => place.in === 'body').map(({ field }) => field);
  return {
    operationId: operation.name,
    summary: operation.title,
    description: withScope(operation),
    tags: [operation.group],
    ...(operation.units === 0 ? {} : { 'x-cost': COSTS[operation.name as keyof typeof COSTS].rate }),
    security: operation.allowsAnonymous ? [{}, ...secured(operation.scope)] : secured(operation.scope),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body.length > 0 ? { requestBody: requestBody(operation, input, body, components) } : {}),
    responses: {
      200: {
        description: describedAnswer(operation, answers),
        headers: headersOf([
          ...EVERY_HEADER,
          ...LIMIT_HEADERS,
          ...(isDataset(operation.depends_on) ? COVERAGE_HEADERS : []),
          ...(operation.units === 0 ? [] : ['Idempotent-Replayed']),
        ]),
        content: {
          'application/json': {
            schema: components.name(
              `${pascal(operation.name)}Answer`,
              envelope(components.answer(operation.output), operation.dry_data === undefined ? {} : DRY_RUN),
            ),
            example: answers[operation.name],
          },
        },
      },
      ...components.errors(errorsOf(operation)),
    },
  };
}

interface Place {
  readonly in: 'path' | 'header' | 'query' | 'body';
  readonly name: string;
}

function placeOf({ method, path, headers }: Operation, field: string): Place {
  if (path.split('/').includes(`:${field}`)) return { in: 'path', name: field };
  const header = headers?.[field];
  if (header !== undefined) return { in: 'header', name: header };
  return { in: method === 'POST' ? 'body' : 'query', name: field };
}

function parameter(
  { example }: Operation,
  input: Schema,
  { field, ...place }: Place & { field: string },
): object {
  const { description, examples, ...schema } = input.properties?.[field] ?? {};
  const shown = example[field] ?? schema.default ?? (schema.enum as unknown[])?.[0];
  return {
    ...place,
    required: input.required?.includes(field) ?? false,
    description,
    // The demo data begins when the demo is started, so an example of a time would not work.
    ...(shown === undefined ? { schema: { ...schema, examples } } : { schema, example: shown }),
  };
}

function requestBody(
  { name, example }: Operation,
  input: Schema,
  fields: readonly string[],
  components: Components,
): object {
  const isOfBody = (field: string) => fields.includes(field);
  const body = (names: readonly string[], required: readonly string[] = []): Schema => ({
    type: 'object',
    properties: Object.fromEntries(
      names.filter(isOfBody).map((field) => [field, withoutDefault(input.properties?.[field] ?? {})]),
    ),
    required: required.filter(isOfBody),
    additionalProperties: false,
  });
  // An input with alternatives lists the fields of each one.
  const alternatives = input.anyOf as readonly Schema[] | undefined;
  const schema = alternatives
    ? {
        anyOf: alternatives.map(({ title, properties = {}, required }) =>
          components.name(String(title), body(Object.keys(properties), required)),
        ),
      }
    : body(fields, input.required);
  const sent = Object.fromEntries(Object.entries(example).filter(([field]) => isOfBody(field)));
  return {
    required: true,
    content: {
      'application/json': { schema: components.name(`${pascal(name)}Request`, schema), example: sent },
    },
  };
}

/** Moves a default to the description. Generated clients assume that a field with a default is always present, even in requests. */
function withoutDefault({ default: fallback, ...field }: Schema): Schema {
  return fallback === undefined
    ? field
    : { ...field, description: `${field.description}. Default: ${fallback}` };
}

function describedAnswer(operation: Operation, answers: Examples['answers']): string {
  if (operation.table) return withOtherFormats(operation, answers);
  const page = 'Also available as an HTML page that prints on A4, with `Accept: text/html`';
  return operation.page ? `${operation.title}. ${page}` : operation.title;
}

/**
 * Describes in words the other formats that `Accept` can request. With a text or binary media type beside JSON, generated clients would
 * lose the type of the response.
 */
function withOtherFormats({ name, title }: Operation, answers: Examples['answers']): string {
  const examples = OTHER_TYPES.flatMap((type) => {
    const example = answers[`${name} ${type}`];
    return example === undefined ? [] : [`\`${type}\`:\n\n\`\`\`text\n${String(example).trimEnd()}\n\`\`\``];
  });
  const types = OTHER_TYPES.map((type) => `\`${type}\``);
  const listed = `${types.slice(0, -1).join(', ')} and ${types.at(-1)}`;
  return [
    `${title}. The same rows are also available in these formats: ${listed}. Select one with \`Accept\`. The cost is the same.`,
    ...examples,
  ].join('\n\n');
}

const DRY_RUN = {
  dry_run: {
    type: 'object',
    description: 'Only in the response to a request with `dry_run`',
    properties: {
      units: { type: 'integer', format: 'int64', minimum: 0, description: 'Units that the request costs' },
    },
    required: ['units'],
  },
};

/** The schema of the body of a 200. @param optional properties of some bodies */
export function envelope(data: Schema, optional: object = {}): Schema {
  const properties = {
    success: { type: 'boolean', const: true },
    data,
    error: NULL_SCHEMA,
    ...optional,
  } as unknown as Record<string, Schema>;
  return { type: 'object', properties, required: ['success', 'data', 'error'] };
}
