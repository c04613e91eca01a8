import { LRUCache } from 'lru-cache';
import type { Clock } from '../../core/clock.ts';
import { CACHE_TTL_S } from '../../core/contract.ts';
import { compressed, type Encoding, type ReadyBody } from './compression.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** A larger body is sent but not cached, because it could evict all others. */
const MAX_BODY_BYTES = MAX_BYTES / 8;

/** A body before compression. */
export type MadeBody = Omit<ReadyBody, 'encoding'>;
type Make = () => Promise<MadeBody>;
type MakeReady = () => Promise<ReadyBody>;

/** Caches the bodies of identical requests for the cache time. Concurrent identical requests are computed once. Failures are not cached. */
export class ResponseCache {
  readonly #bodies: LRUCache<string, ReadyBody, MakeReady>;

  constructor(clock: Clock) {
    this.#bodies = new LRUCache<string, ReadyBody, MakeReady>({
      maxSize: MAX_BYTES,
      maxEntrySize: MAX_BODY_BYTES,
      sizeCalculation: ({ bytes, coverage }, key) =>
        bytes.length + key.length + (coverage?.headers.join().length ?? 0),
      ttl: CACHE_TTL_S * 1000,
      ttlResolution: 0,
      perf: { now: () => clock.monotonic_ms() },
      // An entry that is evicted during its computation still answers the waiting requests.
      ignoreFetchAbort: true,
      fetchMethod: (_key, _stale, { context }) => context(),
    });
  }

  /** Returns the cached body for a key and an encoding, if there is one. */
  ready(key: string, encoding: Encoding | null): ReadyBody | undefined {
    return this.#bodies.get(encoding ? keyIn(key, encoding) : key);
  }

  /** Returns the body for a key, and computes it if it is not cached. The key must include everything that the body depends on. */
  body(key: string, make: Make): ReadyBody | Promise<ReadyBody> {
    const context = async () => ({ ...(await make()), encoding: null });
    return this.#bodies.get(key) ?? this.#bodies.forceFetch(key, { context });
  }

  /** Removes a body whose computation was cancelled: the next request computes it again. */
  forget(key: string): void {
    this.#bodies.delete(key);
  }

  /** Compresses a body and caches it for a key and an encoding. It expires no later than the uncompressed body. */
  encoded(key: string, { bytes, ...rest }: ReadyBody, encoding: Encoding): Promise<ReadyBody> {
    const ttl = Math.max(1, this.#bodies.getRemainingTTL(key));
    const context = async () => ({ ...rest, ...(await compressed(bytes, encoding)) });
    return this.#bodies.forceFetch(keyIn(key, encoding), { ttl, context });
  }

  get bytes(): number {
    return this.#bodies.calculatedSize;
  }
}

function keyIn(key: string, encoding: Encoding): string {
  return `${key} ${encoding}`;
}
