import { STATUS_CODES } from 'node:http';
import * as z from 'zod';
import type { ErrorCode } from '../../core/errors.ts';
import { publicErrorOf } from '../http/responses/error-statuses.ts';
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

  /** Converts a type to a JSON Schema. Named parts become references. */
  schema(type: z.ZodType): Schema {
    const { $schema: _, $defs = {}, ...schema } = z.toJSONSchema(type, { io: 'input' });
    for (const [name, definition] of Object.entries($defs)) {
      this.schemas[name] = inComponents(definition as Schema);
    }
    return inComponents(schema as Schema);
  }

  /** Registers a schema under a name. @returns a reference to it */
  name(name: string, schema: Schema): Schema {
    this.schemas[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Returns the error responses, by status. */
  errors(group: ErrorGroup): Record<string, object> {
    const statuses = new Set(group.codes.map((code) => publicErrorOf(code).status));
    return Object.fromEntries([...statuses].map((status) => [status, this.#error(status, group)]));
  }

  #error(status: number, { name, codes, has_limit_headers }: ErrorGroup): object {
    const ofStatus = codes.filter((code) => publicErrorOf(code).status === status);
    for (const code of ofStatus) this.codes.add(code);
    const response = `${name}${String(STATUS_CODES[status]).replaceAll(/\W/g, '')}`;
    this.responses[response] = errorResponse(status, ofStatus, has_limit_headers);
    return { $ref: `#/components/responses/${response}` };
  }
}

function inComponents(schema: Schema): Schema {
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
    description: codes.map((code) => `\`${code}\`: ${publicErrorOf(code).when}`).join('\n\n'),
    headers: headersOf([...EVERY_HEADER, ...limits, ...(HEADERS_OF[status] ?? [])]),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorBody' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}
