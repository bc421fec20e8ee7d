import { say } from '../statements.ts';
import { type Found, type Held, isRelevant, visible } from './held.ts';
import type { Retrieval } from './retrieval.ts';
import { semantic } from './semantic.ts';

const weekMs = 604_800_000;

/** 1 = just now, a half after a week, then slowly less. */
const recency = (ageMs: number): number => 1 / (1 + Math.max(0, ageMs) / weekMs);

/** Along time: what happened in a window, the newest first, or around an anchor. A query keeps to what is relevant to it. */
export function temporal(held: Held, retrieval: Retrieval): Found[] {
  const { limit = 20, direction = 'both', now, query } = retrieval;
  const topic =
    query.trim() === ''
      ? null
      : new Set(
          semantic(held, retrieval)
            .filter(isRelevant)
            .map(({ memory }) => memory.id),
        );
  const seen = (id: string) =>
    visible(held, id, retrieval).filter(() => topic === null || topic.has(id));
  const anchor = retrieval.anchors?.[0];
  if (anchor !== undefined) {
    const ways = direction === 'both' ? (['before', 'after'] as const) : [direction];
    return ways.flatMap((way) => {
      const found: Found[] = [];
      let count = 0;
      for (const { id } of held.line.from(anchor, way)) {
        for (const memory of seen(id)) {
          count += 1;
          const relevance = 2 / (count + 1);
          const reason =
            way === 'before'
              ? say('memory.found-before', { count })
              : say('memory.found-after', { count });
          found.push({ memory, method: 'time', relevance, reason });
        }
        if (found.length >= limit) break;
      }
      return found;
    });
  }
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } =
    retrieval.filter ?? {};
  const end = Math.min(until, now);
  const found: Found[] = [];
  for (const { id, time } of held.line.newest(since, until)) {
    for (const memory of seen(id)) {
      const relevance = recency(end - time);
      found.push({ memory, method: 'time', relevance, reason: say('memory.found-window') });
    }
    if (found.length >= limit) break;
  }
  return found;
}
