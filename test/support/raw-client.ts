import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterThisTest } from './alir.ts';

export interface RawResponse {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: any;
}

/** A connection on which a test writes raw bytes. */
export class RawClient {
  readonly #socket: Socket;
  readonly closed: Promise<unknown>;
  #received = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.closed = once(socket, 'close').catch(() => {});
    socket.setEncoding('latin1');
    socket.on('data', (text) => {
      this.#received += text;
    });
    socket.on('end', () => socket.end());
    socket.on('error', () => {});
    afterThisTest(async () => void socket.destroy());
  }

  static async open(url: string): Promise<RawClient> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const client = new RawClient(socket);
    await once(socket, 'connect');
    return client;
  }

  write(bytes: string): void {
    this.#socket.write(bytes, 'latin1');
  }

  /** Closes the sending side. */
  end(): void {
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Closes the connection with RST. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  /** All that was received so far. */
  text(): string {
    return this.#received;
  }

  /** The complete responses received so far. */
  responses(): RawResponse[] {
    const found: RawResponse[] = [];
    for (let rest = this.#received; rest !== ''; ) {
      const end = rest.indexOf('\r\n\r\n');
      if (end === -1) break;
      const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
      const headers = Object.fromEntries(
        lines.map((line) => {
          const colon = line.indexOf(':');
          return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
        }),
      );
      const length = Number(headers['content-length'] ?? 0);
      const body = rest.slice(end + 4, end + 4 + length);
      if (body.length < length) break;
      found.push({
        status: Number(first.split(' ')[1]),
        headers,
        body: body === '' ? null : JSON.parse(body),
      });
      rest = rest.slice(end + 4 + length);
    }
    return found;
  }

  /** Waits for `count` responses or the end of the connection. */
  async answered(count: number): Promise<RawResponse[]> {
    const end = once(this.#socket, 'end').catch(() => {});
    while (this.responses().length < count && !this.#socket.readableEnded && !this.#socket.destroyed) {
      await Promise.race([once(this.#socket, 'data'), end, this.closed]);
    }
    return this.responses();
  }
}

/** Sends bytes on a connection of their own. @returns what was received until the server closed it */
export async function exchange(url: string, bytes: string): Promise<string> {
  const client = await RawClient.open(url);
  client.write(bytes);
  await client.closed;
  return client.text();
}
