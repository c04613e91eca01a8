import type { ErrorCode } from '../core/errors.ts';
import { FORMATS } from '../formats/formats.ts';
import type { Operation } from '../http/endpoint.ts';
import type { Components, ErrorGroup, Schema } from './components.ts';
import type { Examples } from './examples.ts';
import { EVERY_HEADER, headersOf, LIMIT_HEADERS } from './headers.ts';

/** What any request with a key may meet. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_url',
  'malformed_request',
  'unauthorized',
  'request_timeout',
  'unsupported_media_type',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'overloaded',
  'shutting_down',
];
const BODY_ERRORS: readonly ErrorCode[] = ['invalid_json', 'body_too_large'];
const FORMAT_ERRORS: readonly ErrorCode[] = ['not_acceptable'];
const CHARGED_ERRORS: readonly ErrorCode[] = ['quota_exceeded'];

/** Every error that an operation can meet: its own group where it has errors of its own, else that of all that are alike. */
function errorsOf({ name, method, units, table, errors = [] }: Operation): ErrorGroup {
  const codes = [
    ...COMMON_ERRORS,
    ...(method === 'POST' ? BODY_ERRORS : []),
    ...(units === 0 ? [] : CHARGED_ERRORS),
    ...(table ? FORMAT_ERRORS : []),
    ...errors,
  ];
  const ofAll = method === 'POST' ? 'Posted' : 'Asked';
  return { name: errors.length > 0 || units !== 0 ? pascal(name) : ofAll, codes, tells_limits: true };
}

/** `GetBrokerSummary` for `get_broker_summary`. */
function pascal(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase());
}

/** The path of an operation as OpenAPI writes it. */
export function openApiPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** An operation as OpenAPI describes it. */
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
  const parameters = places.filter((place) => place.in !== 'body');
  const body = places.filter((place) => place.in === 'body').map(({ field }) => field);
  return {
    operationId: operation.name,
    summary: operation.title,
    description: operation.description,
    tags: [operation.group],
    security: operation.isOpen ? [{}, { key: [] }] : [{ key: [] }],
    ...(parameters.length > 0
      ? { parameters: parameters.map((place) => parameter(operation, input, place)) }
      : {}),
    ...(operation.method === 'POST' ? { requestBody: requestBody(operation, input, body, components) } : {}),
    responses: {
      200: {
        description: operation.title,
        headers: headersOf([...EVERY_HEADER, ...LIMIT_HEADERS]),
        content: {
          'application/json': {
            schema: components.name(
              `${pascal(operation.name)}Answer`,
              envelope(components.schema(operation.output)),
            ),
            example: answers[operation.name],
          },
          ...(operation.table ? otherFormats(operation, answers) : {}),
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
  const { description, examples: _, ...schema } = input.properties?.[field] ?? {};
  return {
    ...place,
    required: input.required?.includes(field) ?? false,
    description,
    schema,
    example: example[field] ?? schema.default ?? (schema.enum as unknown[])?.[0],
  };
}

function requestBody(
  { name, example }: Operation,
  input: Schema,
  fields: readonly string[],
  components: Components,
): object {
  const isOfBody = (field: string) => fields.includes(field);
  const schema = {
    ...input,
    properties: Object.fromEntries(
      Object.entries(input.properties ?? {}).filter(([field]) => isOfBody(field)),
    ),
    required: input.required?.filter(isOfBody) ?? [],
  };
  const sent = Object.fromEntries(Object.entries(example).filter(([field]) => isOfBody(field)));
  return {
    required: true,
    content: {
      'application/json': { schema: components.name(`${pascal(name)}Request`, schema), example: sent },
    },
  };
}

/** The same rows in the formats that `Accept` may ask for; those of bytes have no example. */
function otherFormats({ name }: Operation, answers: Examples['answers']): Record<string, object> {
  return Object.fromEntries(
    FORMATS.map(({ type }) => {
      const example = answers[`${name} ${type}`];
      return [type, example === undefined ? { schema: {} } : { schema: { type: 'string' }, example }];
    }),
  );
}

/** The body of a 200. */
export function envelope(data: Schema): Schema {
  const properties = {
    success: { type: 'boolean', const: true },
    data,
    error: { type: 'null' },
  } as unknown as Record<string, Schema>;
  return { type: 'object', properties, required: ['success', 'data', 'error'], additionalProperties: false };
}
