import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Node's internal field: the response that the connection is sending. Responses to later requests have no socket until it ends. */
interface HttpSocket extends Duplex {
  readonly _httpMessage?: ServerResponse<IncomingMessage> | null;
}

/**
 * True if the server knows that a response cannot reach its client: the client closed its side of the connection, or the connection closes
 * after the response to an earlier request.
 */
export function isDisconnected({ socket }: ServerResponse): boolean {
  return socket === null || !socket.writable;
}

/** Waits for the responses to earlier requests on the connection. Also resolves if the connection closes with one of them. */
export async function waitForTurn(response: ServerResponse): Promise<void> {
  const { socket } = response.req;
  while (response.socket === null && !socket.destroyed) {
    const current = (socket as HttpSocket)._httpMessage;
    if (!current) return;
    await ended(current);
  }
}

/**
 * Waits for the responses to all complete requests on the connection.
 * @returns the incomplete request on the connection if its headers were read; null if there is none, or if the client has left
 */
export async function incompleteRequest(socket: HttpSocket): Promise<IncomingMessage | null> {
  // A closed connection keeps the response that it was sending, which has ended: waiting for it again would not give way to other work.
  while (!socket.destroyed) {
    const current = socket._httpMessage;
    if (!current) return null;
    if (!current.req.complete) return current.req;
    await ended(current);
  }
  return null;
}

/** All who wait for a response share one listener: a client can pipeline any number of requests behind it. */
const ends = new WeakMap<ServerResponse, Promise<void>>();

function ended(response: ServerResponse): Promise<void> {
  const end = ends.get(response) ?? new Promise<void>((resolve) => response.once('close', resolve));
  ends.set(response, end);
  return end;
}
