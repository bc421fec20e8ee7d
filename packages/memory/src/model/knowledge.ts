import type { JsonObject } from '@countersign/json/json-object';
import type { MemoryType } from './content.ts';

/** A place in a text that a value of a kind belongs in, written `{{name}}`. */
export interface Slot {
  name: string;
  /** amount, date, duration, number, … */
  type: string;
}

/** Where knowledge comes from, kept from end to end. */
export interface Provenance {
  memoryId: string | null;
  /** How it was made; `''` = not stated. */
  method: string;
  /** Who approved sharing it, and when; null = nobody yet. */
  approvedBy: string | null;
  /** `rule`: a rule approved it, whose name is in `approvedBy`. null = nobody yet, or it is not stated. */
  approvedAs: 'person' | 'rule' | null;
  /** ms since the epoch. */
  approvedAt: number | null;
  /** How often each rule masked something. */
  redactions: Readonly<Record<string, number>>;
  slots: readonly Slot[];
  /** The agents and servers it came through, the first sharer not included. */
  sharedBy: readonly string[];
}

/** What agents may share (MEK's KnowledgeItem). The members of `content` have the names of the specification. */
export interface Knowledge {
  id: string;
  title: string;
  content: JsonObject;
  /** Of the memory it was made from. */
  type: MemoryType;
  /** The agent that learnt it first; passing it on does not change that. null = unknown. */
  agent: string | null;
  /** ms since the epoch. */
  createdAt: number;
  provenance: Provenance;
}
