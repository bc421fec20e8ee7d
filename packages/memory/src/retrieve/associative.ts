import { say } from '../statements.ts';
import { type Found, type Held, isRelevant, visible } from './held.ts';
import type { Meaning, Retrieval } from './retrieval.ts';
import { semantic } from './semantic.ts';

/** Starts that are found by the query. */
const maxStarts = 3;

/** Along links, from the anchors or from what the query finds: never the starts themselves. */
export function associative(held: Held, retrieval: Retrieval, meaning?: Meaning): Found[] {
  const starts = new Map(retrieval.anchors?.map((id) => [id, 1]));
  if (starts.size === 0 && retrieval.query.trim() !== '') {
    const best = semantic(held, retrieval, meaning).filter(isRelevant);
    best.sort((a, b) => b.relevance - a.relevance);
    for (const hit of best.slice(0, maxStarts)) starts.set(hit.memory.id, hit.relevance);
  }
  const depth = Math.max(1, Math.min(4, retrieval.depth ?? 2));
  return held.graph.reach(starts, depth).flatMap(({ id, path, kinds, strength }) =>
    visible(held, id, retrieval).map((memory) => ({
      ...{ memory, method: 'links' as const, relevance: strength, path },
      reason: say('memory.found-linked', {
        count: kinds.length,
        kinds: kinds.map((kind) => say(`memory.link-${kind}`)),
      }),
    })),
  );
}
