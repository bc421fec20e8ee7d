import { isDamage } from '@countersign/server/store/faults/damage';
import type { Writing } from '@countersign/server/store/port';
import { storedJson } from '@countersign/server/store/stored-json';
import {
  deleteKnowledge,
  knowledgeAfter,
  type PlacedRow,
  placeBeforeNewest,
} from './knowledge-entries.ts';

const dayMs = 86_400_000;
/** What runs were given is kept for a year: twice as long as a memory has to be unused until a move is advised. */
const keptMs = 365 * dayMs;
/** And of the newest runs only. Each lists up to 50 memories, and each of those is an entry of its own. */
const keptRuns = 100_000;

/**
 * Removes what was given to runs long ago, with what became of it, the oldest first: about `limit` entries. Returns how many there were.
 * What a run was sent stays in its record.
 */
export async function removeOldGiven(
  writing: Writing,
  limit: number,
  runs = keptRuns,
): Promise<number> {
  const surplus = await placeBeforeNewest(writing, 'given', runs);
  const oldest = await knowledgeAfter(writing, 'given', { place: 0, limit });
  let removed = 0;
  for (const row of oldest) {
    const given = givenIn(row);
    const isOver = row.place <= surplus || (given !== null && given.at < writing.now - keptMs);
    // What cannot be read has no age: it goes when there is too much.
    if (given !== null && !isOver) break;
    if (removed >= limit) break;
    if (!isOver) continue;
    removed += await deleteKnowledge(writing, 'given', row.id);
    for (const { id } of given?.memories ?? []) {
      removed += await deleteKnowledge(writing, 'use', `${id}/${row.id}`);
    }
  }
  return removed;
}

/** What counts for its removal. */
interface Given {
  /** Epoch ms. */
  at: number;
  memories: readonly { id: string }[];
}

/** null = it cannot be read any more. */
function givenIn({ body }: PlacedRow): Given | null {
  try {
    return storedJson<Given>(body);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return null;
  }
}
