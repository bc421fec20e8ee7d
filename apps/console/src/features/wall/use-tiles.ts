import type { PromptRow } from '@countersign/api/prompt-row';
import type { Task } from '@countersign/api/task';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { nextSlots, rankTasks } from './choose-tiles.ts';

export interface TilesView {
  /** Ids of the tiles in their places. */
  slots: readonly string[];
  /** How many tiles would be exchanged if the picture were not held. */
  waiting: number;
  /** Where the pointer and the focus are; null = nowhere. */
  onPoint: (taskId: string | null) => void;
  onFocusTile: (taskId: string | null) => void;
  onInside: (inside: boolean) => void;
}

interface TilesInput {
  tasks: readonly Task[];
  /** Open blocking questions by task, the most urgent first. */
  questions: ReadonlyMap<string, readonly PromptRow[]>;
  pinned: readonly string[];
  held: boolean;
  now: number;
}

/** Chooses the tiles and keeps them still: what is pointed at or has the focus is never exchanged, and a held picture not at all. */
export function useTiles({ tasks, questions, pinned, held, now }: TilesInput): TilesView {
  const [slots, setSlots] = useState<readonly string[]>([]);
  const [pointed, onPoint] = useState<string | null>(null);
  const [focused, onFocusTile] = useState<string | null>(null);
  const [inside, setInside] = useState(false);
  const onInside = useCallback((next: boolean) => setInside(next), []);
  // A minute is precise enough for the time after which a task leaves the wall; the tiles are not chosen again each second.
  const minute = Math.floor(now / 60_000) * 60_000;
  const ranked = useMemo(
    () =>
      rankTasks(tasks, { pinned, questions, shown: new Set(slots), now: minute }).map(
        ({ id }) => id,
      ),
    [tasks, questions, pinned, slots, minute],
  );
  const kept = useMemo(
    () => new Set([pointed, focused].filter((id) => id !== null)),
    [pointed, focused],
  );
  const wanted = nextSlots(slots, ranked, { kept, busy: inside || focused !== null });
  const isFirst = slots.length === 0;
  useEffect(() => {
    if (wanted !== slots && (!held || isFirst)) setSlots(wanted);
  }, [wanted, slots, held, isFirst]);
  const waiting = held ? wanted.filter((id) => !slots.includes(id)).length : 0;
  return { slots, waiting, onPoint, onFocusTile, onInside };
}
