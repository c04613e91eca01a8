import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Network } from '../../src/network/public-addresses.ts';
import { temporaryFolder } from './alir.ts';
import { listen } from './listen.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A public internet address. No test sends anything to it. */
const PUBLIC_ADDRESS = '93.184.216.34';

/** A local HTTP server that simulates the publishers, and a network that connects all host names to it, for http and https. */
export class Publishers {
  readonly #handlers = new Map<string, Handler>();
  readonly #addresses = new Map<string, string[]>();
  readonly #server: Server;
  readonly #accepted = new Set<Socket>();
  /** The host and path of each request. */
  readonly requests: string[] = [];
  readonly headers: IncomingMessage['headers'][] = [];
  /** The host and addresses of each connection. */
  readonly dialled: string[] = [];

  /** If true, the hosts of `serveHost` answer 404. */
  ignoresHandlers = false;

  private constructor() {
    this.#server = createServer((request, response) => {
      const place = `${request.headers.host}${request.url}`;
      this.requests.push(place);
      this.headers.push(request.headers);
      const ofHost = this.ignoresHandlers ? undefined : this.#handlers.get(request.headers.host ?? '');
      const handler = this.#handlers.get(place) ?? ofHost;
      if (handler) handler(request, response);
      else response.writeHead(404).end();
    });
  }

  static async start(): Promise<Publishers> {
    const publishers = new Publishers();
    const server = publishers.#server;
    server.on('connection', (socket) => {
      publishers.#accepted.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => publishers.#accepted.delete(socket));
    });
    await listen(server);
    return publishers;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The number of open connections to the server. */
  get open(): number {
    return this.#accepted.size;
  }

  readonly network: Network = {
    resolve: async (host) => this.#addresses.get(host) ?? [PUBLIC_ADDRESS],
    dial: ({ hostname }, addresses, done) => {
      this.dialled.push(`${hostname} ${addresses.join(' ')}`);
      const socket = connect({ host: '127.0.0.1', port: this.port });
      socket.once('error', (error) => done(error, null));
      socket.once('connect', () => done(null, socket));
      return socket;
    },
  };

  /** @param place host and path @param answer a body or a request handler */
  serve(place: string, answer: string | Buffer | Handler, headers: Record<string, string> = {}): void {
    const handler: Handler =
      typeof answer === 'function'
        ? answer
        : (_request, response) => response.writeHead(200, headers).end(answer);
    this.#handlers.set(place, handler);
  }

  /** Sets the handler for all paths of a host. */
  serveHost(host: string, answer: Handler): void {
    this.#handlers.set(host, answer);
  }

  redirect(place: string, location: string): void {
    this.serve(place, (_request, response) => response.writeHead(302, { location }).end());
  }

  /** Sets the addresses of a host name. */
  resolveTo(host: string, ...addresses: string[]): void {
    this.#addresses.set(host, addresses);
  }
}

export interface TestSource {
  readonly name: string;
  readonly feeds: readonly string[];
  readonly hosts?: readonly string[];
  readonly time_zone?: string;
  readonly on?: boolean;
}

/** Writes a file of news settings for a test. @returns its path */
export async function newsSources(
  sources: readonly TestSource[],
  settings: { deadline_ms?: number; feed_timeout_ms?: number; max_feed_bytes?: number } = {},
): Promise<string> {
  const path = join(await temporaryFolder(), 'news-sources.json');
  const content = {
    deadline_ms: 10_000,
    feed_timeout_ms: 10_000,
    max_feed_bytes: 1_000_000,
    ...settings,
    sources: sources.map((source) => ({
      on: true,
      time_zone: 'UTC',
      hosts: [...new Set(source.feeds.map((feed) => new URL(feed).hostname))],
      ...source,
    })),
  };
  await writeFile(path, JSON.stringify(content));
  return path;
}

/** An RSS 2.0 feed with these items. */
export function rss(...items: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>A feed</title>${items.join('')}</channel></rss>`;
}

export function item(fields: Record<string, string>): string {
  const elements = Object.entries(fields).map(([name, text]) => `<${name}>${text}</${name}>`);
  return `<item>${elements.join('')}</item>`;
}
