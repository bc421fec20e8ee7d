import type { Task } from '@countersign/api/task';
import { useCallback, useMemo, useState } from 'react';

interface TaskSelection {
  selected: ReadonlySet<string>;
  selectOne: (id: string, on: boolean) => void;
  selectAll: (tasks: readonly Task[], on: boolean) => void;
  selectNone: () => void;
}

/** The tasks selected to be stopped together, of those in the filter. */
export function useTaskSelection(found: readonly Task[]): TaskSelection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // What the filter hides is not selected: a stop affects only what is shown.
  const selected = useMemo(
    () => new Set(found.filter(({ id }) => chosen.has(id)).map(({ id }) => id)),
    [found, chosen],
  );
  const select = useCallback((ids: readonly string[], on: boolean) => {
    setChosen((before) => {
      const after = new Set(before);
      for (const id of ids) {
        if (on) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  }, []);
  const selectOne = useCallback((id: string, on: boolean) => select([id], on), [select]);
  const selectAll = (tasks: readonly Task[], on: boolean) =>
    select(
      tasks.map(({ id }) => id),
      on,
    );
  const selectNone = useCallback(() => setChosen(new Set()), []);
  return { selected, selectOne, selectAll, selectNone };
}
