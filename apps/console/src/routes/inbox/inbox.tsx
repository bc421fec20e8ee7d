import type { Operator } from '@countersign/api/operator';
import { Outlet } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { RefObject } from 'react';
import { Suspense, useEffect, useMemo, useRef } from 'react';
import { RecallLast } from '../../features/decision/sent/recall-last.tsx';
import { SnoozeDialog } from '../../features/decision/snooze/snooze-dialog.tsx';
import { neighbours } from '../../features/inbox/neighbours.ts';
import { belongsTo } from '../../features/inbox/queue-filter.ts';
import { NothingChosen } from '../../features/inbox/queue-panel.tsx';
import { usePrefetchPrompts } from '../../live/prompts/whole-prompts.ts';
import { useIsWithoutTasks, useMe } from '../../live/queries.ts';
import { useServerMinute } from '../../live/session/server-now.ts';
import { bulkText, inboxText as text } from '../../text/texts.ts';
import { useCrumbs } from '../../ui/crumbs.tsx';
import { FOCUS_GUARD_MS, hasSettledFocus, watchGuard } from '../../ui/keys/focus-guard.ts';
import { ErrorBoundary } from '../../ui/parts/error-boundary.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { InboxContext } from './inbox-context.ts';
import { InboxQueue } from './inbox-queue.tsx';
import { SELECTED } from './inbox-search.ts';
import { InboxTablePart } from './inbox-table.tsx';
import { useCursor } from './use-cursor.ts';
import { useInboxContext, useNextNeeded } from './use-inbox-context.ts';
import { useInboxKeys } from './use-inbox-keys.ts';
import { useInboxNavigation } from './use-inbox-navigation.ts';
import { useInboxPlace } from './use-inbox-place.ts';
import { type InboxRows, useInboxRows } from './use-inbox-rows.ts';
import { useInboxTable } from './use-inbox-table.ts';
import { usePicking } from './use-picking.ts';

/**
 * Shows on `place` itself whether deciding letters act there now: `data-letters` is `armed` or `waiting`. On the element and not in
 * React, since it changes with every step through a list.
 */
function useArmedSign(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const isArmed = hasSettledFocus(element);
      element.dataset['letters'] = isArmed ? 'armed' : 'waiting';
      const mayCome = !isArmed && element.contains(document.activeElement);
      if (mayCome) timer = setTimeout(look, FOCUS_GUARD_MS / 4);
    };
    look();
    const undo = watchGuard(look);
    // When focus is lost without a new target, no other event reports it.
    element.addEventListener('focusout', look);
    return () => {
      clearTimeout(timer);
      undo();
      element.removeEventListener('focusout', look);
    };
  }, [place]);
}

const FirstMinutePart = lazyPart(
  async () => (await import('../first-minute-part.tsx')).FirstMinutePart,
);

interface InboxOpenProps {
  /** Without any question yet: the first steps. */
  isNew: boolean;
  isChosen: boolean;
  inbox: Pick<InboxRows, 'queue' | 'prompts'>;
}

/** Next to the queue: the chosen prompt, or a placeholder while none is chosen. */
function InboxOpen({ isNew, isChosen, inbox }: InboxOpenProps) {
  if (isNew) {
    return (
      <Suspense fallback={<Skeleton rows={6} label={text.loading} />}>
        <FirstMinutePart />
      </Suspense>
    );
  }
  if (isChosen) return <Outlet />;
  const open = inbox.prompts.data?.filter((prompt) => prompt.state === 'open');
  return <NothingChosen empty={inbox.queue.rows.length === 0} open={open?.length ?? null} />;
}

const crumbsOf = (tableName: string | null) => [
  { label: text.title, to: '/inbox' },
  ...(tableName === null ? [] : [{ label: bulkText.panel }]),
];

/** The questions of the queue, also those on pages that are not shown. */
function useInQueue({ prompts, filter }: InboxRows, me: Operator | null, now: number) {
  return useMemo(
    () =>
      (prompts.data ?? []).filter((prompt) =>
        belongsTo(prompt, filter, { me, now, found: prompts.pages.found }),
      ),
    [prompts, filter, me, now],
  );
}

/** The inbox: the queue on the left; one prompt, or a table of equal ones, on the right. */
export function InboxPage() {
  const now = useServerMinute();
  const me = useMe().data ?? null;
  const place = useInboxPlace();
  const { search, selectedId, tableName, isOpen } = place;
  const rootRef = useRef<HTMLDivElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const inbox = useInboxRows(place, { me, now });
  const { queue, prompts } = inbox;
  const picking = usePicking({ data: prompts.data, rows: queue.rows }, me);
  const { picked, onSnooze: onSnoozePicked } = picking;
  const table = useInboxTable({ name: tableName, picked: picked.ids, me }, inbox);
  const cursor = useCursor(place.rowKey);
  useArmedSign(rootRef);
  const go = useInboxNavigation({ search, listRef, isOpen, move: cursor.move, admit: queue.admit });
  useCrumbs(crumbsOf(tableName));
  const next = useNextNeeded({
    prompts: useInQueue(inbox, me, now),
    selectedId,
    owner: me?.id ?? null,
    now,
  });
  useInboxKeys({
    queue,
    pages: prompts.pages,
    picked,
    cursor,
    rootRef,
    listRef,
    go,
    onSnoozePicked,
    next: next?.id ?? null,
  });
  usePrefetchPrompts([...neighbours(queue.rows, selectedId), ...(next === null ? [] : [next.id])]);
  const { world, last, forgetLast } = useInboxContext({
    next,
    owner: me?.id ?? null,
    onNext: go.next,
    rootRef,
    onSnoozePicked,
  });
  const isNew = useIsWithoutTasks(prompts.data?.length === 0) && !isOpen;
  return (
    <div
      className={clsx('anchor full-height inbox', isOpen && 'has-prompt', isNew && 'is-new')}
      ref={rootRef}
      aria-busy={cursor.pending}
    >
      {!isOpen && <h1 className="visually-hidden">{text.title}</h1>}
      <ErrorBoundary>
        <InboxQueue
          inbox={inbox}
          picking={picking}
          go={go}
          search={search}
          me={me}
          now={now}
          currentKey={cursor.key}
          listRef={listRef}
          isOpen={isOpen}
        />
      </ErrorBoundary>
      {last !== null && last !== selectedId && (
        <RecallLast
          key={last}
          promptId={last}
          scopeRef={rootRef}
          onBack={(promptId) => {
            forgetLast();
            go.prompt(promptId);
          }}
          onClose={forgetLast}
        />
      )}
      {picking.snoozing !== null && (
        <SnoozeDialog
          prompts={picking.snoozing}
          onClose={picking.stopSnoozing}
          onDone={picked.clear}
        />
      )}
      {table === null ? (
        <InboxContext value={world}>
          <InboxOpen isNew={isNew} isChosen={selectedId !== null} inbox={inbox} />
        </InboxContext>
      ) : (
        <InboxTablePart
          table={table}
          me={me}
          ready={prompts.data !== undefined}
          onOpen={go.prompt}
          onBack={() => {
            if (table.name === SELECTED) picked.clear();
            go.back();
          }}
        />
      )}
    </div>
  );
}
