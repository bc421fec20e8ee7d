import type { Prompt } from '@countersign/api/prompt';
import { useMemo, useState } from 'react';
import {
  admitAll,
  mayEnter,
  type QueueFilter,
  type QueueOrder,
  waitingBehind,
} from './queue-order.ts';

export interface Queue {
  blocking: readonly Prompt[];
  followup: readonly Prompt[];
  /** Both groups in the order of the screen. */
  rows: readonly Prompt[];
  waiting: readonly Prompt[];
  /** Rows on screen that are no longer open. */
  done: number;
  admit: () => void;
  setBusy: (busy: boolean) => void;
}

const nothing: readonly Prompt[] = [];

/** The queue under law 2: rows keep their places until the operator asks for the new ones. */
export function useQueue(
  prompts: readonly Prompt[] | undefined,
  filter: QueueFilter,
  selectedId: string | null,
): Queue {
  const [drawn, setDrawn] = useState<{ order: QueueOrder; key: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const known = prompts ?? nothing;
  const byId = useMemo(() => new Map(known.map((prompt) => [prompt.id, prompt])), [known]);
  const open = new Set(
    known.filter((prompt) => prompt.state === 'open').map((prompt) => prompt.id),
  );
  const key = JSON.stringify(filter);
  const admit = () => setDrawn({ order: admitAll(known, filter, selectedId), key });

  const waiting = drawn === null ? [] : waitingBehind(drawn.order, known, filter);
  const enter = drawn !== null && waiting.length > 0 && mayEnter(drawn.order, open, busy);
  if (prompts !== undefined && (drawn === null || drawn.key !== key || enter)) admit();

  const order = drawn?.order;
  const { blocking, followup, rows } = useMemo(() => {
    const read = (ids: readonly string[] = []) => ids.flatMap((id) => byId.get(id) ?? []);
    const groups = { blocking: read(order?.blocking), followup: read(order?.followup) };
    return { ...groups, rows: [...groups.blocking, ...groups.followup] };
  }, [order, byId]);
  return {
    blocking,
    followup,
    rows,
    waiting,
    done: rows.filter((prompt) => prompt.state !== 'open' && prompt.id !== selectedId).length,
    admit,
    setBusy,
  };
}
