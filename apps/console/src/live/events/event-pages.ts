import type { Envelope } from '@countersign/hai/envelope';
import type { TaskSource } from '../task-source.ts';

/** Envelopes by position, kept a page at a time and forgotten page by page: memory stays bounded. */
export interface EventPages {
  /** The envelopes of `from`..`to`, both included, as far as they exist. */
  range(from: number, to: number, signal?: AbortSignal): Promise<Envelope[]>;
}

const pageSize = 500;
const keptPages = 60;

export function createEventPages({ events }: Pick<TaskSource, 'events'>): EventPages {
  const pages = new Map<number, readonly Envelope[]>();

  const keep = (page: number, held: readonly Envelope[]) => {
    pages.delete(page);
    pages.set(page, held);
    const oldest = pages.keys().next();
    if (pages.size > keptPages && !oldest.done) pages.delete(oldest.value);
  };

  /** A page, if it extends to `upTo`: the newest page of a live task grows. */
  const pageUpTo = async (page: number, upTo: number, signal?: AbortSignal) => {
    const held = pages.get(page) ?? [];
    const last = held.at(-1)?.sequence ?? page * pageSize;
    const end = (page + 1) * pageSize;
    if (last >= Math.min(upTo, end)) {
      keep(page, held);
      return held;
    }
    const more = (await events(last, end - last, signal)).filter(({ sequence }) => sequence <= end);
    const grown = [...held, ...more];
    keep(page, grown);
    return grown;
  };

  return {
    async range(from, to, signal) {
      const found: Envelope[] = [];
      const first = Math.floor((from - 1) / pageSize);
      const last = Math.floor((to - 1) / pageSize);
      for (let page = first; page <= last; page += 1) {
        for (const envelope of await pageUpTo(page, to, signal)) {
          if (envelope.sequence >= from && envelope.sequence <= to) found.push(envelope);
        }
      }
      return found;
    },
  };
}
