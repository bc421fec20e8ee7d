import type { PromptRow } from '@countersign/api/prompt-row';
import { useMemo, useState } from 'react';
import { belongsTo, isSnoozed } from './queue-filter.ts';
import {
  admitAll,
  keepsItsLine,
  mayEnter,
  type QueueEntry,
  type QueueOrder,
  type QueueRequest,
  waitingBehind,
  withNextPage,
} from './queue-order.ts';

/** A row with what it shows; `prompts` are those of a class, or one. */
export interface QueueItem {
  key: string;
  classKey: string | null;
  prompts: readonly PromptRow[];
}

export interface Queue {
  blocking: readonly QueueItem[];
  followup: readonly QueueItem[];
  /** Both groups in the order of the screen. */
  rows: readonly QueueItem[];
  /** Changes with every complete redraw, and only then. */
  order: QueueOrder;
  waiting: readonly PromptRow[];
  /** Prompts on screen that do not belong there any more. */
  done: number;
  /** Open prompts that are snoozed. */
  snoozed: number;
  admit: () => void;
  setBusy: (busy: boolean) => void;
}

const nothing: readonly PromptRow[] = [];
const noOrder: QueueOrder = { blocking: [], followup: [] };

/** Rows keep their identity while their prompts do: only what changed is drawn again. */
function itemsOf(
  entries: readonly QueueEntry[],
  byId: ReadonlyMap<string, PromptRow>,
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

/** The queue as it was drawn, its filter, and how far it was read then. */
interface Drawn {
  order: QueueOrder;
  key: string;
  border: PromptRow | null;
}

/** What is open next to the queue: a prompt, or a table of several. */
interface OpenBeside {
  promptId: string | null;
  table: boolean;
}

/** The queue under law 2: rows keep their places until the operator asks for the new ones. */
export function useQueue(
  prompts: readonly PromptRow[] | undefined,
  wish: QueueRequest,
  { promptId: selectedId, table }: OpenBeside,
): Queue {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
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
  // Rows found by the server come after those decided here, and do not count as new.
  const key = JSON.stringify([wish.filter, wish.grouping, wish.me, wish.found != null]);
  const border = wish.border ?? null;
  const draw = (keep: string | null) =>
    setDrawn({ order: admitAll(known, wish, keep), key, border });
  const admit = () => draw(selectedId);

  const waiting = drawn === null ? [] : waitingBehind(drawn.order, known, wish);
  const entersAlone = () => {
    if (drawn === null || waiting.length === 0) return false;
    if (!mayEnter(drawn.order, open, busy || table)) return false;
    return keepsItsLine(drawn.order, admitAll(known, wish, selectedId), selectedId);
  };
  // Another filter shows only its result; an open prompt stays open.
  if (prompts !== undefined && (drawn === null || drawn.key !== key)) draw(null);
  else if (drawn !== null && drawn.border !== null && drawn.border !== border) {
    const order = withNextPage(drawn.order, known, { wish, border: drawn.border });
    setDrawn({ order, key, border });
  } else if (entersAlone()) admit();

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
  const belongs = (prompt: PromptRow) =>
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
