import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { MAX_HEADERS_KIB, REQUEST_TIMEOUT_S } from '../../core/contract.ts';
import { statusOf } from '../../core/error-codes.ts';
import { AlirError } from '../../core/errors.ts';
import type { AnonymousLimits } from './limits/address-limits.ts';
import { incompleteRequest } from './requests/connection.ts';
import type { HeaderList } from './responses/envelope.ts';
import { errorBody, JSON_TYPE, SECURITY_HEADERS } from './responses/envelope.ts';
import { requestProblem } from './responses/public-error.ts';
import type { IdentifiedCaller } from './responses/response.ts';

/** The error of Node's HTTP parser for a request that it cannot read. */
interface ParserError extends NodeJS.ErrnoException {
  /** The last bytes received, including the invalid ones. */
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

/** The parts of the server that a response needs. */
type App = Pick<FastifyInstance, 'identifyCaller' | 'cors'>;

/** Connections that close after the response to an unreadable request. */
const ending = new WeakSet<Socket>();

/** Answers input that is not a readable HTTP request, after the responses to earlier requests. It has no route, hook or reply. */
export async function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  app: App,
  limits: AnonymousLimits,
): Promise<void> {
  // More bytes raise more errors, which share one response. A client that disconnected needs no response.
  if (error.code === 'ECONNRESET' || !socket.writable || (ending.has(socket) && socket.readableEnded)) {
    socket.destroy();
    return;
  }
  if (ending.has(socket)) return;
  ending.add(socket);
  const request = await incompleteRequest(socket);
  const caller = request
    ? await callerOf(request, app, limits)
    : await app.identifyCaller({
        headers: { authorization: authorizationIn(error) },
        ip: limits.addressOf(socket, null),
      });
  const cors = app.cors.headers(request?.headers.origin);
  answerWithin(
    limits,
    socket,
    caller,
    () => void answerOnSocket(clientError(error), socket, { caller, cors }),
  );
}

/** Returns the caller of a request whose headers were read, and which is therefore already counted. OPTIONS has no caller. */
async function callerOf(
  { method, headers, socket }: IncomingMessage,
  app: App,
  limits: AnonymousLimits,
): Promise<IdentifiedCaller | null> {
  if (method === 'OPTIONS') return null;
  return await app.identifyCaller({ headers, ip: limits.addressOf(socket, headers) }, true);
}

/** Refuses CONNECT, which requests a tunnel. It has no reply object either. */
export async function answerConnect(
  { headers }: IncomingMessage,
  socket: Socket,
  app: App,
  limits: AnonymousLimits,
): Promise<void> {
  // Node has removed its own listener. Without one, the error of a client that has left would end the process.
  socket.on('error', () => socket.destroy());
  await incompleteRequest(socket);
  const error = new AlirError(
    'method_not_allowed',
    'The method CONNECT is not supported: this server is not a proxy.',
  );
  const caller = await app.identifyCaller({ headers, ip: limits.addressOf(socket, headers) });
  const cors = app.cors.headers(headers.origin);
  answerWithin(limits, socket, caller, () => void answerOnSocket(error, socket, { caller, cors }));
}

/** Answers a known caller at once. Answers an unknown caller within the limits of its address. */
function answerWithin(
  limits: AnonymousLimits,
  socket: Socket,
  caller: IdentifiedCaller | null,
  answer: () => void,
): void {
  if (caller) answer();
  else limits.countBytes(socket, answer);
}

/** Extracts the Authorization header of a request whose headers could not be read completely. OPTIONS has no caller. */
function authorizationIn(error: NodeJS.ErrnoException): string | undefined {
  const { rawPacket, bytesParsed = 0 } = error as ParserError;
  if (!rawPacket) return undefined;
  const packet = rawPacket.toString('latin1');
  const before = packet.lastIndexOf('\r\n\r\n', bytesParsed - 4);
  const [head = ''] = packet.slice(before === -1 ? 0 : before + 4).split('\r\n\r\n', 1);
  if (head.startsWith('OPTIONS ')) return undefined;
  return /^authorization:[ \t]*(.*?)[ \t]*$/im.exec(head)?.[1];
}

async function answerOnSocket(
  error: AlirError,
  socket: Duplex,
  { caller, cors }: { readonly caller: IdentifiedCaller | null; readonly cors: HeaderList },
): Promise<void> {
  const shown = (await caller?.withCurrentLimits(error)) ?? error;
  const status = statusOf(shown.code) ?? 400;
  const request_id = randomUUID();
  const body = errorBody(shown, request_id);
  // Without this, a client that keeps its side open would hold the socket forever.
  const destroy = () => socket.destroy();
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `Content-Type: ${JSON_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${request_id}`,
      ...linesOf(caller?.limitHeaders() ?? []),
      ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
      ...linesOf(cors),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
    destroy,
  );
}

function linesOf(head: HeaderList): string[] {
  return head.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${head[index + 1]}`] : []));
}

function clientError(error: NodeJS.ErrnoException): AlirError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AlirError(
        'headers_too_large',
        `The URL and the headers together are too large: keep them below ${MAX_HEADERS_KIB} KiB.`,
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AlirError(
        'request_timeout',
        `The request was not complete in time. Send the complete request within ${REQUEST_TIMEOUT_S} seconds.`,
      );
    default:
      return requestProblem(
        'malformed_request',
        'request',
        'is not valid HTTP: check the request line and the headers',
      );
  }
}
