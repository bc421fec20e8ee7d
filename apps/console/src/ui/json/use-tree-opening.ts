import { useState } from 'react';
import { asItOpens, type MoreRow, type TreeOpening } from './tree-rows.ts';

export interface OpenedTree {
  opening: TreeOpening;
  toggle: (pointer: string, open: boolean) => void;
  /** Lists the next members of a long branch. */
  ask: (row: MoreRow) => void;
}

/** What a reader opened of a tree. */
export function useTreeOpening(): OpenedTree {
  const [opening, setOpening] = useState(asItOpens);
  return {
    opening,
    toggle: (pointer, open) =>
      setOpening(({ toggled, asked }) => ({ asked, toggled: new Map(toggled).set(pointer, open) })),
    ask: ({ pointer, next }) =>
      setOpening(({ toggled, asked }) => ({ toggled, asked: new Map(asked).set(pointer, next) })),
  };
}
