import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Caller } from '../accounts/accounts.ts';
import type { Admission } from '../admission/admission.ts';
import type { Visit } from '../admission/visit.ts';
import type { AlirError } from '../core/errors.ts';
import { rowCount } from '../core/table.ts';
import { csv } from '../formats/csv.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { publicError } from '../http/errors.ts';
import { statusOf } from '../http/status.ts';

/** A call of somebody who is known. */
export interface ToolCall {
  readonly visit: Visit;
  readonly input: unknown;
  readonly isGone: () => boolean;
  /** Told of what a caller is not. */
  readonly onFailure: (error: unknown) => void;
}

export interface AlirTool {
  readonly listing: Tool;
  /** Never throws for what a caller can meet: that is an answer too, which says what to do. */
  call(call: ToolCall): Promise<CallToolResult>;
}

/** Nothing is changed, and what is asked is known to this server alone. */
const READS_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** The tool that asks an endpoint: the same fields, the same answer, the same charge. */
export function toolOf<Input>(
  endpoint: Endpoint<Input, Caller>,
  admission: Admission,
  newestDay: () => string | null,
): AlirTool {
  return {
    listing: {
      name: endpoint.name,
      title: endpoint.title,
      description: endpoint.description,
      inputSchema: objectSchema(endpoint.input),
      outputSchema: objectSchema(z.strictObject({ data: endpoint.output })),
      annotations: { title: endpoint.title, ...READS_ONLY },
    },
    async call({ visit, input, isGone, onFailure }) {
      try {
        const newest = newestDay();
        const body = await admission.ask(endpoint, visit, input, isGone);
        const { data } = JSON.parse(body.toString());
        return {
          content: [
            { type: 'text', text: `${heading(endpoint, visit, newest)}\n\n${readable(endpoint, data)}` },
          ],
          structuredContent: { data },
        };
      } catch (error) {
        const shown = publicError(error);
        if ((statusOf(shown.code) ?? 500) >= 500) onFailure(shown.cause ?? shown);
        return refusal(shown, visit);
      }
    },
  };
}

/** The schema of what is sent, which MCP wants to be an object. */
function objectSchema(schema: z.ZodType): Tool['inputSchema'] {
  return z.toJSONSchema(schema, { io: 'input' }) as Tool['inputSchema'];
}

type Told = Pick<Endpoint<unknown, never>, 'title' | 'depends_on' | 'table'>;

function heading({ title, depends_on }: Told, visit: Visit, newest: string | null): string {
  const days = depends_on === 'dataset' ? ` The newest published day is ${newest ?? 'not there yet'}.` : '';
  return `${title}.${days} ${costOf(visit)}`;
}

function costOf({ cost, remaining, standing }: Visit): string {
  return `Charged ${cost} unit(s); ${remaining} left until ${standing.reset_at}.`;
}

/** Rows as CSV, which takes half the words of JSON; JSON for what has no rows. */
function readable({ table }: Told, data: unknown): string {
  if (!table) return JSON.stringify(data);
  const columns = table.fill(data);
  const text = csv(columns);
  return rowCount(columns) === 0 ? `${text}(no rows: nothing was traded)` : text;
}

function refusal(error: AlirError, visit: Visit): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: `${error.message}\n${nextStep(error, visit)}` }] };
}

/** What a model can do about it, where the message does not say so. */
function nextStep({ code, retry_after_s }: AlirError, { standing, remaining }: Visit): string {
  switch (code) {
    case 'quota_exceeded':
      return `The account has ${remaining} unit(s) left until ${standing.reset_at}. Ask for no more than that, wait until then, or have the plan upgraded; get_usage is free.`;
    case 'invalid_request':
      return 'Nothing was charged. Mend the arguments, and call again.';
    case 'rate_limited':
      return 'Nothing was charged.';
    default:
      return retry_after_s === null
        ? 'Nothing was charged.'
        : `Nothing was charged. Try again in ${retry_after_s} s.`;
  }
}
