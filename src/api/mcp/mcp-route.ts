import type { FastifyInstance } from 'fastify';
import { EARLIEST_DATE, MAX_RANGE_DAYS } from '../../core/contract.ts';
import { once } from '../../core/once.ts';
import { type Admission, refuseEncoded } from '../http/admission/admission.ts';
import { DeferredText } from './deferred-text.ts';
import { checkMessage, isCallOf, wordedContent } from './message.ts';
import type { AlirTool } from './tool.ts';

const INSTRUCTIONS = [
  'Broker summary, foreign flow, prices and market news of the Indonesia Stock Exchange (IDX).',
  `Dates are YYYY-MM-DD in Jakarta, from ${EARLIEST_DATE}; a range has at most ${MAX_RANGE_DAYS} days. Results are totals of the whole range, except those of tools with daily rows.`,
  'Without a market, foreign flow is of both markets (ALL), and all other data is of the regular market (RG): send the same market to compare them.',
  'A trading day is published at about 19:00 in Jakarta. Values are in IDR and volumes in shares; a lot is 100 shares.',
  'Each call costs units: request one range instead of each single day. get_market_calendar (the published days) and get_usage are free.',
].join(' ');

export interface McpSettings {
  readonly version: string;
  readonly tools: readonly AlirTool[];
  /** Host names that a request may use. */
  readonly hosts: string[];
}

/**
 * `POST /mcp`: the Model Context Protocol over Streamable HTTP, without sessions. A message is authenticated and counted like a request. A
 * tool call passes the same admission as a request to its endpoint.
 */
export function mcpRoute(
  app: FastifyInstance,
  admission: Admission,
  { version, tools, hosts }: McpSettings,
): void {
  const names = new Set(tools.map(({ name }) => name));
  const onError = (error: Error) => app.log.debug({ err: error }, 'MCP message refused');
  // Loaded at the first message, because a server starts faster without it.
  const mcp = once(async () => {
    const [{ checkHost }, { protocol }] = await Promise.all([import('./hosts.ts'), import('./protocol.ts')]);
    return { checkHost, answer: protocol({ version, instructions: INSTRUCTIONS, tools }, onError) };
  });
  app.route({
    method: 'POST',
    url: '/mcp',
    config: { units: 0, scope: 'data' },
    onRequest: async (request) => {
      const { checkHost } = await mcp();
      checkHost(request.headers, hosts);
      const context = await admission.authenticate(request);
      context.checkScope('data');
      refuseEncoded(request);
    },
    handler: async (request, reply) => {
      const { context, body, raw } = request;
      if (!context) throw new Error('The handler received a request without a caller');
      // The tool itself answers a call above the rate limit, because a model sees the output of a tool.
      if (!isCallOf(body, names)) context.checkRate();
      checkMessage(body);
      const onFailure = (error: unknown) =>
        request.log.error({ request_id: request.id, err: error }, 'tool call failed');
      const deferred = new DeferredText();
      const defer = (write: () => Promise<string>) => deferred.placeholder(write);
      const sender = { context, response: reply.raw, defer, onFailure };
      const { answer } = await mcp();
      const response = await answer(raw, body, sender);
      const content = wordedContent(await deferred.resolve(await response.text()));
      for (const [name, value] of response.headers) reply.header(name, value);
      return reply.code(response.status).send(content);
    },
  });
}
