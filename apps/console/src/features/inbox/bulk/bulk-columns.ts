import { useMemo, useState } from 'react';
import type { Differing } from './differing.ts';

/** What an agent says for itself: it is not what is asked, and stands in columns only for those who want it. */
const isEvidence = (pointer: string) => /^\/(?:upThought|upContext)(?:\/|$)/.test(pointer);

/** Columns that stand in every table of prompts, before those that differ. */
export interface BulkColumns {
  differing: Differing;
  /** Pointers of the columns that are shown, in order. */
  shown: readonly string[];
  /** Rows of several agents name them; one agent stands in the head. */
  agents: boolean;
  /** The same of tasks. */
  tasks: boolean;
}

/** Which columns of a table are shown: all but the evidence, until somebody chooses. */
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
