import type { JsonObject } from '@countersign/json/json-object';
import type { Journal } from '@countersign/server/journal/journal';
import { knowledgeAfter } from '../rows/knowledge-entries.ts';
import { entryOf } from './stored.ts';

/** Knowledge that people, or rules of people, have let leave. */
export interface Shared {
  /** Signed items, the oldest first; `next` = after which the next page begins, null = this is the last. */
  page(of: { after: number; limit: number }): Promise<{ items: JsonObject[]; next: string | null }>;
}

/** Of one page: a client reads it whole, and cuts off what is much longer. */
const maxChars = 200_000;

export function createShared({ read }: Pick<Journal, 'read'>): Shared {
  return {
    async page({ after, limit }) {
      const rows = await knowledgeAfter(read, 'shared', { place: after, limit: limit + 1 });
      let chars = 0;
      const shown = rows.slice(0, limit).filter(({ body }, index) => {
        chars += body.length;
        return index === 0 || chars <= maxChars;
      });
      const last = shown.at(-1);
      return {
        items: shown.map((row) => entryOf<'shared'>(row).body.item),
        next: shown.length < rows.length && last !== undefined ? String(last.place) : null,
      };
    },
  };
}
