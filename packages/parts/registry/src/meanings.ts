import type { Embedder } from '@countersign/search/embedder';
import { embedEach, maxTextChars } from '@countersign/server/models/embed-each';
import type { Report } from '@countersign/server/runtime/alarm';
import { type Clock, wait } from '@countersign/server/runtime/clock';
import type { Meaning } from '@countersign/uap/search/search-index';

/**
 * What a search knows of meanings. `off`: no model is configured. `used`. `incomplete`: some services have no vector yet. `failed`: the
 * model did not answer, so only words were compared.
 */
type MeaningUse = 'off' | 'used' | 'incomplete' | 'failed';

/** The meanings of services, by the vectors of a model. They are kept in memory: after a start they are asked for again. */
export interface Meanings {
  /** A service is there, has another text, or is gone. */
  changed(id: string): void;
  /** Never rejects. */
  of(query: string): Promise<{ meaning: Meaning | undefined; use: MeaningUse }>;
  close(): void;
}

/** A registry that has no model. */
export const noMeanings: Meanings = {
  changed: () => {},
  of: async () => ({ meaning: undefined, use: 'off' }),
  close: () => {},
};

/** Texts in one request. */
const batch = 64;
const retryMs = 15_000;

export function createMeanings(
  embedder: Embedder,
  options: {
    /** The text of a service; null = it is gone. */
    textOf: (id: string) => string | null;
    clock: Clock;
    report: Report;
  },
): Meanings {
  const { textOf, clock, report } = options;
  /** A text that the model refuses has no vector. */
  const known = new Map<string, { text: string; vector: readonly number[] | null }>();
  const queue = new Set<string>();
  const closing = new AbortController();
  let isPumping = false;
  let isFailing = false;

  /** The next services whose text has no vector. */
  const next = (): { id: string; text: string }[] => {
    const wanted: { id: string; text: string }[] = [];
    for (const id of queue) {
      if (wanted.length === batch) break;
      const text = textOf(id)?.slice(0, maxTextChars) ?? null;
      if (text === null) known.delete(id);
      if (text === null || text === known.get(id)?.text) queue.delete(id);
      else wanted.push({ id, text });
    }
    return wanted;
  };
  const pump = async () => {
    for (let wanted = next(); wanted.length > 0 && !closing.signal.aborted; wanted = next()) {
      try {
        const texts = wanted.map(({ text }) => text);
        const vectors = await embedEach(embedder, texts);
        for (const [at, { id, text }] of wanted.entries()) {
          known.set(id, { text, vector: vectors[at] ?? null });
        }
        isFailing = false;
        const refused = wanted.flatMap(({ id }, at) => (vectors[at] === null ? [id] : []));
        if (refused.length > 0) {
          const error = new Error(`The model refuses the texts of ${refused.join(', ')}.`);
          report('Some services are found by words only.', error);
        }
      } catch (error) {
        // Reported once for each time that it begins.
        if (!isFailing)
          report('Services are found by words only: the model did not answer.', error);
        isFailing = true;
        await wait(clock, retryMs, closing.signal);
      }
    }
  };
  const start = () => {
    if (isPumping || closing.signal.aborted) return;
    isPumping = true;
    pump()
      .catch((error) => report('Services get no vectors any more.', error))
      .finally(() => {
        isPumping = false;
      });
  };
  return {
    changed(id) {
      queue.add(id);
      start();
    },
    async of(query) {
      try {
        const [vector] = await embedder.embed([query]);
        if (vector === undefined) return { meaning: undefined, use: 'failed' };
        const meaning: Meaning = { query: vector, of: (id) => known.get(id)?.vector ?? undefined };
        return { meaning, use: queue.size === 0 ? 'used' : 'incomplete' };
      } catch {
        return { meaning: undefined, use: 'failed' };
      }
    },
    close: () => closing.abort(),
  };
}
