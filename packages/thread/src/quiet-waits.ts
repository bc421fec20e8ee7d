import type { Lane, Span } from './timeline.ts';

/** Epoch ms. */
export interface Stretch {
  from: number;
  to: number;
}

const isWork: ReadonlySet<Span['kind']> = new Set(['tool', 'output']);
const isWait: ReadonlySet<Span['kind']> = new Set(['person', 'followup']);

/**
 * Stretches between two moments (epoch ms) in which a question was open and there was no other activity, in order; a step that is
 * open throughout is not activity, one that starts or ends is.
 */
export function quietWaits(lanes: readonly Lane[], { from, to }: Stretch): Stretch[] {
  const spans = lanes.flatMap((lane) => lane.spans);
  const endOf = (span: Span) => Math.max(span.start, span.end ?? to);
  const edges = spans.flatMap((span) => [
    { at: span.start, waits: Number(isWait.has(span.kind)), works: Number(isWork.has(span.kind)) },
    {
      at: endOf(span),
      waits: -Number(isWait.has(span.kind)),
      works: -Number(isWork.has(span.kind)),
    },
  ]);
  edges.sort((left, right) => left.at - right.at);
  const found: Stretch[] = [];
  let [waits, works, before, joins] = [0, 0, from, false];
  for (const edge of [...edges, { at: to, waits: 0, works: 0 }]) {
    const at = Math.min(to, Math.max(from, edge.at));
    if (at > before && waits > 0 && works === 0) {
      const last = found.at(-1);
      if (joins && last?.to === before) last.to = at;
      else found.push({ from: before, to: at });
    }
    // If one question ends or starts while another is open, it is still one stretch.
    joins = edge.waits !== 0 && (at > before || joins);
    before = Math.max(before, at);
    waits += edge.waits;
    works += edge.works;
  }
  return found;
}
