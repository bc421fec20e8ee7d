import type { Memory } from '../model/memory.ts';
import { memoryTexts } from '../model/memory-texts.ts';
import { say } from '../statements.ts';
import {
  type Attribute,
  type ExactMatch,
  hasAttribute,
  matchWords,
  ownAttributes,
  readExactQuery,
} from './exact-match.ts';
import { type Found, type Held, visible } from './held.ts';
import type { Retrieval } from './retrieval.ts';

/** The order of the words is looked at in so many memories, the newest; of all others it is only known that they have all words. */
const maxRead = 2_000;

/** By id, by an attribute (`domain=ran`), or by all of the words. */
export function exact(held: Held, retrieval: Retrieval): Found[] {
  const query = readExactQuery(retrieval.query);
  if (query.text === '') return [];
  const method = 'exact' as const;
  const byId = visible(held, query.text, retrieval).map((memory) => ({
    ...{ memory, method, relevance: 1, reason: say('memory.found-id'), fields: [] },
  }));
  const { attribute } = query;
  if (attribute !== null) return [...byId, ...withAttribute(held, retrieval, attribute)];
  const candidates = held.texts
    .withAll(query.text)
    .filter((id) => id !== query.text)
    .flatMap((id) => visible(held, id, retrieval))
    .sort((a, b) => b.createdAt - a.createdAt);
  const found = candidates.flatMap((memory, at) => {
    const match: ExactMatch | null =
      at < maxRead
        ? matchWords(memoryTexts(memory), query)
        : query.isPhrase
          ? null
          : { relevance: 0.5, reason: say('memory.found-words'), fields: [] };
    return match === null ? [] : [{ memory, method, ...match }];
  });
  return [...byId, ...found];
}

function withAttribute(held: Held, retrieval: Retrieval, attribute: Attribute): Found[] {
  const reason = say('memory.found-attribute', attribute);
  const own = ownAttributes(attribute);
  // Layers and the like are in no text; what the content says is.
  const candidates: Iterable<string> =
    own === null ? held.texts.withAll(attribute.value) : held.memories.keys();
  const has = (memory: Memory) =>
    own === null ? hasAttribute(memory.content, attribute) : own(memory);
  return [...candidates].flatMap((id) =>
    visible(held, id, retrieval).flatMap((memory) =>
      has(memory) ? [{ memory, method: 'exact' as const, relevance: 1, reason, fields: [] }] : [],
    ),
  );
}
