import { indexTerms, isUnspaced } from '@countersign/search/search-text';
import type { Knowledge } from '../model/knowledge.ts';
import type { Memory } from '../model/memory.ts';
import { nameOf } from '../model/memory-texts.ts';
import { fingerprintOf } from './memory-of-knowledge.ts';
import { plain } from './same-text.ts';

/** Memories by what a new one could conflict with. */
export interface KnownMemories {
  get(id: string): Memory | undefined;
  put(memory: Memory): void;
  remove(id: string): void;
  /** The memory that has taken this very knowledge already. */
  holderOf(knowledge: Knowledge): Memory | undefined;
  /** Those that could be about the same: by knowledge id, by name, or by a part of the name; at most so many, the likeliest first. */
  candidates(memory: Memory, knowledgeId: string): Memory[];
}

const maxCandidates = 24;
/** A word that more memories have says nothing about what one is about. */
const maxHolders = 400;

export function createKnownMemories(memories: Iterable<Memory>): KnownMemories {
  const all = new Map<string, Memory>();
  const byKey = new Map<string, Set<string>>();
  const keysOfId = new Map<string, readonly string[]>();

  const remove = (id: string) => {
    for (const key of keysOfId.get(id) ?? []) {
      const holders = byKey.get(key);
      holders?.delete(id);
      if (holders?.size === 0) byKey.delete(key);
    }
    keysOfId.delete(id);
    all.delete(id);
  };
  const put = (memory: Memory) => {
    remove(memory.id);
    all.set(memory.id, memory);
    const keys = keysOf(memory);
    keysOfId.set(memory.id, keys);
    for (const key of keys) byKey.set(key, (byKey.get(key) ?? new Set()).add(memory.id));
  };
  for (const memory of memories) put(memory);

  return {
    get: (id) => all.get(id),
    put,
    remove,
    holderOf(knowledge) {
      const [id] = byKey.get(sourceKey(knowledge.id, fingerprintOf(knowledge))) ?? [];
      return id === undefined ? undefined : all.get(id);
    },
    candidates(memory, knowledgeId) {
      const found = new Set<string>();
      const take = (key: string) => {
        for (const id of byKey.get(key) ?? []) {
          if (found.size >= maxCandidates) return;
          if (id !== memory.id && all.get(id)?.status !== 'superseded') found.add(id);
        }
      };
      take(`knowledge ${knowledgeId}`);
      take(nameKey(memory));
      const words = termKeys(memory)
        .map((key) => ({ key, holders: byKey.get(key)?.size ?? 0 }))
        .filter(({ holders }) => holders > 0 && holders <= maxHolders)
        .sort((a, b) => a.holders - b.holders);
      for (const { key } of words) take(key);
      return [...found].flatMap((id) => all.get(id) ?? []);
    },
  };
}

const sourceKey = (knowledgeId: string, fingerprint: string): string =>
  `source ${fingerprint} ${knowledgeId}`;
const nameKey = (memory: Memory): string => `name ${memory.type} ${plain(nameOf(memory))}`;

/** The words of the name; of a workflow also those of its steps' names, by which it is found under another name. */
function termKeys(memory: Memory): string[] {
  const names =
    memory.type === 'workflow'
      ? [
          nameOf(memory),
          ...memory.content.steps
            .slice(0, 20)
            .map(({ name, description }) => `${name} ${description}`),
        ]
      : [nameOf(memory)];
  const terms = names.flatMap((name) => indexTerms(name.slice(0, 200)));
  return [...new Set(terms)]
    .filter((term) => term.length > 1 && (!isUnspaced(term) || term.length === 2))
    .slice(0, 40)
    .map((term) => `term ${memory.type} ${term}`);
}

const keysOf = (memory: Memory): string[] => [
  ...new Set([
    nameKey(memory),
    ...memory.sources.flatMap(({ knowledgeId, fingerprint }) => [
      `knowledge ${knowledgeId}`,
      sourceKey(knowledgeId, fingerprint),
    ]),
    ...termKeys(memory),
  ]),
];
