import { z } from 'zod';
import type { ErrorCode } from '../core/errors.ts';
import { publicErrorOf } from '../http/status.ts';
import { EVERY_HEADER, headersOf, LIMIT_HEADERS } from './headers.ts';

/** A JSON Schema of draft 2020-12. */
export type Schema = Readonly<Record<string, unknown>> & {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};

/** What stands once in a document and is referred to. */
export class Components {
  readonly schemas: Record<string, Schema> = {};
  readonly responses: Record<string, object> = {};
  readonly codes = new Set<ErrorCode>();

  /** The schema of what is sent or answered; the parts that have a name are referred to. */
  schema(type: z.ZodType): Schema {
    const { $schema: _, $defs = {}, ...schema } = z.toJSONSchema(type, { io: 'input' });
    for (const [name, definition] of Object.entries($defs)) {
      this.schemas[name] = inComponents(definition as Schema);
    }
    return inComponents(schema as Schema);
  }

  /** The responses for errors, by status. */
  errors(codes: readonly ErrorCode[]): Record<string, object> {
    const statuses = new Set(codes.map((code) => publicErrorOf(code).status));
    return Object.fromEntries(
      [...statuses].map((status) => {
        const ofStatus = codes.filter((code) => publicErrorOf(code).status === status);
        return [status, this.#error(status, ofStatus)];
      }),
    );
  }

  #error(status: number, codes: readonly ErrorCode[]): object {
    const name = codes.join('.');
    for (const code of codes) this.codes.add(code);
    this.responses[name] = errorResponse(status, codes);
    return { $ref: `#/components/responses/${name}` };
  }
}

function inComponents(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/'));
}

/** Headers that errors of a status have besides those of every answer. */
const HEADERS_OF: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  403: LIMIT_HEADERS,
  429: [...LIMIT_HEADERS, 'Retry-After'],
  503: ['Retry-After'],
};

function errorResponse(status: number, codes: readonly ErrorCode[]): object {
  return {
    description: codes.map((code) => `\`${code}\`: ${publicErrorOf(code).when}`).join('\n\n'),
    headers: headersOf([...EVERY_HEADER, ...(HEADERS_OF[status] ?? [])]),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}
