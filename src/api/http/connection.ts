import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Node's own field: the response that a connection sends now. Those to later requests have no socket until it has ended. */
interface HttpSocket extends Duplex {
  readonly _httpMessage?: ServerResponse<IncomingMessage> | null;
}

/**
 * True when the server knows that a response cannot reach its client: the client has closed its side of the connection, or the
 * connection ends with the response to an earlier request.
 */
export function isDisconnected({ socket }: ServerResponse): boolean {
  return socket === null || !socket.writable;
}

/** Waits for the responses to earlier requests of the connection; resolves also when the connection ends with one of them. */
export async function waitForTurn(response: ServerResponse): Promise<void> {
  const { socket } = response.req;
  while (response.socket === null && !socket.destroyed) {
    const current = (socket as HttpSocket)._httpMessage;
    if (!current) return;
    await ended(current);
  }
}

/**
 * Waits for the responses to all requests that came whole.
 * @returns the request that the connection was still receiving, if its head was read
 */
export async function incompleteRequest(socket: HttpSocket): Promise<IncomingMessage | null> {
  for (;;) {
    const current = socket._httpMessage;
    if (!current) return null;
    if (!current.req.complete) return current.req;
    await ended(current);
  }
}

function ended(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once('close', resolve));
}
