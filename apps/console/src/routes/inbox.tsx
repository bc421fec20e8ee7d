import { Outlet, useMatch, useNavigate, useSearch } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useCallback, useMemo, useRef } from 'react';
import type { QueueFilter } from '../features/inbox/queue-order.ts';
import { NothingChosen, QueuePanel } from '../features/inbox/queue-panel.tsx';
import { useQueue } from '../features/inbox/use-queue.ts';
import { errorWords } from '../live/problem-words.ts';
import { useMe, usePrompts } from '../live/queries.ts';
import { inboxText as text } from '../text/inbox.ts';
import { useCrumbs } from '../ui/crumbs.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { useKeys } from '../ui/keys/keys.tsx';
import { InboxContext } from './inbox-context.ts';

/** The inbox: the queue on the left, one prompt on the right. */
export function InboxPage() {
  const prompts = usePrompts();
  const meId = useMe().data?.id ?? null;
  const filter = useSearch({ from: '/frame/inbox' });
  const match = useMatch({ from: '/frame/inbox/$promptId', shouldThrow: false });
  const selectedId = match?.params.promptId ?? null;
  const navigate = useNavigate();
  const rootRef = useRef<HTMLDivElement>(null);
  const listRef = useRef<HTMLDivElement>(null);
  const queue = useQueue(prompts.data, filter, selectedId);
  useCrumbs([{ label: text.title, to: '/inbox' }]);

  const choose = useCallback(
    (promptId: string) => {
      listRef.current?.focus({ preventScroll: true });
      void navigate({ to: '/inbox/$promptId', params: { promptId }, search: true });
    },
    [navigate],
  );
  const move = (step: 1 | -1) => {
    const at = queue.rows.findIndex((prompt) => prompt.id === selectedId);
    const next = queue.rows[at < 0 ? 0 : at + step];
    if (next === undefined) return;
    choose(next.id);
  };
  const intoPrompt = () =>
    rootRef.current?.querySelector<HTMLElement>('[data-prompt-head]')?.focus();
  const back = () => {
    if (listRef.current?.contains(document.activeElement))
      void navigate({ to: '/inbox', search: filter });
    else listRef.current?.focus();
  };
  const onFilter = (next: QueueFilter) =>
    void navigate({
      to: selectedId === null ? '/inbox' : '/inbox/$promptId',
      ...(selectedId === null ? {} : { params: { promptId: selectedId } }),
      search: next,
      replace: true,
    });

  useKeys({
    id: 'inbox',
    name: text.keysName,
    bindings: [
      { keys: 'j', label: text.keyNext, repeats: true, run: () => move(1) },
      { keys: 'k', label: text.keyPrevious, repeats: true, run: () => move(-1) },
    ],
  });
  useKeys({
    id: 'inbox-list',
    name: text.keysName,
    within: listRef,
    bindings: [
      { keys: 'ArrowDown', label: text.keyNext, repeats: true, run: () => move(1), hidden: true },
      {
        keys: 'ArrowUp',
        label: text.keyPrevious,
        repeats: true,
        run: () => move(-1),
        hidden: true,
      },
      { keys: 'Enter', label: text.keyOpen, run: intoPrompt },
    ],
  });
  useKeys({
    id: 'inbox-back',
    name: text.keysName,
    within: rootRef,
    bindings: [{ keys: 'Escape', label: text.keyBack, run: back }],
  });

  const nextOpen = useMemo(() => {
    const at = queue.rows.findIndex((prompt) => prompt.id === selectedId);
    const open = queue.rows.filter((prompt) => prompt.state === 'open' && prompt.id !== selectedId);
    const after = queue.rows.slice(at + 1).find((prompt) => open.includes(prompt));
    return after ?? open[0] ?? null;
  }, [queue.rows, selectedId]);
  const context = useMemo(() => ({ next: nextOpen, rootRef }), [nextOpen]);
  return (
    <div className={clsx('inbox', selectedId !== null && 'has-prompt')} ref={rootRef}>
      {selectedId === null && <h1 className="sr">{text.title}</h1>}
      <ErrorBoundary>
        <QueuePanel
          queue={queue}
          prompts={prompts.data}
          failure={prompts.isError ? errorWords(prompts.error) : null}
          onRetry={() => void prompts.refetch()}
          filter={filter}
          onFilter={onFilter}
          selectedId={selectedId}
          meId={meId}
          listRef={listRef}
          onChoose={choose}
        />
      </ErrorBoundary>
      <InboxContext value={context}>
        {selectedId === null ? <NothingChosen empty={queue.rows.length === 0} /> : <Outlet />}
      </InboxContext>
    </div>
  );
}
