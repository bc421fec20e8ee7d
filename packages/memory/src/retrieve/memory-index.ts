import { explain } from '@countersign/search/explain';
import { createTextIndex } from '@countersign/search/text-index';
import type { Importance, Memory } from '../model/memory.ts';
import { memoryFields, memoryTexts, timeOf } from '../model/memory-texts.ts';
import { associative } from './associative.ts';
import { exact } from './exact.ts';
import { defaultMinRelevance, type Found, type Held } from './held.ts';
import { createLinkGraph } from './link-graph.ts';
import type { Meaning, MemoryHit, Retrieval } from './retrieval.ts';
import { semantic } from './semantic.ts';
import { temporal } from './temporal.ts';
import { createTimeLine } from './time-line.ts';

/** Memories in memory, found in four ways. */
export interface MemoryIndex {
  readonly size: number;
  /** Adds a memory, or replaces it. */
  put(memory: Memory): void;
  remove(id: string): void;
  get(id: string): Memory | undefined;
  /** The text of a memory that an embedder gets; null = it is not here. */
  textOf(id: string): string | null;
  /** Memories, best first. `meaning` is only used by semantic and associative retrievals. */
  retrieve(retrieval: Retrieval, meaning?: Meaning): MemoryHit[];
  /** What a memory is linked with, in either direction. */
  neighbours: ReturnType<typeof createLinkGraph>['neighbours'];
}

const importanceBonus: Record<Importance, number> = { high: 0.5, medium: 0.25, low: 0 };
const ways = { exact, semantic, temporal, associative };

export function createMemoryIndex(): MemoryIndex {
  const memories = new Map<string, Memory>();
  const texts = createTextIndex({ fields: memoryFields, boost: { name: 3, tags: 2 } });
  const line = createTimeLine();
  const graph = createLinkGraph();

  const held: Held = { memories, texts, line, graph };

  return {
    get size() {
      return memories.size;
    },
    put(memory) {
      const known = memories.get(memory.id);
      memories.set(memory.id, memory);
      line.put(memory.id, timeOf(memory));
      graph.put(memory);
      const [next, former] = [memoryTexts(memory), known && memoryTexts(known)];
      // A change of the state or of links alone need not build the index of texts again.
      if (former === undefined || memoryFields.some((field) => former[field] !== next[field])) {
        texts.put(memory.id, next);
      }
    },
    remove(id) {
      if (!memories.delete(id)) return;
      texts.remove(id);
      line.remove(id);
      graph.remove(id);
    },
    get: (id) => memories.get(id),
    textOf: (id) => {
      const memory = memories.get(id);
      if (memory === undefined) return null;
      const { name, tags, text } = memoryTexts(memory);
      return [name, tags, text].filter((part) => part !== '').join('\n');
    },
    retrieve(retrieval, meaning) {
      return best(ways[retrieval.mode](held, retrieval, meaning), retrieval);
    },
    neighbours: graph.neighbours,
  };
}

/** Sorted by score, then the newest first, and cut. Time has an order of its own, which importance must not change. */
function best(found: readonly Found[], retrieval: Retrieval): MemoryHit[] {
  const { limit = 20, importanceWeight = 1, mode } = retrieval;
  const least = retrieval.minRelevance ?? (mode === 'semantic' ? defaultMinRelevance : 0);
  const weight = mode === 'temporal' ? 0 : Math.max(0, importanceWeight);
  const scored = found
    .filter(({ relevance }) => relevance > 0 && relevance >= least)
    .map((hit) => {
      const bonus = 1 + weight * importanceBonus[hit.memory.importance];
      return { ...hit, score: (hit.relevance * bonus) / (1 + weight * importanceBonus.high) };
    })
    .sort(
      (a, b) =>
        b.score - a.score ||
        timeOf(b.memory) - timeOf(a.memory) ||
        (a.memory.id < b.memory.id ? -1 : 1),
    );
  return scored.slice(0, Math.max(0, limit)).map((hit) => ({
    id: hit.memory.id,
    mode,
    method: hit.method,
    score: round(hit.score),
    relevance: round(hit.relevance),
    reason: hit.reason,
    fields: hit.fields ?? explain(hit.matches ?? [], memoryTexts(hit.memory), memoryFields),
    path: hit.path ?? [],
    at: timeOf(hit.memory),
  }));
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000;
