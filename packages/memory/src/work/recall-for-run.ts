import type { WrittenStatement } from '@countersign/json/statement';
import type { MemoryType } from '../model/content.ts';
import type { Memory } from '../model/memory.ts';
import { defaultMinRelevance } from '../retrieve/held.ts';
import type { MemoryIndex } from '../retrieve/memory-index.ts';
import type { Meaning } from '../retrieve/retrieval.ts';
import { correctionTag } from './corrections-of-task.ts';

/** What a run asks its memories. */
export interface RecallRequest {
  agent: string;
  /** Who requested the run from outside; null = an operator. */
  caller: string | null;
  /** What the run is about. */
  query: string;
  /** Only what has one of them; none = all. */
  tags: readonly string[];
  /** Only these types; none = all. */
  types?: readonly MemoryType[];
  /** Whether the operator lets the agent have memories at all. */
  isOn: boolean;
  limit: number;
  /** ms since the epoch. */
  now: number;
}

/** A task is described in many words, a correction in those of one question: it has fewer of them. */
const correctionMinRelevance = 0.1;

/** A memory that is given to a run, for the list that operators see. */
export interface GivenMemory {
  memory: Memory;
  score: number;
  why: WrittenStatement;
}

/**
 * What a run is given: what is relevant to it among its own memories and those of the group and the public; corrections of people first.
 * Never what nobody has confirmed, what is of another caller, pending, superseded or over, and nothing if it is switched off.
 */
export function recallForRun(
  index: MemoryIndex,
  { agent, caller, query, tags, types = [], isOn, limit, now }: RecallRequest,
  meaning?: Meaning,
): GivenMemory[] {
  if (!isOn || query.trim() === '' || limit <= 0) return [];
  const scopes = [
    { agents: [agent], layers: ['personal' as const] },
    { layers: ['group' as const, 'public' as const] },
  ];
  const filters = scopes.flatMap((filter) => [
    { filter, minRelevance: defaultMinRelevance },
    { filter: { ...filter, tags: [correctionTag] }, minRelevance: correctionMinRelevance },
  ]);
  const given = filters.flatMap(({ filter, minRelevance }) => {
    const scoped = {
      ...filter,
      givenTo: { caller },
      ...(tags.length === 0 || 'tags' in filter ? {} : { tags }),
      ...(types.length === 0 ? {} : { types }),
    };
    const retrieval = {
      ...{ mode: 'semantic' as const, query, filter: scoped, minRelevance },
      ...{ limit: limit * 2, now },
    };
    return index.retrieve(retrieval, meaning).flatMap(({ id, score, reason }): GivenMemory[] => {
      const memory = index.get(id);
      // Tags of the agent are a condition of their own.
      const isWanted = tags.length === 0 || memory?.tags.some((tag) => tags.includes(tag));
      return memory === undefined || !isWanted ? [] : [{ memory, score, why: reason }];
    });
  });
  const isCorrection = ({ memory }: GivenMemory) => memory.tags.includes(correctionTag);
  const once = new Map(given.map((one) => [one.memory.id, one]));
  return [...once.values()]
    .sort(
      (a, b) =>
        Number(isCorrection(b)) - Number(isCorrection(a)) ||
        b.score - a.score ||
        (a.memory.id < b.memory.id ? -1 : 1),
    )
    .slice(0, limit);
}
