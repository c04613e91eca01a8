import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { AlirError } from '../../core/errors.ts';
import { hostInUrl } from '../../core/urls.ts';
import { requestProblem } from './responses/public-error.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The names of this server that documents may contain. */
    ownNames: OwnNames;
  }
}

interface OwnNames {
  /** The configured origin; empty for none. */
  readonly public_url: string;
  /** Host names in the form of URLs. */
  readonly hosts: readonly string[];
  /** The origins that documents contain: see ownOrigin. */
  readonly origins: Set<string>;
}

/** A document is kept for each origin. Requests can name any port, so further origins are not repeated. */
const MAX_ORIGINS = 4;

const OF_THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i;

/**
 * Returns the host names that a request may use: those of this machine, the listen address if it is a specific one, and the names from the
 * operator. A page of another site whose name resolves to this server sends a different host name.
 */
export function allowedHosts(host: string, named: readonly string[]): string[] {
  const own = hostInUrl(host);
  // A listen address that is not valid in a URL is skipped, for example one with a zone. The server finds out at startup whether it can
  // listen on it.
  const isInUrls = own !== null && URL.canParse(`http://${own}`);
  // In URL form: names in lower case, addresses in short form.
  const inUrls = [...(isInUrls ? [own] : []), ...named].map((name) => new URL(`http://${name}`).hostname);
  return [...new Set([...OF_THIS_MACHINE, ...inUrls])];
}

/**
 * The origin of the server for documents, such as `https://api.example.com`: the configured one, else that of the request. A cache can keep
 * a document for other clients, so it contains the `Host` of a request only if it names this server: one of its hosts, with the port of the
 * connection or with one of the first others that were requested, such as that of a port mapping. Undefined for another host.
 */
export function ownOrigin({ server, headers, protocol, socket }: FastifyRequest): string | undefined {
  const { public_url, hosts, origins } = server.ownNames;
  if (public_url !== '') return new URL(public_url).origin;
  const { host = '' } = headers;
  const named = `${protocol}://${host}`;
  if (!HOST.test(host) || !URL.canParse(named)) return undefined;
  // Not the text of the client: `2130706433` is also a name of 127.0.0.1.
  const { hostname, port, origin } = new URL(named);
  if (!hosts.includes(hostname)) return undefined;
  if (port === String(socket.localPort) || origins.has(origin)) return origin;
  if (origins.size >= MAX_ORIGINS) return undefined;
  origins.add(origin);
  return origin;
}

/** RFC 9112, section 3.2: HTTP/1.1 requires exactly one `Host`. @returns the error of a request without it */
export function hostProblem({ headers, httpVersion, rawHeaders }: IncomingMessage): AlirError | undefined {
  if (headers.host === undefined)
    return httpVersion === '1.0'
      ? undefined
      : requestProblem('malformed_request', 'Host', 'is missing: send this header once');
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count === 1
    ? undefined
    : requestProblem('malformed_request', 'Host', 'appears twice: send this header once');
}
