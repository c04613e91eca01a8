import type { ServerResponse } from 'node:http';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { statusOf } from '../../core/error-codes.ts';
import { once } from '../../core/once.ts';
import { counted } from '../../core/words.ts';
import type { Admission } from '../http/admission/admission.ts';
import type { RequestContext } from '../http/admission/request-context.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { publicError } from '../http/responses/public-error.ts';
import { answerText, chargeText, refusalText } from './answer-text.ts';

/** A call by a known caller. */
export interface ToolCall {
  readonly context: RequestContext;
  readonly input: unknown;
  readonly response: ServerResponse;
  /** Returns a placeholder for a text that is written when the answer is sent. */
  readonly defer: (write: () => Promise<string>) => string;
  /** Called with errors whose details are hidden from the caller. */
  readonly onFailure: (error: unknown) => void;
}

export type AlirTool = ReturnType<typeof toolOf>;

const READS_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };

/** Creates the tools that call endpoints. A tool and its endpoint have the same fields, answer and charge. */
export function toolsOf(endpoints: readonly Endpoint[], admission: Admission): AlirTool[] {
  const names = new Map(
    endpoints.map(({ method, path, name }) => [`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`, name]),
  );
  // A model knows no paths and sees no headers.
  const words = (text: string) =>
    text
      .replaceAll(/(?:GET|POST) \/[\w/{}-]+/g, (request) => names.get(request) ?? request)
      .replaceAll(/`?X-Data-Publication`?/g, 'the publication in the text');
  return endpoints.map((endpoint) => toolOf(endpoint, admission, words));
}

function toolOf(endpoint: Endpoint, admission: Admission, words: (text: string) => string) {
  return {
    name: endpoint.name,
    // The schemas take longer than all else of a tool, and many servers are never asked for them.
    listing: once<Tool>(() => ({
      name: endpoint.name,
      title: endpoint.title,
      description: words(endpoint.description),
      inputSchema: objectSchema(endpoint.input, words),
      outputSchema: objectSchema(z.strictObject({ data: endpoint.output }), words),
      // The text of news comes from third parties.
      annotations: { title: endpoint.title, ...READS_ONLY, openWorldHint: endpoint.depends_on === 'time' },
    })),
    /** Does not throw for errors that a caller can cause. The result then explains how to fix them. */
    async call({ context, input, response, defer, onFailure }: ToolCall): Promise<CallToolResult> {
      try {
        const { bytes, coverage } = await admission.ask(endpoint, context, input, response);
        const { data, dry_run } = JSON.parse(bytes.toString());
        const charge = defer(() => chargeText(context));
        const text = dry_run
          ? `Dry run: ${endpoint.title} with these arguments costs ${counted(dry_run.units, 'unit')}. ${charge}`
          : answerText(endpoint, { input, charge, data, coverage: coverage ?? undefined });
        return { content: [{ type: 'text', text }], structuredContent: { data } };
      } catch (error) {
        const shown = publicError(error);
        if ((statusOf(shown.code) ?? 500) >= 500) onFailure(shown.cause ?? shown);
        const text = defer(async () => refusalText(await context.withCurrentLimits(shown)));
        return { isError: true, content: [{ type: 'text', text }] };
      }
    },
  };
}

/** If a record has more optional fields than this, the schema of a tool does not list them. */
const MAX_OPTIONAL_FIELDS = 40;

/** Converts a schema to JSON Schema. MCP requires an object. It is short, because clients send it to a model with each request. */
function objectSchema(schema: z.ZodType, words: (text: string) => string): Tool['inputSchema'] {
  const { $schema, ...converted } = z.toJSONSchema(schema, {
    io: 'input',
    override({ jsonSchema: json }) {
      if (json.description !== undefined) json.description = words(json.description);
      if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
      if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
      if (json.format === 'int64') delete json.format;
      const { properties = {}, required = [] } = json;
      // A tool returns no CSV.
      delete properties.names;
      const optional = Object.keys(properties).filter((name) => !required.includes(name));
      if (optional.length <= MAX_OPTIONAL_FIELDS) return;
      for (const name of optional) delete properties[name];
      json.additionalProperties = { type: ['number', 'null'] };
    },
  });
  return converted as Tool['inputSchema'];
}
