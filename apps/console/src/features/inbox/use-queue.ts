import type { Prompt } from '@countersign/api/prompt';
import { useMemo, useState } from 'react';
import { belongsTo, isSnoozed } from './queue-filter.ts';
import {
  admitAll,
  keepsItsLine,
  mayEnter,
  type QueueEntry,
  type QueueOrder,
  type QueueWish,
  waitingBehind,
} from './queue-order.ts';

/** A row with what it shows; `prompts` are those of a class, or one. */
export interface QueueItem {
  key: string;
  classKey: string | null;
  prompts: readonly Prompt[];
}

export interface Queue {
  blocking: readonly QueueItem[];
  followup: readonly QueueItem[];
  /** Both groups in the order of the screen. */
  rows: readonly QueueItem[];
  /** Changes with every drawing anew, and only then. */
  order: QueueOrder;
  waiting: readonly Prompt[];
  /** Prompts on screen that do not belong there any more. */
  done: number;
  /** Open prompts that somebody put aside. */
  snoozed: number;
  admit: () => void;
  setBusy: (busy: boolean) => void;
}

const nothing: readonly Prompt[] = [];
const noOrder: QueueOrder = { blocking: [], followup: [] };

/** Rows keep their identity while their prompts do: only what changed is drawn again. */
function itemsOf(
  entries: readonly QueueEntry[],
  byId: ReadonlyMap<string, Prompt>,
  before: ReadonlyMap<string, QueueItem>,
): QueueItem[] {
  return entries.flatMap(({ key, ids, classKey }) => {
    const prompts = ids.flatMap((id) => byId.get(id) ?? []);
    if (prompts.length === 0) return [];
    const known = before.get(key);
    const same =
      known?.prompts.length === prompts.length &&
      known.prompts.every((prompt, index) => prompt === prompts[index]);
    return [same ? known : { key, classKey, prompts }];
  });
}

/** What is open beside the queue: a prompt, or a table of several. */
export interface OpenBeside {
  promptId: string | null;
  table: boolean;
}

/** The queue under law 2: rows keep their places until the operator asks for the new ones. */
export function useQueue(
  prompts: readonly Prompt[] | undefined,
  wish: QueueWish,
  { promptId: selectedId, table }: OpenBeside,
): Queue {
  const [drawn, setDrawn] = useState<{ order: QueueOrder; key: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [memory] = useState(() => ({ items: new Map<string, QueueItem>() }));
  const known = prompts ?? nothing;
  const byId = useMemo(() => new Map(known.map((prompt) => [prompt.id, prompt])), [known]);
  const open = useMemo(
    () =>
      new Set(
        known
          .filter(({ state }) => wish.filter.show !== undefined || state === 'open')
          .map((prompt) => prompt.id),
      ),
    [known, wish.filter.show],
  );
  const key = JSON.stringify([wish.filter, wish.grouped, wish.me]);
  const draw = (keep: string | null) => setDrawn({ order: admitAll(known, wish, keep), key });
  const admit = () => draw(selectedId);

  const waiting = drawn === null ? [] : waitingBehind(drawn.order, known, wish);
  const entersAlone = () => {
    if (drawn === null || waiting.length === 0) return false;
    if (!mayEnter(drawn.order, open, busy || table)) return false;
    return keepsItsLine(drawn.order, admitAll(known, wish, selectedId), selectedId);
  };
  // Another filter shows what it says and nothing else; what is open stays open beside it.
  if (prompts !== undefined && (drawn === null || drawn.key !== key)) draw(null);
  else if (entersAlone()) admit();

  const order = drawn?.order ?? noOrder;
  const { blocking, followup, rows } = useMemo(() => {
    const groups = {
      blocking: itemsOf(order.blocking, byId, memory.items),
      followup: itemsOf(order.followup, byId, memory.items),
    };
    const all = [...groups.blocking, ...groups.followup];
    memory.items = new Map(all.map((item) => [item.key, item]));
    return { ...groups, rows: all };
  }, [order, byId, memory]);
  const belongs = (prompt: Prompt) =>
    prompt.id === selectedId || belongsTo(prompt, wish.filter, wish);
  return {
    blocking,
    followup,
    rows,
    order,
    waiting,
    done: rows.flatMap((item) => item.prompts).filter((prompt) => !belongs(prompt)).length,
    snoozed: known.filter(isSnoozed).length,
    admit,
    setBusy,
  };
}
