import type { Schema } from './components.ts';
import type { OpenApiDocument } from './openapi.ts';
import { type ReferencedField, SchemaReader } from './reference-fields.ts';

/** A field that is sent in the path, the query string or a header. */
export interface ReferencedParameter extends ReferencedField {
  readonly in: 'path' | 'query' | 'header';
  readonly example: unknown;
}

interface ReferencedBody {
  /** The fields of each possible body. */
  readonly alternatives: readonly (readonly ReferencedField[])[];
  readonly example: unknown;
}

/** A response with status 200. */
interface ReferencedAnswer {
  /** Markdown: what the title of the request does not say; empty if there is nothing. */
  readonly about: string;
  /** Markdown: the same data in other formats; empty without one. */
  readonly other_formats: string;
  readonly media_types: readonly string[];
  /** True for `success`, `data` and `error`. The fields are then those of `data`. */
  readonly hasEnvelope: boolean;
  /** `data`, or all fields of a body that has no envelope. */
  readonly fields: readonly ReferencedField[];
  /** Undefined if the document has none. */
  readonly example: unknown;
  readonly headers: readonly ReferencedHeader[];
}

export interface ReferencedHeader {
  readonly name: string;
  readonly description: string;
  readonly example: string;
}

export interface ReferencedError {
  readonly status: number;
  /** Null for a status without codes. */
  readonly code: string | null;
  /** Markdown. */
  readonly when: string;
}

export interface ReferencedRequest {
  /** Operation id. */
  readonly name: string;
  readonly title: string;
  readonly group: string;
  readonly method: string;
  /** Path, with `{name}` for a parameter. */
  readonly path: string;
  /** Markdown. */
  readonly description: string;
  /** `none`: the request needs no key. `optional`: it needs none, and answers more with one. */
  readonly key: 'none' | 'optional' | 'required';
  /** A key needs one of these scopes. */
  readonly scopes: readonly string[];
  readonly parameters: readonly ReferencedParameter[];
  readonly body: ReferencedBody | null;
  readonly answer: ReferencedAnswer;
  /** Responses that are neither 200 nor errors. */
  readonly other_answers: readonly { readonly status: number; readonly description: string }[];
  readonly errors: readonly ReferencedError[];
}

/** The groups of requests, and a text about all of them as Markdown. */
export type Reference = ReturnType<typeof referenceOf>;

interface Content {
  readonly schema?: Schema;
  readonly example?: unknown;
}

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Ref>>;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Header {
  readonly description: string;
  readonly example?: unknown;
}

interface Ref {
  readonly $ref: string;
}

interface OperationDoc {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: ReferencedParameter['in'];
    readonly required: boolean;
    readonly description: string;
    readonly schema: Schema;
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': Content } };
  readonly responses: Readonly<Record<string, Response | Ref>>;
}

const JSON_BODY = 'application/json';

/** Returns what the pages of the reference show: every operation of an OpenAPI document, in the groups of the document. */
export function referenceOf(document: OpenApiDocument) {
  const requests = requestsOf(document);
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    requests: requests.filter(({ group }) => group === name),
  }));
  return { about: document.info.description, groups };
}

/** Every operation, in the order of the document. */
export function requestsOf(document: OpenApiDocument): ReferencedRequest[] {
  const reader = new SchemaReader(document);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      requestOf(method.toUpperCase(), path, operation as OperationDoc, reader),
    ),
  );
}

function requestOf(
  method: string,
  path: string,
  operation: OperationDoc,
  reader: SchemaReader,
): ReferencedRequest {
  const { operationId, summary, description, tags, security } = operation;
  const sent = operation.requestBody?.content[JSON_BODY];
  const responses = Object.entries(operation.responses).map(([status, response]) => ({
    status: Number(status),
    response: reader.resolved<Response>(response),
  }));
  const answer = responses.find(({ status }) => status === 200)?.response ?? { description: '' };
  const needsNone = security.length === 0 || security.some((each) => Object.keys(each).length === 0);
  return {
    name: operationId,
    title: summary,
    group: tags[0] ?? '',
    method,
    path,
    description,
    key: security.length === 0 ? 'none' : needsNone ? 'optional' : 'required',
    scopes: security.flatMap(({ key = [] }) => key),
    parameters: (operation.parameters ?? []).map((parameter) => ({
      ...reader.field(
        parameter.name,
        { ...parameter.schema, description: parameter.description },
        parameter.required,
      ),
      in: parameter.in,
      example: parameter.example,
    })),
    body: sent?.schema
      ? {
          alternatives: reader.alternatives(sent.schema).map((each) => reader.fields(each)),
          example: sent.example,
        }
      : null,
    answer: answerOf(answer, summary, reader),
    other_answers: responses
      .filter(({ status }) => status !== 200 && status < 400)
      .map(({ status, response }) => ({ status, description: response.description })),
    errors: responses
      .filter(({ status }) => status >= 400)
      .flatMap(({ status, response }) => errorsOf(status, response)),
  };
}

function answerOf(
  { description, headers = {}, content = {} }: Response,
  title: string,
  reader: SchemaReader,
): ReferencedAnswer {
  const [about = '', ...formats] = withoutTitle(description, title).split('\n\n');
  const [first] = Object.values(content);
  const body = first?.schema && reader.resolved(first.schema);
  const data = body?.properties?.success ? body.properties.data : undefined;
  return {
    about,
    other_formats: formats.join('\n\n'),
    media_types: Object.keys(content),
    hasEnvelope: data !== undefined,
    fields: data
      ? [reader.field('data', data, true), ...reader.fields(data)]
      : body
        ? reader.fields(body)
        : [],
    example: first?.example,
    headers: Object.entries(headers).map(([name, header]) => {
      const { description, example } = reader.resolved<Header>(header);
      return { name, description, example: String(example ?? '') };
    }),
  };
}

/** The description of a response starts with the title of its request. */
function withoutTitle(description: string, title: string): string {
  return description === title ? '' : description.replace(`${title}. `, '');
}

/** The description of an error response has a paragraph for each code. */
function errorsOf(status: number, { description }: Response): ReferencedError[] {
  return description.split('\n\n').map((paragraph) => {
    const [, code = null, when = paragraph] = /^`(\w+)`: (.*)$/s.exec(paragraph) ?? [];
    return { status, code, when };
  });
}
