/** A value that is known, or the promise of one that must be read first. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Continues with a value: at once if it is known. On the path of every request, this is cheaper than an async function. */
export function whenKnown<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
