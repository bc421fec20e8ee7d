import type { Operator } from '@countersign/api/operator';
import type { PromptRow } from '@countersign/api/prompt-row';
import { may } from '@countersign/desk/permissions';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Picked, usePicked } from '../../features/inbox/use-picked.ts';
import type { QueueItem } from '../../features/inbox/use-queue.ts';

type Some = readonly [PromptRow, ...PromptRow[]];

export interface Picking {
  picked: Picked;
  pick: (promptId: string, range: boolean) => void;
  pickClass: (item: QueueItem) => void;
  /** Asks until when the selected prompts are snoozed; null = none of them can be. */
  onSnooze: (() => void) | null;
  /** The operation being confirmed; null = none. */
  snoozing: Some | null;
  stopSnoozing: () => void;
}

const isSome = (prompts: readonly PromptRow[]): prompts is Some => prompts.length > 0;

/** Selecting rows of the queue, and putting aside what is selected. The callbacks are stable. */
export function usePicking(
  { data, rows }: { data: readonly PromptRow[] | undefined; rows: readonly QueueItem[] },
  me: Operator | null,
): Picking {
  const picked = usePicked();
  const [isAsking, setAsking] = useState(false);
  const open = (data ?? []).filter(({ id, state }) => state === 'open' && picked.ids.has(id));
  const canSnooze = open.length > 0 && may(me, 'work');
  const latestRows = useRef(rows);
  useEffect(() => {
    latestRows.current = rows;
  });
  const { toggle, reach } = picked;
  return {
    picked,
    pick: useCallback(
      (promptId, range) => (range ? reach([promptId], latestRows.current) : toggle([promptId])),
      [toggle, reach],
    ),
    pickClass: useCallback((item) => toggle(item.prompts.map(({ id }) => id)), [toggle]),
    onSnooze: useMemo(() => (canSnooze ? () => setAsking(true) : null), [canSnooze]),
    snoozing: isAsking && isSome(open) ? open : null,
    stopSnoozing: () => setAsking(false),
  };
}
