import { useCallback, useState } from 'react';
import type { QueueItem } from './use-queue.ts';

export interface Picked {
  ids: ReadonlySet<string>;
  /** Adds or removes; several are added unless all of them are in. */
  toggle: (ids: readonly string[]) => void;
  /** Adds every open prompt between the last one that was picked and this one. */
  reach: (ids: readonly string[], rows: readonly QueueItem[]) => void;
  clear: () => void;
}

const openIds = (rows: readonly QueueItem[]): string[] =>
  rows
    .flatMap((row) => row.prompts)
    .filter((prompt) => prompt.state === 'open')
    .map((prompt) => prompt.id);

/** The prompts that are selected to be decided together. */
export function usePicked(): Picked {
  const [state, setState] = useState<{ ids: ReadonlySet<string>; anchor: string | null }>({
    ids: new Set(),
    anchor: null,
  });
  const toggle = useCallback((ids: readonly string[]) => {
    setState(({ ids: before }) => {
      const next = new Set(before);
      const allIn = ids.every((id) => before.has(id));
      for (const id of ids) {
        if (allIn) next.delete(id);
        else next.add(id);
      }
      return { ids: next, anchor: ids[0] ?? null };
    });
  }, []);
  const reach = useCallback((ids: readonly string[], rows: readonly QueueItem[]) => {
    setState(({ ids: before, anchor }) => {
      const holds = (row: QueueItem, id: string | null) =>
        row.prompts.some((prompt) => prompt.id === id);
      const to = rows.findIndex((row) => holds(row, ids[0] ?? null));
      if (to < 0) return { ids: before, anchor };
      const found = rows.findIndex((row) => holds(row, anchor));
      const from = found < 0 ? to : found;
      const span = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      return { ids: new Set([...before, ...openIds(span)]), anchor: anchor ?? ids[0] ?? null };
    });
  }, []);
  const clear = useCallback(() => setState({ ids: new Set(), anchor: null }), []);
  return { ids: state.ids, toggle, reach, clear };
}
