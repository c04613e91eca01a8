import { type NodeIncomingMessageLike, toWebRequest } from '@modelcontextprotocol/node';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Admission, refuseEncoded } from '../admission/admission.ts';
import { limitsInHead } from '../admission/headers.ts';
import type { Visit } from '../admission/visit.ts';
import { AlirError } from '../core/errors.ts';
import { checkHost } from './hosts.ts';
import { protocol, type Sender } from './protocol.ts';
import type { AlirTool } from './tool.ts';

/** Clients of 2025-03-26 may send several messages at once. */
const MAX_MESSAGES = 10;

const INSTRUCTIONS = [
  'Broker summary, foreign flow and market news of the Indonesia Stock Exchange (IDX).',
  'Dates are YYYY-MM-DD in Jakarta, from 2025-01-01; a range has at most 366 days, and is added up, not split by day.',
  'A trading day is published at about 19:00 in Jakarta. Values are IDR, volumes shares; a lot is 100 shares.',
  'Calls are charged in units: ask for a range rather than for each of its days. get_usage is free.',
].join(' ');

export interface McpSettings {
  readonly version: string;
  readonly tools: readonly AlirTool[];
  /** Host names that a request may be sent to. */
  readonly hosts: string[];
}

/**
 * `POST /mcp`: the Model Context Protocol over Streamable HTTP, without sessions. A message is let in as a request is, and counts as one;
 * a call of a tool passes the same admission as a request to its endpoint.
 */
export function mcpRoute(
  app: FastifyInstance,
  admission: Admission,
  { version, tools, hosts }: McpSettings,
): void {
  const onError = (error: Error) => app.log.debug({ err: error }, 'MCP message refused');
  const answer = protocol({ version, instructions: INSTRUCTIONS, tools }, onError);
  app.route({
    method: 'POST',
    url: '/mcp',
    config: { units: 0 },
    onRequest: (request, reply, done) => {
      try {
        checkHost(request.headers, hosts);
        admission.letIn(request, reply);
        refuseEncoded(request);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    handler: async (request, reply) => {
      const { visit, body, raw } = request;
      if (!visit) throw new Error('A request came to its handler without a caller');
      // A call that comes too soon is answered by its tool, since a model sees what a tool says.
      if (!callsTool(body)) admission.checkRate(visit);
      if (Array.isArray(body) && body.length > MAX_MESSAGES) throw tooManyMessages();
      const visits: Visit[] = [];
      const sender: Sender = () => {
        const each = visits.length === 0 ? visit : admission.count(visit.caller);
        visits.push(each);
        return { visit: each, isGone: () => raw.socket.destroyed, onFailure: failureLog(request) };
      };
      const response = await answer(await toWebRequest(raw as NodeIncomingMessageLike, body), body, sender);
      const content = await response.text();
      request.toldInHead = limitsInHead(asOne(visit, visits));
      for (const [name, value] of response.headers) reply.header(name, value);
      return reply.code(response.status).send(content);
    },
  });
}

function callsTool(body: unknown): boolean {
  return [body].flat().some((message) => (message as { method?: unknown } | null)?.method === 'tools/call');
}

/** What a message with several calls came to in all. */
function asOne(first: Visit, visits: readonly Visit[]): Visit {
  const { rate, standing } = visits.at(-1) ?? first;
  const remaining = Math.min(first.remaining, ...visits.map((visit) => visit.remaining));
  const cost = visits.reduce((sum, visit) => sum + visit.cost, 0);
  return { ...first, rate, standing, remaining, cost };
}

function failureLog(request: FastifyRequest) {
  return (error: unknown) => request.log.error({ request_id: request.id, err: error }, 'tool call failed');
}

function tooManyMessages(): AlirError {
  const message = `must be one message, or ${MAX_MESSAGES} at most`;
  return new AlirError('invalid_request', `body ${message}`, { fields: [{ field: 'body', message }] });
}
