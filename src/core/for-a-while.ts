import type { Clock } from './clock.ts';

/** The same value for a while, so that what is asked often is made once in that time. */
export function forAWhile<Value>(make: () => Value, ttl_ms: number, clock: Clock): () => Value {
  let made: { value: Value; at_ms: number } | undefined;
  return () => {
    const now_ms = clock.monotonic_ms();
    if (!made || now_ms - made.at_ms >= ttl_ms) made = { value: make(), at_ms: now_ms };
    return made.value;
  };
}
