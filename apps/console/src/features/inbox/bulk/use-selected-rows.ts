import type { Prompt } from '@countersign/api/prompt';
import { useMemo, useState } from 'react';
import type { Frozen } from './use-frozen.ts';

/** Which of the frozen rows an answer is sent to: all that can be answered, except those that were left out. */
export interface SelectedRows {
  rows: readonly Prompt[];
  /** Ids of `rows`. */
  included: ReadonlySet<string>;
  include: (promptId: string, included: boolean) => void;
  /** All rows, or those of one question. */
  includeAll: (included: boolean, among?: ReadonlySet<string>) => void;
  selectAgain: () => void;
}

const changed = (before: ReadonlySet<string>, ids: readonly string[], included: boolean) => {
  const next = new Set(before);
  for (const id of ids) {
    if (included) next.delete(id);
    else next.add(id);
  }
  return next;
};

export function useSelectedRows(frozen: Frozen['rows']): SelectedRows {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(
    () =>
      frozen
        .filter((row) => row.rowStatus.kind === 'ready' && !left.has(row.shown.id))
        .map((row) => row.shown),
    [frozen, left],
  );
  return {
    rows,
    included: useMemo(() => new Set(rows.map((prompt) => prompt.id)), [rows]),
    include: (promptId, included) => setLeft(changed(left, [promptId], included)),
    includeAll(included, among) {
      const ids = frozen.map((row) => row.shown.id).filter((id) => among?.has(id) ?? true);
      setLeft(changed(left, ids, included));
    },
    selectAgain: () => setLeft(new Set()),
  };
}
