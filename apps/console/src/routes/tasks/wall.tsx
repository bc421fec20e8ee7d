import type { PromptRow } from '@countersign/api/prompt-row';
import { readIdList, writeIdList } from '@countersign/api/shapes/thread-id';
import { may } from '@countersign/desk/permissions';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { Wall } from '../../features/wall/wall.tsx';
import { isListed } from '../../live/listed-tasks.ts';
import { errorText } from '../../live/problem-text.ts';
import { usePrompts } from '../../live/prompts/queue-pages.ts';
import { useMe, useTasks } from '../../live/queries.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { useConnection, useOutbox } from '../../live/session/connection.ts';
import { useFreshTasks } from '../../live/session/keep-counting.ts';
import { wallText as words } from '../../text/texts.ts';
import { useCrumbs } from '../../ui/crumbs.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNames } from '../use-names.ts';

/** The pinned tiles in the address: `?pin=a,b`. */
function parsePinned(search: Readonly<Record<string, unknown>>): readonly string[] {
  const { pin } = search;
  if (typeof pin !== 'string') return [];
  return [...new Set(readIdList(pin))].slice(0, 7);
}

const pinnedSearch = (pinned: readonly string[]): { pin?: string } =>
  pinned.length === 0 ? {} : { pin: writeIdList(pinned) };

const noPrompts: readonly PromptRow[] = [];
const promptLink = (promptId: string, children: ReactNode) => (
  <Link className="button" params={{ promptId }} to="/inbox/$promptId">
    {children}
  </Link>
);
const taskLink = (taskId: string, children: ReactNode) => (
  <Link className="ink" params={{ taskId }} to="/tasks/$taskId">
    {children}
  </Link>
);
const listLink = (children: ReactNode) => <Link to="/tasks">{children}</Link>;

/** The wall: what runs now, live. */
export function WallPage() {
  const client = useClient();
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { pin } = search;
  const pinned = useMemo(() => parsePinned({ pin }), [pin]);
  const tasks = useTasks();
  // Which of all questions is the most urgent of its task is known when all are here.
  const prompts = usePrompts({ every: true });
  const outbox = useOutbox();
  const offline = useConnection().status === 'offline';
  const me = useMe().data;
  const { nameOf } = useNames();
  const listed = useMemo(() => (tasks.data ?? []).filter(isListed), [tasks.data]);
  useFreshTasks(5_000, tasks.data?.some(({ endedAt }) => endedAt === null) ?? false);
  useCrumbs([{ label: words.title }]);
  // The questions decide which tasks have a tile: without them the wall would be drawn twice.
  if (tasks.data === undefined || (prompts.data === undefined && prompts.pages.error === null)) {
    return tasks.isError ? (
      <div className="full-height scrolls page">
        <ErrorPanel
          detail={errorText(tasks.error)}
          onRetry={() => void tasks.refetch()}
          title={words.failed}
        />
      </div>
    ) : (
      <Skeleton rows={8} />
    );
  }
  return (
    <Wall
      listLink={listLink}
      onOpen={({ taskId, promptId }) =>
        void (promptId === null
          ? navigate({ to: '/tasks/$taskId', params: { taskId } })
          : navigate({ to: '/inbox/$promptId', params: { promptId } }))
      }
      onPinned={(next) => void navigate({ to: '/wall', search: pinnedSearch(next), replace: true })}
      outbox={outbox}
      pinned={pinned}
      prompts={prompts.data ?? noPrompts}
      tasks={listed}
      world={{
        meId: me?.id ?? null,
        readOnly: !may(me, 'work'),
        offline,
        nameOf,
        promptLink,
        taskLink,
        onControl: (taskId, action) => void client.outbox.control({ taskId, action }),
      }}
    />
  );
}
