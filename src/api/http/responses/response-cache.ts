import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../core/clock.ts';
import { CACHE_TTL_S } from '../../../core/contract.ts';
import { compressed, type Encoding, type ReadyBody } from './compression.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** A larger body is sent but not cached, because it could evict all others. */
const MAX_BODY_BYTES = MAX_BYTES / 8;

/** A body before compression. */
export type MadeBody = Omit<ReadyBody, 'encoding'>;
type Make = () => Promise<MadeBody>;

/** Caches the bodies of identical requests for the cache time. Concurrent identical requests are computed once. Failures are not cached. */
export class ResponseCache {
  readonly #bodies: LRUCache<string, ReadyBody>;
  /** The bodies that are being computed. `fetch` of the LRU cache, which does the same, takes several times as long. */
  readonly #computing = new Map<string, Promise<ReadyBody>>();

  constructor(clock: Clock) {
    this.#bodies = new LRUCache<string, ReadyBody>({
      maxSize: MAX_BYTES,
      maxEntrySize: MAX_BODY_BYTES,
      sizeCalculation: ({ bytes, coverage }, key) =>
        bytes.length + key.length + (coverage?.headers.join().length ?? 0),
      ttl: CACHE_TTL_S * 1000,
      ttlResolution: 0,
      perf: { now: () => clock.monotonic_ms() },
    });
  }

  ready(key: string, encoding: Encoding | null): ReadyBody | undefined {
    return this.#bodies.get(encoding ? keyIn(key, encoding) : key);
  }

  /** Returns the body for a key, and computes it if it is not cached. The key must include everything that the body depends on. */
  body(key: string, make: Make): ReadyBody | Promise<ReadyBody> {
    return this.#bodies.get(key) ?? this.#compute(key, async () => ({ ...(await make()), encoding: null }));
  }

  /** Removes a body whose computation was cancelled: the next request computes it again. */
  forget(key: string): void {
    this.#computing.delete(key);
    this.#bodies.delete(key);
  }

  /** Compresses a body and caches it for a key and an encoding. It expires no later than the uncompressed body. */
  encoded(key: string, { bytes, ...rest }: ReadyBody, encoding: Encoding): Promise<ReadyBody> {
    const ttl = Math.max(1, this.#bodies.getRemainingTTL(key));
    return this.#compute(
      keyIn(key, encoding),
      async () => ({ ...rest, ...(await compressed(bytes, encoding)) }),
      ttl,
    );
  }

  get bytes(): number {
    return this.#bodies.calculatedSize;
  }

  /** @param ttl in milliseconds; the cache time by default */
  #compute(key: string, make: () => Promise<ReadyBody>, ttl?: number): Promise<ReadyBody> {
    const known = this.#computing.get(key);
    if (known) return known;
    const body = make();
    this.#computing.set(key, body);
    /** @returns false if the body was forgotten meanwhile */
    const end = () => this.#computing.get(key) === body && this.#computing.delete(key);
    body.then((made) => {
      if (end()) this.#bodies.set(key, made, ttl === undefined ? {} : { ttl });
    }, end);
    return body;
  }
}

function keyIn(key: string, encoding: Encoding): string {
  return `${key} ${encoding}`;
}
