/**
 * A value now, or a promise of it: the embedded engine answers at once, one in another process later. Callers always `await`, which
 * costs almost nothing for a value.
 */
export type Awaitable<Value> = Value | Promise<Value>;
