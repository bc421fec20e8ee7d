import type { memoryQuerySchema } from '@countersign/api/knowledge-memory';
import type { Memory } from '@countersign/memory/model/memory';
import { timeOf } from '@countersign/memory/model/memory-texts';
import type { z } from 'zod';
import type { HeldMemories } from '../memories/held.ts';
import { taskOf } from '../memories/memory-views.ts';

type Query = z.output<typeof memoryQuerySchema>;

/** The values of a list in a query; null = none was given. */
const listIn = (text: string | undefined): ReadonlySet<string> | null => {
  const values = (text ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return values.length === 0 ? null : new Set(values);
};

/** Memories that fit a query, the last changed first. */
export function filterMemories(held: HeldMemories, query: Query, now: number): Memory[] {
  const [agents, types, layers] = [query.agent, query.type, query.layer].map(listIn);
  const [importances, statuses, origins] = [query.importance, query.status, query.origin].map(
    listIn,
  );
  const tags = listIn(query.tag);
  const { since, until, task } = query;
  const found = wordsIn(held, query.words ?? '', now);
  const fits = (wanted: ReadonlySet<string> | null | undefined, value: string) =>
    wanted === null || wanted === undefined || wanted.has(value);
  return [...(found ?? held.all.values())]
    .filter(
      (memory) =>
        fits(agents, memory.agent ?? '') &&
        fits(types, memory.type) &&
        fits(layers, memory.layer) &&
        fits(importances, memory.importance) &&
        fits(statuses, memory.status) &&
        fits(origins, memory.origin.kind) &&
        (tags === null || memory.tags.some((tag) => tags.has(tag))) &&
        (task === undefined || taskOf(memory) === task) &&
        (since === undefined || timeOf(memory) >= since) &&
        (until === undefined || timeOf(memory) < until),
    )
    .sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1));
}

/** Memories in any state that have all of the words; null = no words were given. */
function wordsIn({ index, all }: HeldMemories, words: string, now: number): Memory[] | null {
  if (words.trim() === '') return null;
  const hits = index.retrieve({
    ...{ mode: 'exact', query: words, limit: all.size, now },
    filter: { statuses: ['active', 'pending', 'superseded'] },
  });
  return hits.flatMap(({ id }) => all.get(id) ?? []);
}
