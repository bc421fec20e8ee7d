import type { Embedder } from '@countersign/search/embedder';
import type { Journal } from '../journal/journal.ts';
import type { Report } from '../runtime/alarm.ts';
import type { Clock } from '../runtime/clock.ts';
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
