import type { PromptRow } from '@countersign/api/prompt-row';
import { comparePrompts } from '@countersign/desk/urgency';
import { Outlet, useMatch, useSearch } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { RecallLast } from '../features/decision/recall-last.tsx';
import { SnoozeDialog } from '../features/decision/snooze-dialog.tsx';
import { askedOf, isSnoozed, matchesFilter } from '../features/inbox/queue-filter.ts';
import { classRowKey } from '../features/inbox/queue-order.ts';
import { NothingChosen, QueuePanel } from '../features/inbox/queue-panel.tsx';
import { usePicked } from '../features/inbox/use-picked.ts';
import { type QueueItem, useQueue } from '../features/inbox/use-queue.ts';
import { useAllPresence } from '../live/all-presence.ts';
import { useQueueRows } from '../live/closed-prompts.ts';
import { errorWords } from '../live/problem-words.ts';
import { useIsWithoutTasks, useMe } from '../live/queries.ts';
import { useQueueCounts } from '../live/queue-counts.ts';
import { useEveryPage, usePrompts, useQueuePages } from '../live/queue-pages.ts';
import { useServerMinute } from '../live/server-now.ts';
import { usePrefetchPrompts } from '../live/whole-prompts.ts';
import { bulkText } from '../text/bulk.ts';
import { inboxText as text } from '../text/inbox.ts';
import { useCrumbs } from '../ui/crumbs.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { useArmedSign } from '../ui/keys/armed-sign.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { InboxContext } from './inbox-context.ts';
import { filterOf, parseInboxSearch, SELECTED, viewSearchOf } from './inbox-search.ts';
import { SinceLeftPart } from './since-left-part.tsx';
import { useAdvance } from './use-advance.ts';
import { useCursor } from './use-cursor.ts';
import { useInboxKeys } from './use-inbox-keys.ts';
import { useInboxNavigation } from './use-inbox-navigation.ts';
import { useNextOpen } from './use-next-open.ts';
import { useTablePrompts } from './use-table-prompts.ts';

const BulkPanel = lazyPart(
  async () => (await import('../features/inbox/bulk/bulk-panel.tsx')).BulkPanel,
);

const FirstMinutePart = lazyPart(
  async () => (await import('./first-minute-part.tsx')).FirstMinutePart,
);

const isMany = (prompts: readonly PromptRow[]): prompts is readonly [PromptRow, ...PromptRow[]] =>
  prompts.length > 0;

/** The prompts one may go to next: those around the open one, or where one begins. */
function neighbours(rows: readonly QueueItem[], selectedId: string | null): string[] {
  const at = rows.findIndex((row) => row.key === selectedId);
  const near = at < 0 ? rows.slice(0, 2) : [rows[at + 1], rows[at - 1], rows[at + 2]];
  return near.flatMap((row) => (row?.classKey === null ? (row.prompts[0]?.id ?? []) : []));
}

/** The row of what is open; after it was closed still the same one. What is selected is a table and no row. */
function useLastOpen(key: string | null): string | null {
  const [last, setLast] = useState(key);
  if (key !== null && key !== last) setLast(key);
  return key ?? (last === classRowKey(SELECTED) ? null : last);
}

