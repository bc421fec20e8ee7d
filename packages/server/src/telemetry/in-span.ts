import type { Attributes, Tracer } from './tracer.ts';

/** Does work in a span of its own, in the trace of what caused it. */
export async function inSpan<Result>(
  tracer: Tracer | null,
  { name, cause, attributes }: { name: string; cause: string; attributes: Attributes },
  work: () => Promise<Result>,
): Promise<Result> {
  if (tracer === null) return work();
  const span = tracer.start(name, { kind: 'client', parent: tracer.causeOf(cause), attributes });
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
