import { useMemo } from 'react';
import type { QueueItem } from '../features/inbox/use-queue.ts';
import type { InboxNeighbours } from './inbox-context.ts';
import { type Advance, useAdvance } from './use-advance.ts';
import { useNextOpen } from './use-next-open.ts';

interface WorldPlace extends Pick<InboxNeighbours, 'onNext' | 'rootRef' | 'onSnoozePicked'> {
  rows: readonly QueueItem[];
  selectedId: string | null;
  /** The operator whose setting decides about the automatic advance. */
  owner: string | null;
}

/** What the open prompt can use of the queue next to it, and the answer before the automatic advance. */
export function useInboxContext({
  rows,
  selectedId,
  owner,
  onNext,
  rootRef,
  onSnoozePicked,
}: WorldPlace): Pick<Advance, 'last' | 'forgetLast'> & { world: InboxNeighbours } {
  const next = useNextOpen(rows, selectedId);
  const { last, onRecorded, forgetLast } = useAdvance({ owner, next, go: onNext });
  const world = useMemo(
    () => ({ next, rootRef, onNext, onRecorded, onSnoozePicked }),
    [next, rootRef, onNext, onRecorded, onSnoozePicked],
  );
  return { world, last, forgetLast };
}
