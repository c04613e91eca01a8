import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HeaderList } from './envelope.ts';

/** The origins whose pages may read responses: any, or those listed; none for an empty list. */
export type CorsOrigins = '*' | readonly string[];

const ALLOWED_METHODS = 'GET, HEAD, POST, DELETE';

/** What callers send, and what a client of the Model Context Protocol sends besides. */
const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Accept',
  'X-Request-Id',
  'If-None-Match',
  'Mcp-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
].join(', ');

/** Chromium keeps a preflight for at most two hours, Firefox for a day. */
const MAX_AGE_S = 7200;

/** Credentials are never allowed, so the wildcard stands for every header. */
const EXPOSED: HeaderList = ['access-control-expose-headers', '*'];

/**
 * The headers that let a page of another origin read a response. Every response carries them, errors too, since a page could not read
 * an error otherwise.
 */
export class Cors {
  /** For pages of any origin, and for requests of no page. */
  readonly #common: HeaderList;
  readonly #byOrigin: ReadonlyMap<string, HeaderList>;

  constructor(origins: CorsOrigins) {
    const list = origins === '*' ? [] : origins;
    this.#byOrigin = new Map(
      list.map((origin) => [origin, ['vary', 'Origin', 'access-control-allow-origin', origin, ...EXPOSED]]),
    );
    this.#common =
      origins === '*'
        ? ['access-control-allow-origin', '*', ...EXPOSED]
        : list.length > 0
          ? ['vary', 'Origin']
          : [];
  }

  /** @param origin the Origin header of the request */
  headers(origin: string | undefined): HeaderList {
    if (origin === undefined || this.#byOrigin.size === 0) return this.#common;
    return this.#byOrigin.get(origin) ?? this.#common;
  }

  /**
   * Answers the question of a browser whether a page may send a request. It needs no key and counts for no account, and it is answered for
   * every path, so that the page can read a 404.
   * @returns false for any other request, which it leaves alone
   */
  answerPreflight({ method, headers, id }: FastifyRequest, reply: FastifyReply): boolean {
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
    const head = this.headers(headers.origin);
    const isAllowed = head.includes('access-control-allow-origin');
    const allowed = isAllowed
      ? [
          'access-control-allow-methods',
          ALLOWED_METHODS,
          'access-control-allow-headers',
          ALLOWED_HEADERS,
          'access-control-max-age',
          MAX_AGE_S,
        ]
      : [];
    reply.hijack();
    reply.raw.writeHead(204, [...head, ...allowed, 'x-request-id', id] as string[]);
    reply.raw.end();
    return true;
  }
}
