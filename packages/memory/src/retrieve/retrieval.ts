import type { WrittenStatement } from '@countersign/json/statement';
import type { FieldMatch } from '@countersign/search/explain';
import type { MemoryType } from '../model/content.ts';
import type { Importance, Layer, MemoryStatus } from '../model/memory.ts';
import type { MemoryField } from '../model/memory-texts.ts';

/** By id, attribute or words; by likeness; along time; along links. */
export const retrievalModes = ['exact', 'semantic', 'temporal', 'associative'] as const;
export type RetrievalMode = (typeof retrievalModes)[number];

/** Which memories are looked at; an absent list = all. */
export interface MemoryFilter {
  agents?: readonly string[];
  types?: readonly MemoryType[];
  layers?: readonly Layer[];
  /** At least one of them. */
  tags?: readonly string[];
  importances?: readonly Importance[];
  /** Only `active` ones if absent. */
  statuses?: readonly MemoryStatus[];
  /** Only what may be given to a run that was requested by this caller; null = by an operator. Absent: to nobody, people look. */
  givenTo?: { caller: string | null };
  /** ms since the epoch: not before, and before. */
  since?: number;
  until?: number;
}

export interface Retrieval {
  mode: RetrievalMode;
  /** May be empty in a temporal retrieval, and in an associative one with anchors. */
  query: string;
  filter?: MemoryFilter;
  /** Ids: of the memory around which time is followed (the first), or from which links are. */
  anchors?: readonly string[];
  /** Which way in time from an anchor. */
  direction?: 'before' | 'after' | 'both';
  /** How many links are followed, 1 to 4. */
  depth?: number;
  /** At most so many; 20 if absent. */
  limit?: number;
  /** How much importance counts; 1 if absent, 0 = not at all. */
  importanceWeight?: number;
  /** 0 to 1; what is less relevant is not found. */
  minRelevance?: number;
  /** ms since the epoch: what is no longer valid then is not found, and recency counts from it. */
  now: number;
}

/** How a hit was found. `lexical`: by spelling only; it does not claim to know meanings. `embedding`: by the vectors of a model as well. */
export type RetrievalMethod = 'exact' | 'lexical' | 'embedding' | 'time' | 'links';

export interface MemoryHit {
  id: string;
  mode: RetrievalMode;
  method: RetrievalMethod;
  /** Relevance with importance, 0 to 1: hits are sorted by it. */
  score: number;
  /** 0 to 1, comparable between queries of one mode. */
  relevance: number;
  reason: WrittenStatement;
  /** What matched where; empty for time and links. */
  fields: FieldMatch<MemoryField>[];
  /** The ids from the anchor to this one, along links. */
  path: string[];
  /** When it happened, ms since the epoch. */
  at: number;
}

/** What a model says about a query: the cosines of the nearest memories. */
export interface Meaning {
  model: string;
  near: ReadonlyMap<string, number>;
}
