import type { IncomingMessage } from 'node:http';
import { type NodeIncomingMessageLike, toWebRequest } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHandlerRequestOptions,
  type McpRequestContext,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { AlirTool, ToolCall } from './tool.ts';

type Sender = Omit<ToolCall, 'input'>;

/** The description of the server for clients. */
export interface ServerInfo {
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly AlirTool[];
}

/** Answers one message that is already parsed. */
export type Answer = (request: IncomingMessage, message: unknown, sender: Sender) => Promise<Response>;

/**
 * Creates a new server for each message, so no state is kept. Clients of 2025 begin with `initialize`; clients of 2026-07-28 do not. Both
 * get JSON, because a stream would send its headers, including the cost, before the call ends. For 2026-07-28, the package answers in JSON
 * if no tool sends notifications during a call. No tool does.
 */
export function protocol(info: ServerInfo, onError: (error: Error) => void): Answer {
  const serverFor = ({ authInfo }: McpRequestContext) => serverOf(info, authInfo?.extra?.sender as Sender);
  const modern = createMcpHandler(serverFor, {
    legacy: 'reject',
    // The tools do not change while the server runs, so subscriptions have no use.
    maxSubscriptions: 0,
    onerror: onError,
  });
  const legacy = async (request: Request, options: McpHandlerRequestOptions) => {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await serverFor({ era: 'legacy', requestInfo: request, ...options }).connect(transport);
    return transport.handleRequest(request, options);
  };
  return async (received, parsedBody, sender) => {
    const request = await toWebRequest(received as NodeIncomingMessageLike, parsedBody);
    const authInfo = { token: '', clientId: '', scopes: [], extra: { sender } };
    const serve = (await isLegacyRequest(request, parsedBody)) ? legacy : modern.fetch;
    return serve(request, { authInfo, parsedBody });
  };
}

/** Uses the low-level server, because the code that validates HTTP input also validates tool input. */
function serverOf({ version, instructions, tools }: ServerInfo, sender: Sender): Server {
  const server = new Server({ name: 'alir', version }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler('tools/list', () => ({ tools: tools.map((tool) => tool.listing()) }));
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = tools.find((each) => each.name === params.name);
    if (tool) return tool.call({ ...sender, input: params.arguments ?? {} });
    const names = tools.map((each) => each.name).join(', ');
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool. The tools are: ${names}.`);
  });
  return server;
}
