import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Picked } from '../../features/inbox/use-picked.ts';
import type { Queue } from '../../features/inbox/use-queue.ts';
import { type QueuePages, useEveryPage } from '../../live/prompts/queue-pages.ts';
import { inboxText as text } from '../../text/texts.ts';
import { useKeys } from '../../ui/keys/keys.tsx';
import { SELECTED } from './inbox-search.ts';
import type { Cursor } from './use-cursor.ts';
import type { InboxNavigation } from './use-inbox-navigation.ts';

interface InboxKeys {
  queue: Queue;
  /** How far the queue is read. */
  pages: QueuePages;
  picked: Picked;
  cursor: Cursor;
  rootRef: RefObject<HTMLElement | null>;
  listRef: RefObject<HTMLElement | null>;
  go: InboxNavigation;
  onSnoozePicked: (() => void) | null;
  /** What follows a question that is answered: the most needed one; null = the next row. */
  next: string | null;
}

/** Goes to the very last row: where not all are here, once they are, unless one goes elsewhere meanwhile. */
function useToEnd(queue: Queue, pages: QueuePages, go: InboxNavigation) {
  const [isGoing, setGoing] = useState(false);
  useEveryPage(pages, isGoing);
  const latest = useRef({ queue, go });
  useEffect(() => {
    latest.current = { queue, go };
  });
  const arrived = isGoing && !pages.hasMore;
  useEffect(() => {
    if (!arrived) return;
    setGoing(false);
    const row = latest.current.queue.rows.at(-1);
    if (row !== undefined) latest.current.go.row(row);
  }, [arrived]);
  return setGoing;
}

/** What the keys do with the row of the cursor. */
function useMoves({ queue, pages, cursor, rootRef, listRef, go, next: needed }: InboxKeys) {
  const setToEnd = useToEnd(queue, pages, go);
  const place = () => queue.rows.findIndex((row) => row.key === cursor.latest.current);
  const head = () => rootRef.current?.querySelector<HTMLElement>('[data-prompt-head]') ?? null;
  const openHere = () => {
    const row = queue.rows[place()];
    if (row !== undefined) go.row(row);
  };
  const move = (step: 1 | -1) => {
    setToEnd(false);
    const at = place();
    const here = queue.rows[at];
    const isAnswered = here?.classKey === null && here.prompts[0]?.state === 'answered';
    if (step === 1 && isAnswered && needed !== null && head() !== null) {
      go.next(needed);
      return;
    }
    const next = queue.rows[at < 0 ? 0 : at + step];
    if (next !== undefined) go.walk(next);
    // There is none further on; the row that was kept is not open any more.
    else if (head() === null) openHere();
  };
  const to = (at: number) => {
    setToEnd(at === -1 && pages.hasMore);
    const row = queue.rows.at(at);
    if (row !== undefined) go.row(row);
  };
  const ids = () =>
    (queue.rows[place()]?.prompts ?? [])
      .filter((prompt) => prompt.state === 'open')
      .map((prompt) => prompt.id);
  const intoPanel = () => {
    const open = head();
    if (open === null) openHere();
    else open.focus();
  };
  // In a small window the list is not shown next to an open prompt.
  const isListShown = () => listRef.current?.checkVisibility() === true;
  const back = () => {
    const list = listRef.current;
    if (list === null || !isListShown() || list.contains(document.activeElement)) go.back();
    else list.focus();
  };
  /** What was selected is seen: only the list shows it. */
  const select = (how: (ids: readonly string[]) => void) => {
    if (ids().length === 0) return;
    how(ids());
    if (!isListShown()) go.back();
  };
  return { move, to, intoPanel, back, select };
}

/** Moving, opening and selecting. What decides belongs to the panel that is open. */
export function useInboxKeys(keys: InboxKeys): void {
  const { queue, picked, rootRef, listRef, go, onSnoozePicked } = keys;
  const { move, to, intoPanel, back, select } = useMoves(keys);
  const together = { keys: 'Shift+Enter', label: text.keyTogether };
  useKeys({
    id: 'inbox',
    name: text.keysName,
    bindings: [
      { keys: 'j', label: text.keyNext, repeats: true, run: () => move(1) },
      { keys: 'k', label: text.keyPrevious, repeats: true, run: () => move(-1) },
      { keys: 'x', label: text.keySelect, run: () => select(picked.toggle) },
      {
        keys: 'Shift+x',
        label: text.keyRange,
        run: () => select((which) => picked.reach(which, queue.rows)),
      },
      { keys: '.', label: text.keyNew, run: go.admit },
    ],
  });
  useKeys({
    id: 'inbox-list',
    name: text.keysName,
    within: listRef,
    bindings: [
      {
        keys: 'ArrowDown',
        label: text.keyNext,
        repeats: true,
        run: () => move(1),
        hidden: true,
      },
      {
        keys: 'ArrowUp',
        label: text.keyPrevious,
        repeats: true,
        run: () => move(-1),
        hidden: true,
      },
      { keys: 'Home', label: text.keyFirst, run: () => to(0), hidden: true },
      { keys: 'End', label: text.keyLast, run: () => to(-1), hidden: true },
      { keys: 'Enter', label: text.keyOpen, run: intoPanel },
      { ...together, run: () => {} },
    ],
  });
  useKeys({
    id: 'inbox-picked',
    name: text.keysName,
    within: rootRef,
    bindings: [
      ...(onSnoozePicked === null
        ? []
        : [{ keys: 's', label: text.keySnoozePicked, guarded: true, run: onSnoozePicked }]),
      // Also from the open prompt, which otherwise would be the only one that is answered next.
      ...(picked.ids.size === 0
        ? []
        : [
            {
              ...together,
              id: `inbox-list:${together.keys}`,
              hidden: true,
              run: () => go.table(SELECTED),
            },
          ]),
    ],
  });
  useKeys({
    id: 'inbox-back',
    name: text.keysName,
    within: rootRef,
    bindings: [{ keys: 'Escape', label: text.keyBack, run: back }],
  });
}
