import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HeaderList } from './envelope.ts';

/** The origins whose pages may read responses: `*` for any, or a list. An empty list allows none. */
export type CorsOrigins = '*' | readonly string[];

const ALLOWED_METHODS = 'GET, HEAD, POST, DELETE';

/** Headers of API clients, and additional headers of MCP clients. */
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

/** Chromium caches a preflight for at most two hours, Firefox for a day. */
const MAX_AGE_S = 7200;

/** The wildcard covers every header, because CORS credentials are never allowed. */
const EXPOSED: HeaderList = ['access-control-expose-headers', '*'];

/**
 * The headers that allow a page of another origin to read a response. Every response carries them, including errors: a page could not read
 * an error without them.
 */
export class Cors {
  /** Headers for requests whose origin is not in `#byOrigin`, and for requests without an origin. */
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
   * Answers a CORS preflight. It needs no key and counts towards no account. Every path is answered: otherwise a page could not read a 404.
   * @returns false for any other request, which it does not answer
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
