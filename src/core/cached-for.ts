import type { Clock } from './clock.ts';

/** Caches the value of a function for a fixed time. Frequent callers cause one call in that time. */
export function cachedFor<Value>(make: () => Value, ttl_ms: number, clock: Clock): () => Value {
  let made: { value: Value; at_ms: number } | undefined;
  return () => {
    const now_ms = clock.monotonic_ms();
    if (!made || now_ms - made.at_ms >= ttl_ms) made = { value: make(), at_ms: now_ms };
    return made.value;
  };
}
