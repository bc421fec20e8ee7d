import type { TextHit, TextIndex } from '@countersign/search/text-index';
import type { Memory } from '../model/memory.ts';
import { type MemoryField, timeOf } from '../model/memory-texts.ts';
import type { LinkGraph } from './link-graph.ts';
import type { MemoryFilter, MemoryHit, Retrieval } from './retrieval.ts';
import type { TimeLine } from './time-line.ts';

/**
 * Whether a run may be given a memory. INVARIANT: nothing that no person has confirmed is given to any run, and what was learnt in a task
 * of a caller is given to no other caller (`poison.test.ts` in the server).
 */
const mayBeGiven = (
  { confirmed, origin }: Pick<Memory, 'confirmed' | 'origin'>,
  { caller }: { caller: string | null },
): boolean =>
  confirmed !== null && (origin.caller === null || caller === null || origin.caller === caller);

/** What the four retrievals look into. */
export interface Held {
  memories: ReadonlyMap<string, Memory>;
  texts: TextIndex<MemoryField>;
  line: TimeLine;
  graph: LinkGraph;
}

/** A hit before it is sorted and cut. */
export type Found = Pick<MemoryHit, 'method' | 'relevance' | 'reason'> & {
  memory: Memory;
  path?: string[];
  fields?: MemoryHit['fields'];
  /** Explained only if it is among the best. */
  matches?: TextHit['matches'];
};

/** What is less relevant is not found, unless a retrieval says otherwise. */
export const defaultMinRelevance = 0.25;
export const isRelevant = ({ relevance }: Found): boolean => relevance >= defaultMinRelevance;

/** The memory of an id, if the retrieval looks at it. */
export function visible(held: Held, id: string, { filter, now }: Retrieval): Memory[] {
  const memory = held.memories.get(id);
  return memory !== undefined && fits(memory, filter ?? {}, now) ? [memory] : [];
}

/** Whether a memory is looked at. */
function fits(memory: Memory, filter: MemoryFilter, now: number): boolean {
  const { agents, types, layers, tags, importances, statuses = ['active'] } = filter;
  if (memory.validUntil !== null && memory.validUntil <= now) return false;
  if (filter.givenTo !== undefined && !mayBeGiven(memory, filter.givenTo)) return false;
  const time = timeOf(memory);
  return (
    statuses.includes(memory.status) &&
    (agents === undefined || (memory.agent !== null && agents.includes(memory.agent))) &&
    (types === undefined || types.includes(memory.type)) &&
    (layers === undefined || layers.includes(memory.layer)) &&
    (importances === undefined || importances.includes(memory.importance)) &&
    (tags === undefined || tags.some((tag) => memory.tags.includes(tag))) &&
    (filter.since === undefined || time >= filter.since) &&
    (filter.until === undefined || time < filter.until)
  );
}
