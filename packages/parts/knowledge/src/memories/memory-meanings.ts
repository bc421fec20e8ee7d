import type { Meaning } from '@countersign/memory/retrieve/retrieval';
import type { Embedder } from '@countersign/search/embedder';
import { createVectorTable, type VectorTable } from '@countersign/search/vector-table';
import { embedEach, maxTextChars } from '@countersign/server/models/embed-each';
import type { Report } from '@countersign/server/runtime/alarm';
import type { Clock } from '@countersign/server/runtime/clock';
import { oneAtATime } from '@countersign/server/runtime/one-at-a-time';
import type { HeldMemories } from './held.ts';

/** What a model says about queries: which memories mean something alike. */
export interface MemoryMeanings {
  /** null = none is configured; then semantic hits are lexical. */
  readonly model: string | null;
  /** Undefined = there is no model, or it did not answer in time: the search is lexical then, and says so. */
  of(query: string, maxMs: number): Promise<Meaning | undefined>;
  /** Resolves when all memories of now have a vector, or the model has failed. */
  settle(): Promise<void>;
}

/** Texts that a model is sent at once. */
const batchTexts = 64;
/** A model that has failed is not sent the same again before, ms. */
const retryMs = 15_000;
/** Nearest memories that are looked at. */
const mostNear = 300;

export function createMemoryMeanings(options: {
  embedder: Embedder | null;
  held: () => Promise<HeldMemories>;
  clock: Clock;
  report: Report;
}): MemoryMeanings {
  const { embedder, held, clock, report } = options;
  if (embedder === null) {
    return { model: null, of: async () => undefined, settle: async () => {} };
  }
  /** The text of which a memory has a vector, or which the model refuses. */
  const texts = new Map<string, string>();
  let table: VectorTable | null = null;
  let notBefore = 0;

  const forgetRemoved = ({ all }: HeldMemories) => {
    for (const id of texts.keys()) {
      if (all.has(id)) continue;
      texts.delete(id);
      table?.remove(id);
    }
  };
  /** Vectors of what is new or says something else; they are kept in memory only. */
  const filling = oneAtATime(async () => {
    const memories = await held();
    forgetRemoved(memories);
    const missing = [...memories.all.keys()].flatMap((id) => {
      const text = (memories.index.textOf(id) ?? '').slice(0, maxTextChars);
      return text === '' || texts.get(id) === text ? [] : [{ id, text }];
    });
    for (let start = 0; start < missing.length; start += batchTexts) {
      const batch = missing.slice(start, start + batchTexts);
      const vectors = await embedEach(
        embedder,
        batch.map(({ text }) => text),
      );
      for (const [index, { id, text }] of batch.entries()) {
        put(id, vectors[index] ?? null);
        texts.set(id, text);
      }
      const refused = batch.flatMap(({ id }, index) => (vectors[index] === null ? [id] : []));
      if (refused.length > 0) {
        const error = new Error(`The model refuses the texts of ${refused.join(', ')}.`);
        report('Some memories have no vectors of the model.', error);
      }
    }
  });
  const put = (id: string, vector: readonly number[] | null) => {
    if (vector === null) {
      table?.remove(id);
      return;
    }
    table ??= createVectorTable(vector.length);
    table.put(id, vector);
  };
  const fill = async () => {
    if (clock.now() < notBefore) return;
    await filling.ask().catch((error) => {
      notBefore = clock.now() + retryMs;
      report('Memories have no vectors of the model.', error);
    });
  };

  const nearest = async (query: string): Promise<Meaning | undefined> => {
    try {
      const [vector] = await embedder.embed([query]);
      if (vector === undefined || table === null) return undefined;
      return { model: embedder.model, near: table.nearest(vector, mostNear) };
    } catch (error) {
      report('A search in memories was done without the model.', error);
      return undefined;
    }
  };
  return {
    model: embedder.model,
    of(query, maxMs) {
      void fill();
      if (query.trim() === '') return Promise.resolve(undefined);
      return new Promise((resolve) => {
        const cancel = clock.schedule(() => resolve(undefined), maxMs);
        void nearest(query).then((meaning) => {
          cancel();
          resolve(meaning);
        });
      });
    },
    settle: fill,
  };
}
