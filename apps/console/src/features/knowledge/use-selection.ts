import { useState } from 'react';

/** Which rows of a list are selected, by their ids; those that left the list are not. */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = ids.filter((id) => chosen.has(id));
  return {
    selected,
    isSelected: (id: string) => chosen.has(id),
    select(id: string, on: boolean) {
      const next = new Set(chosen);
      if (on) next.add(id);
      else next.delete(id);
      setChosen(next);
    },
    selectAll: (on: boolean) => setChosen(new Set(on ? ids : [])),
  };
}
