import { similarity } from '@countersign/search/embedder';
import { hashedVector } from '@countersign/search/hashed-vector';
import { memoryTexts } from '../model/memory-texts.ts';
import { say } from '../statements.ts';
import { type Found, type Held, visible } from './held.ts';
import type { Meaning, Retrieval } from './retrieval.ts';

/** So many hits by terms are compared by spelling. */
const maxCompared = 300;

/** By likeness: six parts what a memory has of the query, four parts similar spelling; with a model, four parts and six of meaning. */
export function semantic(held: Held, retrieval: Retrieval, meaning?: Meaning): Found[] {
  const hits = new Map(held.texts.search(retrieval.query).map((hit) => [hit.id, hit]));
  const vector = hashedVector(retrieval.query);
  const byTerms = [...hits.values()]
    .flatMap((hit) => visible(held, hit.id, retrieval).map((memory) => ({ hit, memory })))
    .sort((a, b) => b.hit.shared - a.hit.shared || b.hit.rank - a.hit.rank)
    .slice(0, maxCompared);
  const ids = new Set([...byTerms.map(({ hit }) => hit.id), ...(meaning?.near.keys() ?? [])]);
  return [...ids].flatMap((id) =>
    visible(held, id, retrieval).map((memory): Found => {
      const { shared = 0, matches = [] } = hits.get(id) ?? {};
      const meant = meaning?.near.get(id);
      if (meaning !== undefined && meant !== undefined) {
        const reason =
          shared === 0
            ? say('memory.found-meant', { model: meaning.model })
            : say('memory.found-alike', { percent: Math.round(shared * 100) });
        const relevance = Math.min(1, 0.4 * shared + 0.6 * meant);
        return { memory, method: 'embedding', relevance, reason, matches };
      }
      const { name, tags, text } = memoryTexts(memory);
      const spelled = Math.max(
        similarity(vector, hashedVector(name)),
        similarity(vector, hashedVector(`${name}\n${tags}\n${text}`)),
      );
      return {
        memory,
        method: 'lexical',
        relevance: Math.min(1, 0.6 * shared + 0.4 * spelled),
        reason:
          shared > 0
            ? say('memory.found-alike', { percent: Math.round(shared * 100) })
            : say('memory.found-spelled'),
        matches,
      };
    }),
  );
}
