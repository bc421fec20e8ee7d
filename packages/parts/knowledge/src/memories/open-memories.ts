import type { Embedder } from '@countersign/search/embedder';
import type { Journal } from '@countersign/server/journal/journal';
import type { Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import { createKnowledge, type Knowledge } from './knowledge.ts';
import { createMemoryMeanings, type MemoryMeanings } from './memory-meanings.ts';
import { createRecall, type Recall } from './recall.ts';

/** What agents learnt, and what they are given of it. */
export interface Memories {
  knowledge: Knowledge;
  /** What a model says about it. */
  memoryMeanings: MemoryMeanings;
  recall: Recall;
}

/** Memories are read in the background from now on: who uses them first waits for less. */
export function openMemories(
  store: { journal: Journal; clock: Clock; report: Report },
  embedder: Embedder | null,
): Memories {
  const knowledge = createKnowledge(store);
  // A fault is met again by those who use them.
  knowledge.held().catch(() => {});
  const memoryMeanings = createMemoryMeanings({ ...store, embedder, held: knowledge.held });
  return {
    knowledge,
    memoryMeanings,
    recall: createRecall({ knowledge, memoryMeanings }, store.report),
  };
}
