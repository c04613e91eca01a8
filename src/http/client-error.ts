import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AlirError } from '../core/errors.ts';
import { errorBody, JSON_TYPE, SECURITY_HEADERS } from './envelope.ts';
import { requestProblem } from './errors.ts';
import { statusOf } from './status.ts';

/** Answers what could not be read as a request at all; no route, hook or reply exists for it. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  answerOnSocket(clientError(error), socket);
}

/** CONNECT asks for a tunnel: there is no reply for it either. */
export function answerConnect(_request: unknown, socket: Duplex): void {
  answerOnSocket(new AlirError('method_not_allowed', 'This server opens no tunnels.'), socket);
}

function answerOnSocket(shown: AlirError, socket: Duplex): void {
  const status = statusOf(shown.code) ?? 400;
  const request_id = randomUUID();
  const body = errorBody(shown, request_id);
  // A client that keeps its side open would keep the socket for good.
  const destroy = () => socket.destroy();
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `Content-Type: ${JSON_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${request_id}`,
      ...Object.entries(SECURITY_HEADERS).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
    destroy,
  );
}

function clientError(error: NodeJS.ErrnoException): AlirError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AlirError(
        'headers_too_large',
        'The URL and the headers together are too large: keep them below 16 KiB.',
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new AlirError(
        'request_timeout',
        'The request did not arrive in time. Send it whole within 15 seconds.',
      );
    default:
      return requestProblem(
        'malformed_request',
        'request',
        'is not valid HTTP: check its first line and its headers',
      );
  }
}
