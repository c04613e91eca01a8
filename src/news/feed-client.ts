import type { Socket } from 'node:net';
import { Agent, type buildConnector, fetch, type Response } from 'undici';
import { AddressError, type Network, publicAddresses } from '../network/public-addresses.ts';
import { FeedError } from './feed-error.ts';
import type { FeedDocument } from './read-feed.ts';
import { isAllowedHost } from './sources.ts';

const MAX_REDIRECTS = 5;
const MAX_HEADER_BYTES = 16 * 1024;
/** Limit of the bytes of a connection beside the body: TLS handshake, headers and chunk framing. */
const MAX_OVERHEAD_BYTES = 256 * 1024;
/** A longer validator is not sent: some servers reject it. */
const MAX_VALIDATOR_CHARACTERS = 256;

const HEADERS = {
  'user-agent': 'Alir/1 (RSS reader of a self-hosted market-data service)',
  accept:
    'application/rss+xml, application/atom+xml, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.8, */*;q=0.1',
  'accept-encoding': 'gzip, br',
};

/** Validators of a document for conditional requests. */
export interface Validators {
  readonly etag: string | null;
  readonly last_modified: string | null;
}

export interface FetchedFeed extends FeedDocument {
  readonly validators: Validators;
}

export interface FeedRequest {
  readonly url: string;
  /** Hosts that it may redirect to. */
  readonly hosts: readonly string[];
  /** Validators of the cached copy. */
  readonly known: Validators | undefined;
  readonly signal: AbortSignal;
}

/** Fetches feeds from public addresses only, also after redirects. No connection outlives `close`. */
export class FeedClient {
  readonly #network: Network;
  readonly #max_bytes: number;
  readonly #agent: Agent;
  readonly #sockets = new Set<Socket>();
  #isClosed = false;

  /** @param max_bytes limit of a feed after decompression */
  constructor(network: Network, max_bytes: number) {
    this.#network = network;
    this.#max_bytes = max_bytes;
    this.#agent = new Agent({
      connect: (options, done) => this.#connect(options, done),
      maxHeaderSize: MAX_HEADER_BYTES,
      pipelining: 0,
    });
  }

  /** @returns `unchanged` if the cached copy is still current @throws FeedError */
  async fetch(request: FeedRequest): Promise<FetchedFeed | 'unchanged'> {
    try {
      const response = await this.#follow(request);
      if (response.status === 304 && request.known) return 'unchanged';
      if (response.status !== 200)
        throw new FeedError('bad_status', `its server returned status ${response.status}`);
      return {
        url: response.url,
        content_type: response.headers.get('content-type') ?? '',
        bytes: await bodyOf(response, this.#max_bytes),
        validators: {
          etag: validator(response, 'etag'),
          last_modified: validator(response, 'last-modified'),
        },
      };
    } catch (error) {
      throw feedErrorOf(error, request.signal);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#agent.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }

  /**
   * Connects to public addresses only; a publisher's name may come to resolve to a private one. Keeps a list of its sockets, because
   * undici may open another one for an aborted request, even after its agent is destroyed.
   */
  #connect(options: buildConnector.Options, done: buildConnector.Callback): void {
    publicAddresses(this.#network, options.hostname)
      .then((addresses) => {
        if (this.#isClosed) throw new Error('The feed client is closed');
        const socket = this.#network.dial(options, addresses, (...result) => {
          // Framing can be endless too, and never reaches the limit of the body.
          result[1]?.on('readable', () => {
            if (socket.bytesRead > this.#max_bytes + MAX_OVERHEAD_BYTES)
              socket.destroy(tooLarge(this.#max_bytes));
          });
          done(...result);
        });
        this.#sockets.add(socket);
        socket.on('close', () => this.#sockets.delete(socket));
      })
      .catch((error: Error) => done(error, null));
  }

  async #follow({ url, hosts, known, signal }: FeedRequest): Promise<Response> {
    let address = new URL(url);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await fetch(address, {
        dispatcher: this.#agent,
        redirect: 'manual',
        headers: { ...HEADERS, ...conditions(known) },
        signal,
      });
      const location = response.headers.get('location');
      if (response.status === 304 || response.status < 300 || response.status > 399 || location === null) {
        return response;
      }
      await response.body?.cancel();
      address = allowedRedirect(address, location, hosts);
    }
    throw new FeedError('refused', `it has more than ${MAX_REDIRECTS} redirects`);
  }
}

function allowedRedirect(from: URL, location: string, hosts: readonly string[]): URL {
  const refused = (why: string) => new FeedError('refused', `it redirects to ${why}`);
  if (!URL.canParse(location, from.href)) throw refused('an invalid URL');
  const to = new URL(location, from);
  if (to.protocol !== 'https:' && to.protocol !== from.protocol) throw refused(`${to.protocol} addresses`);
  if (to.port !== '' && to.port !== from.port) throw refused(`port ${to.port}`);
  if (to.username !== '' || to.password !== '') throw refused('an address with a password');
  if (!isAllowedHost(hosts, to.hostname)) throw refused(`${to.hostname}, which is not a host of its source`);
  return to;
}

function conditions(known: Validators | undefined): Record<string, string> {
  return {
    ...(known?.etag ? { 'if-none-match': known.etag } : {}),
    ...(known?.last_modified ? { 'if-modified-since': known.last_modified } : {}),
  };
}

async function bodyOf(response: Response, max_bytes: number): Promise<Uint8Array> {
  if (Number(response.headers.get('content-length')) > max_bytes) throw tooLarge(max_bytes);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > max_bytes) throw tooLarge(max_bytes);
    chunks.push(chunk);
  }
  return joined(chunks, bytes);
}

function tooLarge(max_bytes: number): FeedError {
  return new FeedError('too_large', `it is longer than ${max_bytes.toLocaleString('en')} bytes`);
}

function validator({ headers }: Response, name: string): string | null {
  const text = headers.get(name);
  return text !== null && text.length <= MAX_VALIDATOR_CHARACTERS ? text : null;
}

/** Joins chunks in a new buffer, which can be transferred to another thread. */
function joined(chunks: readonly Uint8Array[], bytes: number): Uint8Array {
  const body = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body;
}

function feedErrorOf(error: unknown, signal: AbortSignal): FeedError {
  // undici wraps the original error as a cause, sometimes twice.
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof FeedError) return cause;
    if (cause instanceof AddressError) return new FeedError(cause.reason, cause.message);
  }
  if (signal.aborted) return new FeedError('late', 'it did not arrive in time');
  const { message, cause } = error as Error & { cause?: Error };
  return new FeedError('unreachable', cause?.message || message);
}
