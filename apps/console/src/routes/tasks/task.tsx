import type { Task } from '@countersign/api/task';
import type { ThreadView } from '@countersign/client/client';
import { onlyReads } from '@countersign/desk/permissions';
import type { Thread } from '@countersign/thread/thread';
import { Link, useParams } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo, useState } from 'react';
import type { StreamEnvironment } from '../../features/stream/stream-context.tsx';
import { MessageBox } from '../../features/task/message-box.tsx';
import { openQuestionNote } from '../../features/task/open-question-note.ts';
import { TaskHeader } from '../../features/task/task-header.tsx';
import { useAgents, useMe, useTask } from '../../live/queries.ts';
import { shownRunStatus } from '../../live/run-status.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { useOutbox } from '../../live/session/connection.ts';
import { serverSource } from '../../live/task-source.ts';
import { useThreadHandle, useThreadView } from '../../live/thread.ts';
import { useRoute } from '../../live/use-route.ts';
import { locale } from '../../text/locale.ts';
import { tasksText, taskText, timeText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { useCrumbs } from '../../ui/crumbs.tsx';
import { lazyPart, MissingDialog } from '../../ui/parts/lazy-part.tsx';
import { promptLink } from '../inbox/prompt-link.tsx';
import { useNames } from '../use-names.ts';
import { TaskView } from './task-view.tsx';
import '../../features/task/task.css';
import { Split } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemOf } from '../../live/problem-text.ts';
import { useAction } from '../../live/use-action.ts';
import { streamText } from '../../text/texts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Asks the agent of a task for the state of its run; the response is received in the stream, by all operators. */
function useAsking(taskId: string): {
  ask: () => void;
  busy: boolean;
  failure: string | null;
} {
  const client = useClient();
  const { busy, failure, run } = useAction();
  return {
    ask: () => void run(() => client.api.askStatus(taskId)),
    busy,
    failure: failure === null ? null : (problemOf(failure)?.detail ?? taskText.control.askFailed),
  };
}

interface ThreadStatusProps {
  view: ThreadView | null;
  onRetry: (() => void) | undefined;
  /** Link to the list of tasks. */
  listLink: ReactNode;
}

/** The status in place of a task that is not shown: still reading, missing events, failed, no such task. */
function ThreadStatus({ view, onRetry, listLink }: ThreadStatusProps) {
  if (view === null || view.status === 'loading') {
    return (
      <div className="task-pane scroll-area">
        <Skeleton label={streamText.loading} rows={6} />
      </div>
    );
  }
  if (view.status === 'error') {
    if (view.error?.status === 404) {
      return (
        <div className="task-pane scroll-area">
          <EmptyState action={listLink} title={taskText.notFound}>
            {taskText.notFoundDetail}
          </EmptyState>
        </div>
      );
    }
    return (
      <div className={view.thread.sequence === 0 ? 'task-pane scroll-area' : 'task-strip rigid'}>
        <ErrorPanel
          detail={view.error?.detail ?? view.error?.title}
          onRetry={onRetry}
          title={streamText.failed}
        />
      </div>
    );
  }
  if (view.status !== 'gap' || view.gap === null) return null;
  return (
    <div className="small strip task-strip rigid" data-tone="need" role="status">
      <Icon of={Split} />
      <b className="strong">{streamText.gapTitle}</b>
      <span className="truncate">{streamText.gap(view.gap.from, view.gap.to)}</span>
      {onRetry === undefined ? null : (
        <button className="link" onClick={onRetry} type="button">
          {streamText.askAgain}
        </button>
      )}
    </div>
  );
}

/** Whether the protocol of an agent has a place for attachments; also while it is not known. */
function useTakesAttachments(agentId: string | undefined): boolean {
  const protocol = useAgents().data?.find(({ id }) => id === agentId)?.protocol;
  const described = useRoute('GET /api/protocols', {}).data?.items?.find(
    ({ id }) => id === protocol,
  );
  return described?.attachments.length !== 0;
}

const RestartTask = lazyPart(
  async () => (await import('./restart-task.tsx')).RestartTask,
  (missing, { onClose }) => <MissingDialog {...missing} onClose={onClose} />,
);

const MessageWithAttachments = lazyPart(
  async () => (await import('./message-with-attachments.tsx')).MessageWithAttachments,
  (missing, { onClose }) => <MissingDialog {...missing} onClose={onClose} />,
);

const listLink = (
  <Link className="button" to="/tasks">
    {taskText.allTasks}
  </Link>
);
const whole = (view: ThreadView) => view;
const isGoing = new Set(['running', 'paused', 'held', 'stopping']);

/** One task: its header and control, its views, its place in time. */
export function TaskPage() {
  const { taskId = '' } = useParams({ strict: false });
  return <TaskScreen key={taskId} taskId={taskId} />;
}

