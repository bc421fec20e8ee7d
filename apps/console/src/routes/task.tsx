import type { ThreadView } from '@countersign/client/client';
import type { Thread } from '@countersign/thread/thread';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ArrowDown } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { Stream } from '../features/stream/stream.tsx';
import { type StreamWorld, StreamWorldContext } from '../features/stream/stream-world.tsx';
import { DecisionsPanel } from '../features/task/decisions-panel.tsx';
import { SayBox } from '../features/task/say-box.tsx';
import { StatePanel } from '../features/task/state-panel.tsx';
import { TaskHeader } from '../features/task/task-header.tsx';
import { ThreadStatus } from '../features/task/thread-status.tsx';
import { useClient } from '../live/client-context.tsx';
import { useOutbox } from '../live/connection.ts';
import { useMe, useTask } from '../live/queries.ts';
import { useThreadHandle, useThreadView } from '../live/thread.ts';
import { streamText } from '../text/stream.ts';
import { taskText } from '../text/task.ts';
import { useCrumbs } from '../ui/crumbs.tsx';
import { Icon } from '../ui/icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { parseNode, parseTaskTab, type TaskTab, taskTabs } from './task-search.ts';
import { useNames } from './use-names.ts';
import '../features/task/task.css';

// Only who looks at the graph pays for what draws it.
const LineagePanel = lazy(async () => ({
  default: (await import('../features/lineage/lineage-panel.tsx')).LineagePanel,
}));

const whole = (view: ThreadView) => view;

function promptLink(promptId: string, children: ReactNode, className?: string): ReactNode {
  return (
    <Link className={className} params={{ promptId }} to="/inbox/$promptId">
      {children}
    </Link>
  );
}

/** One task: its header and control, its stream, its state and its decisions. */
export function TaskPage() {
  const { taskId = '' } = useParams({ strict: false });
  return <TaskScreen key={taskId} taskId={taskId} />;
}

function TaskScreen({ taskId }: { taskId: string }) {
  const client = useClient();
  const tab = parseTaskTab(useSearch({ strict: false }));
  const task = useTask(taskId).data ?? null;
  const me = useMe().data ?? null;
  const handle = useThreadHandle(taskId);
  const view = useThreadView(handle, whole);
  const outbox = useOutbox();
  const world = useWorld(taskId, me?.id ?? null);
  const [following, setFollowing] = useState(true);
  useCrumbs([{ label: 'Tasks', to: '/tasks' }, { label: task?.title || taskText.untitled }]);
  if (
    !view ||
    view.status === 'loading' ||
    (view.status === 'error' && view.thread.sequence === 0)
  ) {
    return <ThreadStatus onRetry={handle?.retry} view={view} />;
  }
  const { thread } = view;
  const prompts = Object.values(thread.prompts);
  const readOnly = me?.role === 'viewer';
  const unsent = outbox.filter(
    (entry) => entry.kind === 'message' && entry.taskId === taskId && entry.state !== 'recorded',
  );
  return (
    <StreamWorldContext value={world}>
      <div className={tab === 'stream' ? 'task' : 'task is-wide'}>
        <TaskHeader
          agentName={world.agentName}
          onControl={(action) => client.outbox.control({ taskId, action })}
          onDismiss={(id) => client.outbox.dismiss(id)}
          outbox={outbox}
          readOnly={readOnly}
          task={task}
          thread={thread}
        />
        <TaskTabs decisions={prompts.length} following={following} tab={tab} taskId={taskId} />
        <div className="t-main">
          <ThreadStatus onRetry={handle?.retry} view={view} />
          {tab === 'stream' ? <Stream onFollowing={setFollowing} thread={thread} /> : null}
          {tab === 'lineage' ? <LineageTab thread={thread} /> : null}
          {tab === 'state' ? (
            <div className="t-pane">
              <StatePanel thread={thread} />
            </div>
          ) : null}
          {tab === 'decisions' ? (
            <div className="t-pane">
              <DecisionsPanel promptLink={promptLink} prompts={prompts} />
            </div>
          ) : null}
          <SayBox
            agentName={world.agentName(task?.agentId ?? '')}
            onDismiss={(id) => client.outbox.dismiss(id)}
            onRetry={(id) => client.outbox.retry(id)}
            onSay={(content) => client.outbox.say({ taskId, content })}
            readOnly={readOnly}
            to={task?.can.message ?? 'new-run'}
            unsent={unsent}
          />
        </div>
        {tab === 'stream' ? (
          <aside className="t-side">
            <StatePanel thread={thread} />
            <DecisionsPanel promptLink={promptLink} prompts={prompts} />
          </aside>
        ) : null}
      </div>
    </StreamWorldContext>
  );
}

function LineageTab({ thread }: { thread: Thread }) {
  const { nameOf } = useNames();
  const navigate = useNavigate();
  const selectedId = parseNode(useSearch({ strict: false }));
  const { threadId: taskId } = thread;
  const go = (search: { tab?: TaskTab | undefined; node?: string | undefined }) =>
    void navigate({ to: '/tasks/$taskId', params: { taskId }, search, replace: true });
  return (
    <Suspense fallback={<Skeleton label={taskText.tabs.lineage} rows={8} />}>
      <LineagePanel
        nameOf={nameOf}
        onOpenPrompt={(promptId) => void navigate({ to: '/inbox/$promptId', params: { promptId } })}
        onSelect={(node) => go({ tab: 'lineage', node: node ?? undefined })}
        onShow={() => go({ tab: undefined })}
        promptLink={promptLink}
        selectedId={selectedId}
        thread={thread}
      />
    </Suspense>
  );
}

function useWorld(taskId: string, me: string | null): StreamWorld {
  const client = useClient();
  const { agentName, operatorName } = useNames();
  const now = useCallback(() => client.serverNow(), [client]);
  const say = useCallback(
    (content: string) => void client.outbox.say({ taskId, content }),
    [client, taskId],
  );
  return useStable({ agentName, operatorName, me, now, say, promptLink });
}

/** The same object as long as its members are the same: a context value must not change with every render. */
function useStable(world: StreamWorld): StreamWorld {
  const [stable, setStable] = useState(world);
  const same =
    stable.agentName === world.agentName &&
    stable.operatorName === world.operatorName &&
    stable.me === world.me &&
    stable.say === world.say;
  if (!same) setStable(world);
  return same ? stable : world;
}

interface TaskTabsProps {
  taskId: string;
  tab: TaskTab;
  decisions: number;
  following: boolean;
}

function TaskTabs({ taskId, tab, decisions, following }: TaskTabsProps) {
  return (
    <nav aria-label={taskText.tabs.label} className="tabs">
      {taskTabs.map((name) => (
        <Link
          activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
          aria-current={name === tab ? 'page' : undefined}
          className={name === tab ? 'is-here' : undefined}
          key={name}
          params={{ taskId }}
          search={{ tab: name === 'stream' ? undefined : name }}
          to="/tasks/$taskId"
        >
          {taskText.tabs[name]}
          {name === 'decisions' && decisions > 0 ? <span className="n tn">{decisions}</span> : null}
        </Link>
      ))}
      {tab === 'stream' && following ? (
        <span className="follow s m">
          <Icon of={ArrowDown} small />
          {streamText.following}
        </span>
      ) : null}
    </nav>
  );
}
