import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../../core/clock.ts';
import { AlirError } from '../../../core/errors.ts';
import { addressBlock, clientAddress, type IsProxy, isLoopback } from '../requests/address.ts';
import { hasCredentials } from '../requests/credentials.ts';
import { identifiedCaller } from '../responses/response.ts';
import { type Allowance, TokenBuckets } from './token-buckets.ts';

/** The category under which a request without a known caller is counted. `keyless` counts as `page`, unless the request carries a key; `sample` counts as `page`, also with a key. `operator`: only failed requests count, as `page`. */
type AnonymousUse = 'page' | 'keyless' | 'sample' | 'probe' | 'webhook' | 'options' | 'operator';

/**
 * Limits for each address. A documentation page takes six requests. A load balancer may check health from several locations. A browser
 * sends OPTIONS before its first request with a key.
 */
const ALLOWANCES: Readonly<Record<Exclude<AnonymousUse, 'keyless' | 'sample' | 'operator'>, Allowance>> = {
  page: { burst: 120, per_second: 2 },
  probe: { burst: 60, per_second: 10 },
  webhook: { burst: 200, per_second: 10 },
  options: { burst: 200, per_second: 20 },
};
/** Limit for the pages of one visitor who is signed in: several can have the same address. */
const SIGNED_IN: Allowance = { burst: 120, per_second: 2 };
/** Limit for all addresses together, against load that is spread over many addresses. */
const ALL_PAGES: Allowance = { burst: 1200, per_second: 100 };
/** The limit of an IPv6 /48, which one customer can hold, as a multiple of that of a /64. */
const BLOCKS_OF_NETWORK = 4;

const MAX_CONNECTIONS = 15_000;
const MAX_CONNECTIONS_OF_ADDRESS = 500;

/** Delay before a refusal is sent. A client that retries immediately sends one request per delay. */
const HOLD_MS = 1000;
const MAX_HELD = 1000;
const MAX_HELD_OF_ADDRESS = 128;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The category of requests to this route. Set on routes that can be used without a key. */
    anonymous?: AnonymousUse;
  }
  interface FastifyRequest {
    /** True after the request was counted for its address. */
    isCounted: boolean;
    /** The person or the key of a valid session, on routes with sessions; null without one. */
    signedInAs: string | null;
  }
}

export interface AnonymousSettings {
  readonly clock: Clock;
  readonly isProxy: IsProxy;
  /** Called for each connection that is closed because too many are open. */
  readonly onRefusedConnection: (address: string, reason: string) => void;
}

/**
 * Limits callers without a valid key, by address: requests that need no key, requests that fail before the caller is identified, and
 * connections. A request with a valid key is never counted and never refused here, except a form of the console. The pages that a visitor
 * with a valid session opens are counted for the visitor instead of the address.
 */