function TaskScreen({ taskId }: { taskId: string }) {
  const client = useClient();
  const asking = useAsking(taskId);
  const task = useTask(taskId).data ?? null;
  const me = useMe().data ?? null;
  const handle = useThreadHandle(taskId);
  const view = useThreadView(handle, whole);
  const outbox = useOutbox();
  const { nameOf } = useNames();
  const readOnly = onlyReads(me);
  const world = useWorld(taskId, me?.id ?? null, readOnly);
  const source = useMemo(() => serverSource(client, taskId), [client, taskId]);
  const [restartAt, setRestartAt] = useState<number | null>(null);
  const takesAttachments = useTakesAttachments(task?.agentId);
  const [attaching, setAttaching] = useState<string | null>(null);
  // With a new number the box is empty again.
  const [sent, setSent] = useState(0);
  const isUnknown = view?.status === 'error' && view.error?.status === 404;
  const title = isUnknown ? taskText.notFound : visibleText(task?.title || taskText.untitled);
  useCrumbs([{ label: tasksText.title, to: '/tasks' }, { label: title }]);
  if (
    !view ||
    view.status === 'loading' ||
    (view.status === 'error' && view.thread.sequence === 0)
  ) {
    return <ThreadStatus listLink={listLink} onRetry={handle?.retry} view={view} />;
  }
  const { thread } = view;
  return (
    <>
      <TaskView
        header={
          <TaskHeader
            agentName={world.agentName}
            asking={asking}
            onControl={(action, cut) =>
              client.outbox.control({ taskId, action, ...(cut ? { cut } : {}) })
            }
            onDismiss={(id) => client.outbox.dismiss(id)}
            outbox={outbox}
            readOnly={readOnly}
            task={task}
            thread={thread}
          />
        }
        live={thread}
        nameOf={nameOf}
        onRestart={readOnly ? null : setRestartAt}
        restartRefused={isGoing.has(shownRunStatus(thread, task)) ? timeText.againNot : null}
        sayBox={
          <SayBox
            agentName={world.agentName(task?.agentId ?? '')}
            key={sent}
            onAttach={takesAttachments ? setAttaching : null}
            readOnly={readOnly}
            task={task}
            taskId={taskId}
            thread={thread}
          />
        }
        source={source}
        status={<ThreadStatus listLink={listLink} onRetry={handle?.retry} view={view} />}
        world={world}
      />
      {attaching === null || task === null ? null : (
        <Suspense fallback={null}>
          <MessageWithAttachments
            onClose={() => setAttaching(null)}
            onSent={() => {
              setAttaching(null);
              setSent(sent + 1);
            }}
            task={task}
            text={attaching}
          />
        </Suspense>
      )}
      {restartAt === null ? null : (
        <Suspense fallback={null}>
          <RestartTask at={restartAt} onClose={() => setRestartAt(null)} taskId={taskId} />
        </Suspense>
      )}
    </>
  );
}

interface SayBoxProps {
  taskId: string;
  task: Task | null;
  thread: Thread;
  agentName: string;
  readOnly: boolean;
  onAttach: ((text: string) => void) | null;
}

/** The box for messages to the agent of a task, with those that are on the way. */
function SayBox({ taskId, task, thread, agentName, readOnly, onAttach }: SayBoxProps) {
  const client = useClient();
  const { nameOf } = useNames();
  const unsent = useOutbox().filter(
    (entry) => entry.kind === 'message' && entry.taskId === taskId && entry.state !== 'recorded',
  );
  return (
    <MessageBox
      agentName={agentName}
      onAttach={onAttach}
      asked={openQuestionNote(thread, task?.can.message ?? 'new-run')}
      onDismiss={(id) => client.outbox.dismiss(id)}
      onRetry={(id) => client.outbox.retry(id)}
      nameOf={(id) => nameOf(`operator:${id}`)}
      onSayAgain={async (one) => {
        const more = one.attachments === undefined ? {} : { attachmentsOf: one.id };
        await client.outbox.say({
          ...{ taskId, content: one.content, language: locale(), ...more },
        });
        await client.api.withdrawMessage(taskId, one.id);
      }}
      onWithdraw={(id) => client.api.withdrawMessage(taskId, id)}
      queued={thread.waiting}
      onSay={(content) => client.outbox.say({ taskId, content, language: locale() })}
      promptLink={promptLink}
      readOnly={readOnly}
      to={task?.can.message ?? 'new-run'}
      unsent={unsent}
    />
  );
}

function useWorld(taskId: string, me: string | null, readOnly: boolean): StreamEnvironment {
  const client = useClient();
  const { agentName, operatorName } = useNames();
  const now = useCallback(() => client.serverNow(), [client]);
  const say = useCallback(
    (content: string) => void client.outbox.say({ taskId, content, language: locale() }),
    [client, taskId],
  );
  // The same object as long as its members are: a context value must not change with every render.
  return useMemo(
    () => ({ agentName, operatorName, me, readOnly, now, say, promptLink }),
    [agentName, operatorName, me, readOnly, now, say],
  );
}
