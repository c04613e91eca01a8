import { LRUCache } from 'lru-cache';
import type { Clock } from '../core/clock.ts';

const TTL_MS = 30_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** A larger body is answered and not kept, so that one answer does not push out all others. */
const MAX_BODY_BYTES = MAX_BYTES / 8;

type Make = () => Promise<Buffer>;

/** Ready bodies of identical questions, for 30 seconds. Simultaneous identical questions are asked once; failures are not kept. */
export class ResponseCache {
  readonly #bodies: LRUCache<string, Buffer, Make>;

  constructor(clock: Clock) {
    this.#bodies = new LRUCache<string, Buffer, Make>({
      maxSize: MAX_BYTES,
      maxEntrySize: MAX_BODY_BYTES,
      sizeCalculation: (body, key) => body.length + key.length,
      ttl: TTL_MS,
      ttlResolution: 0,
      perf: { now: () => clock.monotonic_ms() },
      // An entry that is pushed out while it is being made still answers those who wait for it.
      ignoreFetchAbort: true,
      fetchMethod: (_key, _stale, { context }) => context(),
    });
  }

  /** The body under a key, made when there is none. Whoever asks must name in the key all that the body depends on. */
  body(key: string, make: Make): Buffer | Promise<Buffer> {
    return this.#bodies.get(key) ?? this.#bodies.forceFetch(key, { context: make });
  }

  get bytes(): number {
    return this.#bodies.calculatedSize;
  }
}
