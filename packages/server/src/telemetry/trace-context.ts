import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** A place in a trace, as in W3C Trace Context. */
export interface TraceContext {
  traceId: string;
  spanId: string;
  sampled: boolean;
}

interface Place {
  context: TraceContext;
  /** Work started in it that outlives it does not belong to it. */
  isOver: () => boolean;
  /** What happens in it is part of the trace, and no span of its own. */
  isQuiet: boolean;
}

// Entered only when traces are configured: without an entry it costs nothing.
const places = new AsyncLocalStorage<Place>();

export const runInTrace = <Result>(place: Place, work: () => Result): Result =>
  places.run(place, work);

/** The span in which another one may begin; null = none. */
export function currentParent(): TraceContext | null {
  return places.getStore()?.isQuiet === true ? null : currentTrace();
}

/** The span in which this is called; null = none, or it has ended. */
export function currentTrace(): TraceContext | null {
  const place = places.getStore();
  return place === undefined || place.isOver() ? null : place.context;
}

export function parseTraceparent(header: unknown): TraceContext | null {
  const found =
    typeof header === 'string'
      ? /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})/.exec(
          header,
        )
      : null;
  if (found === null) return null;
  const [, traceId = '', spanId = '', flags = ''] = found;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const traceparentOf = ({ traceId, spanId, sampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;

/** A span below another one, or the first of a trace. */
export const nextContext = (parent: TraceContext | null): TraceContext => ({
  traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
  sampled: parent?.sampled ?? true,
});
