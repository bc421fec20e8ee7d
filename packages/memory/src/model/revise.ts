import { jsonEqual } from '@countersign/json/json-equal';
import type { Memory } from './memory.ts';

/** The state of a memory before a change, to be kept. */
export interface Revision {
  former: Memory;
  /** ms since the epoch. */
  at: number;
  /** An operator, an agent, or a rule. */
  by: string;
  why: string;
}

/** What a change is made by, when, and why. */
export interface Change {
  at: number;
  by: string;
  why: string;
}

type Changes = Partial<
  Pick<
    Memory,
    | 'layer'
    | 'importance'
    | 'status'
    | 'links'
    | 'tags'
    | 'sources'
    | 'validUntil'
    | 'content'
    | 'confirmed'
  >
>;

/** Changes a memory: a new version, and the former one. A change that changes nothing returns the same memory and no revision. */
export function revise(
  memory: Memory,
  changes: Changes,
  change: Change,
): { memory: Memory; revision: Revision | null } {
  const next = { ...memory, ...changes } as Memory;
  if (jsonEqual(next, memory)) return { memory, revision: null };
  return {
    memory: { ...next, version: memory.version + 1, updatedAt: change.at },
    revision: { former: memory, ...change },
  };
}
