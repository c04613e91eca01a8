import { STATUS_CODES } from 'node:http';
import * as z from 'zod';
import { causeOf, type ErrorCode, statusOf } from '../../core/error-codes.ts';
import { EVERY_HEADER, headersOf, LIMIT_HEADERS } from './headers.ts';

/** A JSON Schema of draft 2020-12. */
export type Schema = Readonly<Record<string, unknown>> & {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};

/** A group of errors. Errors with the same status share one response, named after the group and the status. */
export interface ErrorGroup {
  readonly name: string;
  readonly codes: readonly ErrorCode[];
  /** True if responses to a known caller carry its limits. */
  readonly has_limit_headers: boolean;
}

/** Shared parts of the document, which other parts reference. */
export class Components {
  readonly schemas: Record<string, Schema> = {};
  readonly responses: Record<string, object> = {};
  readonly codes = new Set<ErrorCode>();

  /** Converts the type of an answer to a JSON Schema. It permits other fields, which a later server can add. */
  answer(type: z.ZodType): Schema {
    return this.schema(type, true);
  }

  /** Converts the type of a request. Named parts become references. */
  schema(type: z.ZodType, isAnswer = false): Schema {
    const json = z.toJSONSchema(type, {
      io: 'input',
      override({ jsonSchema }) {
        withFormat(jsonSchema);
        if (isAnswer && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    });
    const { $schema: _, $defs = {}, ...schema } = inComponents(json);
    // A part that requests and answers have is that of the requests.
    for (const [name, part] of Object.entries($defs as object))
      if (!isAnswer || !(name in this.schemas)) this.schemas[name] = part as Schema;
    return schema as Schema;
  }

  /** Registers a schema under a name. @returns a reference to it */
  name(name: string, schema: Schema): Schema {
    this.schemas[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Returns the error responses, by status. */
  errors(group: ErrorGroup): Record<string, object> {
    const statuses = new Set(group.codes.map((code) => statusOf(code) ?? 500));
    return Object.fromEntries([...statuses].map((status) => [status, this.#error(status, group)]));
  }

  #error(status: number, { name, codes, has_limit_headers }: ErrorGroup): object {
    const ofStatus = codes.filter((code) => statusOf(code) === status);
    for (const code of ofStatus) this.codes.add(code);
    const response = `${name}${String(STATUS_CODES[status]).replaceAll(/\W/g, '')}`;
    this.responses[response] = errorResponse(status, ofStatus, has_limit_headers);
    return { $ref: `#/components/responses/${response}` };
  }
}

/**
 * Names the width of numbers. Without it, generators of clients for compiled languages choose 32 bits, which have too few digits for
 * values in IDR. A list of integers is also one of numbers, which they would round.
 */
function withFormat(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.type === 'number' && schema.enum?.every(Number.isInteger)) schema.type = 'integer';
  if (schema.type === 'integer') schema.format = 'int64';
  if (schema.type === 'number') schema.format = 'double';
}

function inComponents(schema: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'));
}

/** Statuses of errors for unknown callers. */
const STATUSES_WITHOUT_LIMITS: ReadonlySet<number> = new Set([401]);

/** Additional headers of errors, by status. */
const HEADERS_OF: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

function errorResponse(status: number, codes: readonly ErrorCode[], has_limit_headers: boolean): object {
  const limits = has_limit_headers && !STATUSES_WITHOUT_LIMITS.has(status) ? LIMIT_HEADERS : [];
  return {
    description: codes.map((code) => `\`${code}\`: ${causeOf(code)}`).join('\n\n'),
    headers: headersOf([...EVERY_HEADER, ...limits, ...(HEADERS_OF[status] ?? [])]),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorBody' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}
