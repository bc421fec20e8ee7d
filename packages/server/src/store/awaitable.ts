/**
 * A value now, or a promise of it: the embedded engine answers at once, one in another process later. Callers always `await`, which
 * costs almost nothing for a value.
 */
export type Awaitable<Value> = Value | Promise<Value>;

/** Continues with a value: at once, if it is there at once, so that a timer that was read in one turn is set in that turn. */
export const whenRead = <Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Result,
): Awaitable<Result> =>
  value instanceof Promise ? value.then((known) => next(known)) : next(value);
