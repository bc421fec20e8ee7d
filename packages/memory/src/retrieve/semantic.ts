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
  const accepts = (id: string) => visible(held, id, retrieval).length > 0;
  const found = held.texts.search(retrieval.query, { most: maxCompared, accepts });
  const hits = new Map(found.map((hit) => [hit.id, hit]));
  const vector = hashedVector(retrieval.query);
  const ids = new Set([...hits.keys(), ...(meaning?.near.keys() ?? [])]);
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