/** The inbox: the queue on the left; one prompt, or a table of equal ones, on the right. */
export function InboxPage() {
  const now = useServerMinute();
  const me = useMe().data ?? null;
  const presence = useAllPresence();
  const search = useSearch({ from: '/frame/inbox' });
  const match = useMatch({ from: '/frame/inbox/$promptId', shouldThrow: false });
  const table = search.table ?? null;
  const selectedId = table === null ? (match?.params.promptId ?? null) : null;
  const rootRef = useRef<HTMLDivElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const filter = useMemo(() => filterOf(search), [search]);
  const asked = useMemo(() => askedOf(filter), [filter]);
  const prompts = useQueueRows(asked, filter.show ?? null);
  const { border, found, hasMore, more } = prompts.pages;
  const grouped = search.group === 'equal';
  // What is equal is told, and named in the filter, when all is here.
  useEveryPage(prompts.pages, grouped);
  const counts = useQueueCounts(hasMore && asked.condition === undefined, asked);
  const told = useQueueCounts(usePrompts().pages.hasMore);
  const queue = useQueue(
    prompts.data,
    { filter, me, grouped, now, found, border },
    { promptId: selectedId, table: table !== null },
  );
  const picked = usePicked();
  const cursor = useCursor(useLastOpen(table === null ? selectedId : classRowKey(table)));
  useArmedSign(rootRef);
  const [snoozing, setSnoozing] = useState(false);
  const pickedOpen = (prompts.data ?? []).filter(
    ({ id, state }) => state === 'open' && picked.ids.has(id),
  );
  const isAnyPicked = pickedOpen.length > 0 && me !== null && me.role !== 'viewer';
  const onSnoozePicked = useMemo(
    () => (isAnyPicked ? () => setSnoozing(true) : null),
    [isAnyPicked],
  );
  const isOpen = selectedId !== null || table !== null;
  const go = useInboxNavigation({ search, listRef, isOpen, move: cursor.move, admit: queue.admit });
  useCrumbs([
    { label: text.title, to: '/inbox' },
    ...(table === null ? [] : [{ label: bulkText.panel }]),
  ]);

  useInboxKeys({
    queue,
    pages: prompts.pages,
    picked,
    cursor,
    rootRef,
    listRef,
    go,
    onSnoozePicked,
  });

  const latestRows = useRef(queue.rows);
  useEffect(() => {
    latestRows.current = queue.rows;
  });
  const { toggle, reach } = picked;
  const pick = useCallback(
    (promptId: string, range: boolean) =>
      range ? reach([promptId], latestRows.current) : toggle([promptId]),
    [toggle, reach],
  );
  const pickClass = useCallback(
    (item: QueueItem) => toggle(item.prompts.map((prompt) => prompt.id)),
    [toggle],
  );

  const ofClass = useMemo(
    () => (table === null || table === SELECTED ? null : { ...asked, class: table }),
    [asked, table],
  );
  const classPages = useQueuePages(ofClass);
  const classCounts = useQueueCounts(ofClass !== null && classPages.hasMore, ofClass ?? undefined);
  const belonging = useMemo(() => {
    const belongs = (prompt: PromptRow) =>
      table === SELECTED
        ? picked.ids.has(prompt.id)
        : prompt.classKey === table &&
          !isSnoozed(prompt) &&
          matchesFilter(prompt, filter, { me, found });
    return table === null
      ? []
      : (prompts.data ?? [])
          .filter((prompt) => prompt.state === 'open' && belongs(prompt))
          .toSorted(comparePrompts);
  }, [table, prompts.data, picked.ids, filter, me, found]);
  // Before the rows are known a table has none, and none is what it would be drawn with.
  const tabled = useTablePrompts(prompts.data === undefined ? null : table, belonging);
  const total =
    classCounts === null ? belonging.length : classCounts.blocking + classCounts.followup;
  usePrefetchPrompts(neighbours(queue.rows, selectedId));

  const nextOpen = useNextOpen(queue.rows, selectedId);
  const { last, onRecorded, forgetLast } = useAdvance({
    owner: me?.id ?? null,
    next: nextOpen,
    go: go.next,
  });
  const context = useMemo(
    () => ({ next: nextOpen, rootRef, onNext: go.next, onRecorded, onSnoozePicked }),
    [nextOpen, go.next, onRecorded, onSnoozePicked],
  );
  const isNew = useIsWithoutTasks(prompts.data?.length === 0) && !isOpen;
  return (
    <div
      className={clsx('inbox', isOpen && 'has-prompt', isNew && 'is-new')}
      ref={rootRef}
      aria-busy={cursor.pending}
    >
      {!isOpen && <h1 className="sr">{text.title}</h1>}
      <ErrorBoundary>
        <QueuePanel
          queue={queue}
          prompts={prompts.data}
          failure={prompts.error === null ? null : errorWords(prompts.error)}
          onRetry={prompts.retry}
          filter={filter}
          grouped={grouped}
          search={viewSearchOf(search)}
          viewId={search.view ?? null}
          me={me}
          now={now}
          currentKey={cursor.key}
          picked={picked.ids}
          presence={presence}
          whyMine={filter.turn === 'mine'}
          listRef={listRef}
          counts={counts}
          told={told}
          hasMore={hasMore && filter.show === undefined}
          onMore={more}
          onFilter={go.filter}
          onGrouped={go.group}
          onView={(kept, view) => go.view(parseInboxSearch({ ...kept, view: view ?? undefined }))}
          onChoose={go.prompt}
          onChooseClass={go.row}
          onPick={pick}
          onPickClass={pickClass}
          onAdmit={go.admit}
          onTogether={() => go.table(SELECTED)}
          onUnpick={picked.clear}
          onSnoozePicked={onSnoozePicked}
          isOpen={isOpen}
          below={<SinceLeftPart onFilter={go.filter} />}
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
      {snoozing && isMany(pickedOpen) && (
        <SnoozeDialog
          prompts={pickedOpen}
          onClose={() => setSnoozing(false)}
          onDone={picked.clear}
        />
      )}
      {table !== null && tabled.error !== null ? (
        <section className="decision nothing" aria-label={bulkText.panel}>
          <ErrorPanel
            title={text.failed}
            detail={errorWords(tabled.error)}
            onRetry={tabled.retry}
          />
        </section>
      ) : table !== null && !(tabled.ready && prompts.data !== undefined) ? (
        <Skeleton rows={6} label={text.loading} />
      ) : table !== null ? (
        <ErrorBoundary resetKey={table}>
          <Suspense fallback={<Skeleton rows={6} label={text.loading} />}>
            <BulkPanel
              key={table}
              live={tabled.live}
              belonging={tabled.belonging}
              total={total}
              me={me}
              onOpen={go.prompt}
              onBack={() => {
                if (table === SELECTED) picked.clear();
                go.back();
              }}
            />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <InboxContext value={context}>
          {isNew ? (
            <Suspense fallback={<Skeleton rows={6} label={text.loading} />}>
              <FirstMinutePart />
            </Suspense>
          ) : selectedId === null ? (
            <NothingChosen
              empty={queue.rows.length === 0}
              open={prompts.data?.filter((prompt) => prompt.state === 'open').length ?? null}
            />
          ) : (
            <Outlet />
          )}
        </InboxContext>
      )}
    </div>
  );
}
