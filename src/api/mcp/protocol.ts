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

/** Who sent a message. */
type Sender = Omit<ToolCall, 'input'>;

/** What a client is told of the server. */
export interface ServerInfo {
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly AlirTool[];
}

/** Answers one message, which is read already. */
export type Answer = (request: Request, message: unknown, sender: Sender) => Promise<Response>;

/**
 * Every message has a server of its own, so that none keeps a state: clients of 2025, which begin with `initialize`, and those of
 * 2026-07-28, which do not, are answered alike, in JSON: a stream would send its head, and with it what was charged, before the call
 * has ended. To the latter the package answers in JSON as long as a tool tells nothing on the way, and none does.
 */
export function protocol(info: ServerInfo, onError: (error: Error) => void): Answer {
  const serverFor = (context: McpRequestContext) => serverOf(info, senderOf(context));
  const modern = createMcpHandler(serverFor, {
    legacy: 'reject',
    // The tools do not change while the server runs: there is nothing to listen for.
    maxSubscriptions: 0,
    onerror: onError,
  });
  const legacy = async (request: Request, options: McpHandlerRequestOptions) => {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await serverFor({ era: 'legacy', requestInfo: request, ...options }).connect(transport);
    return transport.handleRequest(request, options);
  };
  return async (request, parsedBody, sender) => {
    const authInfo = { token: '', clientId: '', scopes: [], extra: { sender } };
    const serve = (await isLegacyRequest(request, parsedBody)) ? legacy : modern.fetch;
    return serve(request, { authInfo, parsedBody });
  };
}

/** The low-level server: the input of the tools is checked where that of HTTP is, and by the same rules. */
function serverOf({ version, instructions, tools }: ServerInfo, sender: Sender): Server {
  const server = new Server({ name: 'alir', version }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler('tools/list', () => ({ tools: tools.map((tool) => tool.listing) }));
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = tools.find((each) => each.listing.name === params.name);
    if (!tool) throw unknownTool(tools);
    return tool.call({ ...sender, input: params.arguments ?? {} });
  });
  return server;
}

function senderOf({ authInfo }: McpRequestContext): Sender {
  return authInfo?.extra?.sender as Sender;
}

function unknownTool(tools: readonly AlirTool[]): ProtocolError {
  const names = tools.map((each) => each.listing.name).join(', ');
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool. The tools are: ${names}.`);
}
