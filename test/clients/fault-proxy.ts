import { once } from 'node:events';
import { createServer, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request: it is lost before the server reads it, its answer is lost, or is cut in its middle, or another server answers. */
export type Fault = 'none' | 'lost' | 'answer_lost' | 'answer_cut' | 'overloaded' | 'bad_gateway';

/** A proxy in front of a server that does damage to its requests. */
export class FaultProxy {
  readonly #server: Server;
  readonly #target: string;
  /** The faults of the next requests; those after them have none. */
  faults: Fault[] = [];
  /** Called with each request that the server has answered. */
  onAnswered: () => void = () => {};

  private constructor(target: string) {
    this.#target = target;
    this.#server = createServer((incoming, outgoing) => {
      const fault = this.faults.shift() ?? 'none';
      if (fault === 'lost') return outgoing.destroy();
      if (fault === 'bad_gateway') return outgoing.writeHead(502).end('<html>');
      if (fault === 'overloaded') {
        const body = {
          success: false,
          error: 'Busy',
          detail: 'Busy',
          code: 'overloaded',
          request_id: 'none',
        };
        const headers = { 'content-type': 'application/json', 'retry-after': '1' };
        return outgoing.writeHead(503, headers).end(JSON.stringify({ ...body, data: null }));
      }
      const { method, url = '/', headers } = incoming;
      const forwarded = request(new URL(url, this.#target), { method, headers });
      // The server must see that the client has gone.
      outgoing.on('close', () => forwarded.destroy());
      forwarded.on('error', () => outgoing.destroy());
      forwarded.on('response', async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        this.onAnswered();
        reply(outgoing, fault, answer.statusCode ?? 500, answer.headers, Buffer.concat(chunks));
      });
      incoming.pipe(forwarded);
    });
  }

  static async start(target: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

function reply(outgoing: ServerResponse, fault: Fault, status: number, headers: object, body: Buffer): void {
  if (fault === 'answer_lost') {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(status, headers as Record<string, string>);
  if (fault === 'none') outgoing.end(body);
  else outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
}
