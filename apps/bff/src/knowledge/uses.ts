import type { UsesOfMemory } from '../memories/memory-views.ts';
import { pageOfEntries, readEntry } from '../memories/stored.ts';
import { mapInOrder } from '../store/in-order.ts';
import type { Reading } from '../store/port.ts';

/** What came of a memory in the runs that were given it; the newest 1,000. */
export async function usesOf(reading: Reading, memoryId: string): Promise<UsesOfMemory> {
  const uses = await pageOfEntries(reading, 'use', { about: memoryId, before: 0, limit: 1_000 });
  const newest = await mapInOrder(uses.slice(0, 50), async ({ body }) =>
    readEntry(reading, 'given', body.runId),
  );
  const runs = newest.flatMap((entry) => entry?.body ?? []);
  const count = (...states: string[]) => uses.filter(({ state }) => states.includes(state)).length;
  return {
    count: uses.length,
    lastAt: runs.reduce<number | null>((last, { at }) => Math.max(last ?? 0, at), null),
    agents: [...new Set(runs.map(({ agentId }) => agentId))],
    helpful: count('not-asked', 'prefilled'),
    wrong: count('asked-again'),
  };
}
