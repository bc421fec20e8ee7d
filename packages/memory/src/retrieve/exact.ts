import { memoryTexts } from '../model/memory-texts.ts';
import { say } from '../statements.ts';
import { type ExactMatch, matchAttribute, matchWords, readExactQuery } from './exact-match.ts';
import { type Found, type Held, visible } from './held.ts';
import type { Retrieval } from './retrieval.ts';

/** By id, by an attribute (`domain=ran`), or by all of the words. */
export function exact(held: Held, retrieval: Retrieval): Found[] {
  const query = readExactQuery(retrieval.query);
  if (query.text === '') return [];
  const method = 'exact' as const;
  const byId = visible(held, query.text, retrieval).map((memory) => ({
    ...{ memory, method, relevance: 1, reason: say('memory.found-id'), fields: [] },
  }));
  const { attribute } = query;
  const candidates =
    attribute === null
      ? held.texts.withAll(query.text)
      : // Layers and the like are in no text.
        held.memories.keys();
  const found = [...candidates].flatMap((id) => {
    if (id === query.text) return [];
    return visible(held, id, retrieval).flatMap((memory) => {
      const match: ExactMatch | null =
        attribute === null
          ? matchWords(memoryTexts(memory), query)
          : matchAttribute(memory, attribute);
      return match === null ? [] : [{ memory, method, ...match }];
    });
  });
  return [...byId, ...found];
}
