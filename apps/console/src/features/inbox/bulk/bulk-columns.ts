import { useMemo, useState } from 'react';
import type { Differing } from './differing.ts';

/** An agent's evidence: not part of the question, and in columns only on request. */
const isEvidence = (pointer: string) => /^\/(?:upThought|upContext)(?:\/|$)/.test(pointer);

/** Columns of every table of prompts, before those that differ. */
export interface BulkColumns {
  differing: Differing;
  /** Pointers of the columns that are shown, in order. */
  shown: readonly string[];
  /** Rows of several agents name them; a single agent is named in the head. */
  agents: boolean;
  /** The same of tasks. */
  tasks: boolean;
}

/** Which columns of a table are shown: all but the evidence, until changed. */
export interface ColumnChoice {
  isShown: (pointer: string) => boolean;
  choose: (pointer: string, shown: boolean) => void;
}

export function useColumnChoice(): ColumnChoice {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  return useMemo(
    () => ({
      isShown: (pointer) => chosen.get(pointer) ?? !isEvidence(pointer),
      choose: (pointer, shown) => setChosen((before) => new Map(before).set(pointer, shown)),
    }),
    [chosen],
  );
}
