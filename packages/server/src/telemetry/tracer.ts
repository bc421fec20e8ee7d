import type { FinishedSpan, SpanKind } from './otlp.ts';
import { currentParent, nextContext, runInTrace, type TraceContext } from './trace-context.ts';

/** A piece of work in a trace. */
export interface Span {
  context: TraceContext;
  /** Later work on one of these ids belongs to this trace. */
  remember(ids: readonly string[]): void;
  end(error?: unknown, attributes?: Attributes): void;
  /** Everything awaited in `work` finds this span; `quietly`: it begins no spans in it. */
  run<Result>(work: () => Result, how?: 'quietly'): Result;
}

export type Attributes = Readonly<Record<string, string | number | undefined>>;

export interface Tracer {
  start(
    name: string,
    more: { kind: SpanKind; parent: TraceContext | null; attributes?: Attributes },
  ): Span;
  /** A span inside the current one; null = there is none. */
  startInside(name: string): Span | null;
  /** The trace that caused something with this id, if this server still knows. */
  causeOf(id: string): TraceContext | null;
}

/** Ids whose cause is remembered; older ones begin a trace of their own. */
const maxCauses = 10_000;

export function createTracer(options: {
  now: () => number;
  finished: (span: FinishedSpan) => void;
}): Tracer {
  const causes = new Map<string, TraceContext>();

  const start: Tracer['start'] = (name, { kind, parent, attributes = {} }) => {
    const context = nextContext(parent);
    const startedAt = options.now();
    let isOver = false;
    return {
      context,
      remember(ids) {
        for (const id of ids) {
          causes.delete(id);
          causes.set(id, context);
        }
        for (const id of causes.keys()) {
          if (causes.size <= maxCauses) break;
          causes.delete(id);
        }
      },
      end(error, more = {}) {
        if (isOver) return;
        isOver = true;
        if (!context.sampled) return;
        options.finished({
          ...{ name, kind, context, parentSpanId: parent?.spanId ?? null, startedAt },
          endedAt: options.now(),
          attributes: { ...attributes, ...more },
          failure:
            error === undefined ? null : error instanceof Error ? error.message : String(error),
        });
      },
      run: (work, how) =>
        runInTrace({ context, isOver: () => isOver, isQuiet: how === 'quietly' }, work),
    };
  };

  return {
    start,
    startInside(name) {
      const parent = currentParent();
      return parent === null ? null : start(name, { kind: 'internal', parent });
    },
    causeOf: (id) => causes.get(id) ?? null,
  };
}
