import type { JsonObject } from '@countersign/json/json-object';
import type { Step } from '../model/steps.ts';

/**
 * What a new memory is to one that is there. `redundancy`: it says the same. `superset`, `subset`: it says more, or less. `version`: it
 * says it in another way. `contradiction`: it says the contrary. `related`: it only has a similar name.
 */
export type ConflictKind =
  | 'redundancy'
  | 'superset'
  | 'subset'
  | 'version'
  | 'contradiction'
  | 'related';

/** Two statements of which only one can hold. */
export interface Contradiction {
  /** JSON Pointer into the content. */
  path: string;
  mine: unknown;
  theirs: unknown;
}

/** Steps side by side. */
export interface StepRow {
  state: 'same' | 'changed' | 'opposite' | 'mine' | 'theirs';
  mine: Step | null;
  theirs: Step | null;
}

/** A content made from both, to be shown and changed before it is used; nothing is applied. */
export interface MergeProposal {
  /** For workflows; else empty. */
  rows: StepRow[];
  content: JsonObject;
  /** Where both differ and mine was proposed. */
  choices: Contradiction[];
}

export interface Conflict {
  kind: ConflictKind;
  /** The id of the memory that is there. */
  with: string;
  contradictions: Contradiction[];
  proposal: MergeProposal | null;
}
