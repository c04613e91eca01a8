import type { MaybePromise } from './maybe-promise.ts';

/** Reads a value again only after its version has changed. Callers that arrive during a read share it. */
export function untilChanged<Value>(
  versionOf: () => string | number,
  read: () => Promise<Value>,
): () => MaybePromise<Value> {
  let known: { readonly version: string | number; value: MaybePromise<Value> } | undefined;
  const readAt = async (version: string | number) => {
    try {
      const value = await read();
      if (known?.version === version) known.value = value;
      return value;
    } catch (error) {
      if (known?.version === version) known = undefined;
      throw error;
    }
  };
  return () => {
    const version = versionOf();
    if (known?.version !== version) known = { version, value: readAt(version) };
    return known.value;
  };
}
