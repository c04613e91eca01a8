import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import { AlirError } from '../../core/errors.ts';
import { addressBlock, type IsProxy, isLoopback } from './address.ts';
import { hasCredentials } from './credentials.ts';
import { identifiedCaller } from './response.ts';
import { type Allowance, TokenBuckets } from './token-buckets.ts';

/** What a request without a known caller counts as. `keyless`: a page, unless it brings a key. */
type AnonymousUse = 'page' | 'keyless' | 'probe' | 'webhook' | 'options';

/** For each address. A page of the documentation takes six requests; a load balancer may ask for the health from several places; a
 * browser sends OPTIONS before the first request with a key. */
const ALLOWANCES: Readonly<Record<Exclude<AnonymousUse, 'keyless'>, Allowance>> = {
  page: { burst: 120, per_second: 2 },
  probe: { burst: 60, per_second: 10 },
  webhook: { burst: 200, per_second: 10 },
  options: { burst: 200, per_second: 20 },
};
/** For all addresses together, so that many of them cannot do what one cannot. */
const ALL_PAGES: Allowance = { burst: 1200, per_second: 100 };

const MAX_CONNECTIONS = 15_000;
const MAX_CONNECTIONS_OF_ADDRESS = 500;

/** A refusal is held back this long: a client that asks again as soon as it is refused asks once in this time. */
const HOLD_MS = 1000;
const MAX_HELD = 1000;
const MAX_HELD_OF_ADDRESS = 128;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a route that is answered without a key: what its requests count as. */
    anonymous?: AnonymousUse;
  }
  interface FastifyRequest {
    /** Whether the request was counted for its address. */
    isCounted: boolean;
  }
}

export interface AnonymousSettings {
  readonly clock: Clock;
  readonly isProxy: IsProxy;
  /** Called for each connection that is closed because there are too many. */
  readonly onRefusedConnection: (address: string, reason: string) => void;
}

/**
 * Bounds what callers without a valid key can do, by address: requests that need no key, requests that fail before their caller is known,
 * and connections. A request with a valid key is never counted and never refused here.
 */
export class AnonymousLimits {
  readonly #settings: AnonymousSettings;
  readonly #buckets = {
    page: new TokenBuckets(ALLOWANCES.page),
    probe: new TokenBuckets(ALLOWANCES.probe),
    webhook: new TokenBuckets(ALLOWANCES.webhook),
    options: new TokenBuckets(ALLOWANCES.options),
    all: new TokenBuckets(ALL_PAGES),
  };
  readonly #held = new Set<Socket>();
  readonly #heldOf = new Counts();
  readonly #connectionsOf = new Counts();

  constructor(app: FastifyInstance, settings: AnonymousSettings) {
    this.#settings = settings;
    app.decorateRequest('isCounted', false);
    app.addHook('onRoute', (route) => {
      const use = route.config?.anonymous;
      if (use === undefined) return;
      const count = (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
        // An endpoint that also takes a key authenticates by itself.
        const isLetThrough =
          hasCredentials(request.headers) && (use === 'keyless' || identifiedCaller(request) !== null);
        done(isLetThrough ? undefined : this.#count(request, use));
      };
      route.onRequest = [count, route.onRequest ?? []].flat();
    });
    app.server.maxConnections = MAX_CONNECTIONS;
    app.server.on('drop', (peer) => settings.onRefusedConnection(peer?.remoteAddress ?? 'unknown', 'all'));
    app.server.on('connection', (socket) => this.#countConnection(socket));
  }

  /** Counts a request that failed before its caller was known. @returns the error to answer with */
  countFailure(request: FastifyRequest, error: AlirError): AlirError {
    if (request.isCounted || identifiedCaller(request)) return error;
    return this.#count(request, 'page') ?? error;
  }

  /** Counts bytes that are not a request, and lets them be answered: at once, or after a while when the address has sent too many. */
  countBytes(socket: Socket, answer: () => void): void {
    const address = socket.remoteAddress ?? '';
    if (this.#take('page', address) === 0) answer();
    else this.hold(socket, address, answer);
  }

  /**
   * Sends a refusal after a while. Where the connection waits for one already, or too many do, it is closed at once.
   * @param send sends it
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

  /** Counts a request with OPTIONS, which has no key. @returns the error when the address has sent too many */
  countOptions(request: FastifyRequest): AlirError | undefined {
    return this.#count(request, 'options');
  }

  #count(request: FastifyRequest, use: AnonymousUse): AlirError | undefined {
    // The route for HEAD has the hook of the route for GET, and its own.
    if (request.isCounted) return undefined;
    request.isCounted = true;
    const wait_s = this.#take(use === 'keyless' ? 'page' : use, request.ip);
    return wait_s === 0 ? undefined : addressLimited(wait_s);
  }

  /** @returns the seconds until a request is allowed; 0 when this one is */
  #take(use: keyof typeof ALLOWANCES, address: string): number {
    const now_ms = this.#settings.clock.monotonic_ms();
    const wait_s = this.#buckets[use].take(addressBlock(address), now_ms);
    return wait_s === 0 && use === 'page' ? this.#buckets.all.take('all', now_ms) : wait_s;
  }

  #countConnection(socket: Socket): void {
    const { remoteAddress: address } = socket;
    // The connections of a proxy are those of all its clients.
    if (address === undefined || isLoopback(address) || this.#settings.isProxy(address, 0)) return;
    const block = addressBlock(address);
    this.#connectionsOf.add(block, 1);
    socket.once('close', () => this.#connectionsOf.add(block, -1));
    if (this.#connectionsOf.get(block) <= MAX_CONNECTIONS_OF_ADDRESS) return;
    this.#settings.onRefusedConnection(address, 'address');
    socket.destroy();
  }
}

function addressLimited(retry_after_s: number): AlirError {
  return new AlirError(
    'address_limited',
    `Too many requests without a valid key came from your address. Send a valid key, or try again in ${retry_after_s} s.`,
    { retry_after_s },
  );
}

/** Counts that are forgotten at 0. */
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