export class AnonymousLimits {
  readonly #settings: AnonymousSettings;
  readonly #buckets = {
    page: bucketsOf(ALLOWANCES.page),
    probe: bucketsOf(ALLOWANCES.probe),
    webhook: bucketsOf(ALLOWANCES.webhook),
    options: bucketsOf(ALLOWANCES.options),
  };
  readonly #signedIn = new TokenBuckets(SIGNED_IN);
  readonly #all = new TokenBuckets(ALL_PAGES);
  readonly #held = new Set<Socket>();
  readonly #heldOf = new Counts();
  readonly #connectionsOf = new Counts();

  constructor(app: FastifyInstance, settings: AnonymousSettings) {
    this.#settings = settings;
    app.decorateRequest('isCounted', false);
    app.decorateRequest('signedInAs', null);
    app.addHook('onRoute', (route) => {
      const use = route.config?.anonymous;
      if (use === undefined || use === 'operator') return;
      // Forms know no keys: with a key of its own, a client could try the codes and keys of others without a limit.
      const isForm = route.config?.errors === 'page' && [route.method].flat().includes('POST');
      const count = async (request: FastifyRequest) => {
        // A key that is sent to the sample is not the caller.
        if (use === 'sample') request.caller = null;
        // An endpoint with optional credentials authenticates the request itself.
        const isLetThrough =
          !isForm &&
          hasCredentials(request.headers) &&
          (use === 'keyless' || (await identifiedCaller(request)) !== null);
        if (isLetThrough) return;
        const refusal = this.#count(request, use);
        if (refusal) throw refusal;
        // A load balancer and a payment provider do not wait for visitors.
        if (use === 'page' || use === 'keyless' || use === 'sample') await request.server.callersFirst.turn();
      };
      route.onRequest = [count, route.onRequest ?? []].flat();
    });
    app.server.maxConnections = MAX_CONNECTIONS;
    app.server.on('drop', (peer) => settings.onRefusedConnection(peer?.remoteAddress ?? 'unknown', 'all'));
    app.server.on('connection', (socket) => this.#countConnection(socket));
  }

  /** Counts a request that failed before its caller was identified. @returns the error to send */
  async countFailure(request: FastifyRequest, error: AlirError): Promise<AlirError> {
    if (request.isCounted || (await identifiedCaller(request))) return error;
    const refusal = this.#count(request, 'page');
    if (refusal) return refusal;
    return await request.server.callersFirst.turn().then(
      () => error,
      (overloaded: AlirError) => overloaded,
    );
  }

  /** Counts a page request as more requests, because its answer takes more time than most. */
  countWork(request: FastifyRequest, more: number): void {
    if (!request.isCounted) return;
    if (request.signedInAs !== null) {
      this.#signedIn.add(request.signedInAs, more);
      return;
    }
    const [block, network] = blocksOf(request.ip);
    this.#buckets.page.block.add(block, more);
    if (network !== undefined) this.#buckets.page.network.add(network, more);
    this.#all.add('all', more);
  }

  /** The address of the client of a request that fastify cannot read. @param headers null if they could not be read */
  addressOf(socket: Socket, headers: IncomingHttpHeaders | null): string {
    return clientAddress(socket, headers, this.#settings.isProxy);
  }

  /** Counts bytes that are not an HTTP request. Answers at once, or after a delay if the address exceeded its limit. */
  countBytes(socket: Socket, answer: () => void): void {
    const address = socket.remoteAddress ?? '';
    if (this.#take('page', address) === 0) answer();
    else this.hold(socket, address, answer);
  }

  /**
   * Sends a refusal after HOLD_MS. Closes the connection at once if it already has a delayed refusal, or if too many refusals are delayed.
   * @param send sends the refusal
   */
  hold(socket: Socket, address: string, send: () => void): void {
    const block = addressBlock(address);
    if (
      this.#held.has(socket) ||
      this.#held.size >= MAX_HELD ||
      this.#heldOf.get(block) >= MAX_HELD_OF_ADDRESS
    ) {
      socket.destroy();
      return;
    }
    this.#held.add(socket);
    this.#heldOf.add(block, 1);
    const timer = setTimeout(() => {
      end();
      send();
    }, HOLD_MS);
    const end = () => {
      clearTimeout(timer);
      socket.off('close', end);
      this.#held.delete(socket);
      this.#heldOf.add(block, -1);
    };
    socket.once('close', end);
  }

  /** Counts an OPTIONS request, which has no key. @returns the error if the address exceeded its limit */
  countOptions(request: FastifyRequest): AlirError | undefined {
    return this.#count(request, 'options');
  }

  #count(request: FastifyRequest, use: Exclude<AnonymousUse, 'operator'>): AlirError | undefined {
    // A HEAD route runs the hook of its GET route and its own hook.
    if (request.isCounted) return undefined;
    request.isCounted = true;
    const { signedInAs, method } = request;
    if (signedInAs !== null && (method === 'GET' || method === 'HEAD')) {
      const wait_s = this.#signedIn.take(signedInAs, this.#settings.clock.monotonic_ms());
      return wait_s === 0 ? undefined : visitorLimited(wait_s);
    }
    const wait_s = this.#take(use === 'keyless' || use === 'sample' ? 'page' : use, request.ip);
    return wait_s === 0 ? undefined : addressLimited(wait_s);
  }

  /** @returns 0 if this request is allowed, else the seconds until one is */
  #take(use: keyof typeof ALLOWANCES, address: string): number {
    const now_ms = this.#settings.clock.monotonic_ms();
    const [block, network] = blocksOf(address);
    const buckets = this.#buckets[use];
    return (
      buckets.block.take(block, now_ms) ||
      (network === undefined ? 0 : buckets.network.take(network, now_ms)) ||
      (use === 'page' ? this.#all.take('all', now_ms) : 0)
    );
  }

  #countConnection(socket: Socket): void {
    const { remoteAddress: address } = socket;
    // The connections of a proxy belong to many clients.
    if (address === undefined || isLoopback(address) || this.#settings.isProxy(address, 0)) return;
    const block = addressBlock(address);
    this.#connectionsOf.add(block, 1);
    socket.once('close', () => this.#connectionsOf.add(block, -1));
    if (this.#connectionsOf.get(block) <= MAX_CONNECTIONS_OF_ADDRESS) return;
    this.#settings.onRefusedConnection(address, 'address');
    socket.destroy();
  }
}

function bucketsOf({ burst, per_second }: Allowance): Readonly<Record<'block' | 'network', TokenBuckets>> {
  const network = { burst: burst * BLOCKS_OF_NETWORK, per_second: per_second * BLOCKS_OF_NETWORK };
  return { block: new TokenBuckets({ burst, per_second }), network: new TokenBuckets(network) };
}

/** The block of an address, and the /48 around it; only the address for IPv4. */
function blocksOf(address: string): [block: string, network?: string] {
  const block = addressBlock(address);
  return block.endsWith('/64') ? [block, block.split(':', 3).join(':')] : [block];
}

function addressLimited(retry_after_s: number): AlirError {
  return new AlirError(
    'address_limited',
    `Your IP address sent too many requests without a valid key. Send a valid key, or try again in ${retry_after_s} s.`,
    { retry_after_s },
  );
}

function visitorLimited(retry_after_s: number): AlirError {
  return new AlirError(
    'rate_limited',
    `You opened too many pages in a short time. Try again in ${retry_after_s} s.`,
    { retry_after_s },
  );
}

/** Counts by name. A count that reaches 0 is deleted. */
class Counts {
  readonly #counts = new Map<string, number>();

  get(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  add(name: string, more: number): void {
    const count = this.get(name) + more;
    if (count === 0) this.#counts.delete(name);
    else this.#counts.set(name, count);
  }
}
