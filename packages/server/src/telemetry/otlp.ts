import type { TraceContext } from './trace-context.ts';

export type SpanKind = 'internal' | 'server' | 'client';

export interface FinishedSpan {
  name: string;
  kind: SpanKind;
  context: TraceContext;
  parentSpanId: string | null;
  /** Epoch ms, with fractions. */
  startedAt: number;
  endedAt: number;
  attributes: Readonly<Record<string, string | number | undefined>>;
  /** Null = it succeeded. */
  failure: string | null;
}

const kinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3 };

/** Spans as the JSON of OTLP: ids in hexadecimal, times in nanoseconds as text. */
export function otlpBody(service: string, spans: readonly FinishedSpan[]): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': service }) },
        scopeSpans: [{ scope: { name: 'countersign' }, spans: spans.map(spanOf) }],
      },
    ],
  };
}

const spanOf = (span: FinishedSpan): object => ({
  traceId: span.context.traceId,
  spanId: span.context.spanId,
  ...(span.parentSpanId === null ? {} : { parentSpanId: span.parentSpanId }),
  name: span.name,
  kind: kinds[span.kind],
  startTimeUnixNano: nanoseconds(span.startedAt),
  endTimeUnixNano: nanoseconds(span.endedAt),
  attributes: attributesOf(span.attributes),
  status: span.failure === null ? {} : { code: 2, message: span.failure },
});

const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n);

const attributesOf = (values: FinishedSpan['attributes']): object[] =>
  Object.entries(values).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const isText = typeof value === 'string';
    return { key, value: isText ? { stringValue: value } : { intValue: `${Math.round(value)}` } };
  });
