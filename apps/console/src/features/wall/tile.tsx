import type { PromptRow } from '@countersign/api/prompt-row';
import type { Task } from '@countersign/api/task';
import type { OutboxEntry } from '@countersign/client/client';
import type { Thread } from '@countersign/thread/thread';
import { CirclePlay, Pin, PinOff } from 'lucide-react';
import { memo, type ReactNode, useCallback, useState } from 'react';
import { useActivity } from '../../live/activity.ts';
import { type Action, controllable, latestRequest } from '../../live/control-request.ts';
import { shownRunStatus } from '../../live/run-status.ts';
import { LiveRing } from '../../live/session/live-time.tsx';
import { useServerNow } from '../../live/session/server-now.ts';
import { useThread } from '../../live/thread.ts';
import { commonText, severityLabels, wallText as words } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { formatClock, formatExact, formatSpan } from '../../ui/format-time.ts';
import { SeverityMark } from '../../ui/marks/severity.tsx';
import {
  type Face,
  faceOf,
  faceOfTask,
  statusInputOfTask,
} from '../../ui/marks/task-appearance.ts';
import { TaskBadge } from '../../ui/marks/task-badge.tsx';
import { statusInputOfThread } from '../../ui/marks/task-status.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { lastOutputOf } from './last-output.ts';
import { Spark } from './spark.tsx';
import { TileBody } from './tile-body.tsx';
import { TileControls } from './tile-controls.tsx';
import { TileTrail } from './tile-trail.tsx';
import { usePulse } from './use-pulse.ts';

const SILENT_MS = 60_000;

/** What every tile needs from outside. */
export interface WallEnvironment {
  meId: string | null;
  readOnly: boolean;
  /** This tab has lost the server. */
  offline: boolean;
  nameOf: (speakerId: string) => string;
  promptLink: (promptId: string, children: ReactNode) => ReactNode;
  taskLink: (taskId: string, children: ReactNode) => ReactNode;
  onControl: (taskId: string, action: Action) => void;
  onPin: (taskId: string) => void;
  onPoint: (taskId: string | null) => void;
  onFocusTile: (taskId: string | null) => void;
}

export interface TileProps {
  task: Task;
  place: number;
  pinned: boolean;
  /** Open blocking questions of this task, the most urgent first. */
  prompts: readonly PromptRow[];
  outbox: readonly OutboxEntry[];
  world: WallEnvironment;
}

/** One live task: its output, its question, its activity, and how to stop it. */
export const Tile = memo(function Tile(props: TileProps) {
  const { task, world } = props;
  const view = useThread(task.id, (all) => all);
  const title = visibleText(task.title || words.untitled);
  const ready = view !== null && (view.status !== 'loading' || view.thread.sequence > 0);
  const face = ready ? faceOf(questionStatusOf(view.thread, task)) : faceOfTask(task);
  return (
    <article
      aria-label={title}
      className={`anchor line-below tile column is-${face}`}
      onBlur={() => world.onFocusTile(null)}
      onFocus={() => world.onFocusTile(task.id)}
      onPointerEnter={() => world.onPoint(task.id)}
      onPointerLeave={() => world.onPoint(null)}
    >
      {view !== null && ready && view.thread.sequence > 0 ? (
        <Live {...props} face={face} thread={view.thread} title={title} />
      ) : (
        <>
          <Head {...props} face={face} title={title} disconnected={false} />
          <div className="clipped tile-body fill-height">
            {view?.status === 'error' ? (
              <p className="muted">{words.notRead}</p>
            ) : (
              <Skeleton label={words.loading} rows={3} />
            )}
          </div>
          <div className="spark rigid" />
          <footer className="fine-print tile-foot row-tight rigid muted nowrap" />
        </>
      )}
    </article>
  );
});

const questionStatusOf = (thread: Thread, task: Task) =>
  statusInputOfThread(thread, {
    runStatus: shownRunStatus(thread, task),
    state: thread.upStates[task.agentId] ?? task.state,
  });

function Live(props: TileProps & { thread: Thread; face: Face; title: string }) {
  const { task, thread, face, place, prompts, outbox, world } = props;
  const [asking, setAsking] = useState(false);
  const now = useServerNow();
  const activity = useActivity(task.id);
  const pulse = usePulse(thread.sequence, task.updatedAt, now);
  const request = latestRequest(thread, outbox);
  const lost = lastOutputOf(thread).lost.map(world.nameOf);
  const alive = face === 'run' || face === 'wait' || face === 'hold';
  const disconnected = !alive
    ? null
    : world.offline
      ? words.offlineDetail
      : lost.length > 0
        ? words.lostDetail(visibleText(commonText.inRow(lost)))
        : null;
  const onControl = useCallback(
    (action: Action) => world.onControl(task.id, action),
    [world, task.id],
  );
  return (
    <>
      <Head {...props} disconnected={disconnected !== null} />
      <div className="clipped tile-body fill-height">
        <div className="tile-in">
          <TileBody
            face={face}
            lastAt={pulse.lastAt}
            meId={world.meId}
            nameOf={world.nameOf}
            others={Math.max(0, prompts.length - 1)}
            place={place}
            prompt={prompts[0] ?? null}
            promptLink={world.promptLink}
            request={request}
            thread={thread}
            disconnected={disconnected}
          />
          <TileTrail
            isSaid={face !== 'fail' && (face !== 'need' || prompts.length === 0)}
            nameOf={world.nameOf}
            thread={thread}
          />
        </div>
      </div>
      <Spark
        activity={activity}
        controls={thread.controls}
        now={now}
        prompts={thread.prompts}
        sequence={thread.sequence}
      />
      <footer className="fine-print tile-foot row-tight rigid muted nowrap">
        {asking ? null : (
          <span className="tabular truncate grow">
            {commonText.inRow([
              words.events(thread.sequence),
              ...tempo(face, pulse, now, disconnected !== null),
            ])}
          </span>
        )}
        <TileControls
          can={task.can}
          onAsking={setAsking}
          onControl={onControl}
          readOnly={world.readOnly}
          request={request}
          task={controllable(task, shownRunStatus(thread, task))}
        />
      </footer>
    </>
  );
}

function tempo(
  face: Face,
  { perSecond, lastAt }: { perSecond: number; lastAt: number },
  now: number,
  disconnected: boolean,
): string[] {
  if (face === 'done' || face === 'off' || face === 'cut' || face === 'fail' || face === 'offer')
    return [];
  if (disconnected) return [words.unknown];
  if (perSecond >= 0.5) return [words.rate(Math.round(perSecond))];
  const silentMs = now - lastAt;
  if (silentMs < SILENT_MS) return [];
  const span = formatSpan(silentMs);
  return [face === 'hold' ? words.paused(span) : words.silent(span)];
}

interface HeadProps extends TileProps {
  face: Face;
  title: string;
  disconnected: boolean;
  thread?: Thread;
}

function Head({ task, face, title, disconnected, pinned, prompts, world, thread }: HeadProps) {
  const agents = task.agents.filter((id) => id !== 'countersign' && !id.startsWith('operator:'));
  const name = visibleText(world.nameOf(task.agentId));
  const question = prompts[0] ?? null;
  return (
    <header className="tile-head">
      <div className="row">
        <FaceBadge task={task} thread={thread} disconnected={disconnected} />
        {face === 'need' && question !== null ? (
          <span className="row-tight small">
            <SeverityMark severity={question.severity} />
            <span aria-hidden>{severityLabels[question.severity]}</span>
          </span>
        ) : null}
        <span className="grow" />
        <IconButton
          aria-pressed={pinned}
          className="tile-pin"
          icon={pinned ? PinOff : Pin}
          label={pinned ? words.unpinOne : words.pin}
          onClick={() => world.onPin(task.id)}
        />
        <Clock face={face} prompt={question} task={task} />
      </div>
      <h2 className="two-lines" title={title}>
        {world.taskLink(task.id, title)}
      </h2>
      <div className="row small muted nowrap">
        <AgentAvatar name={name} />
        <span className="truncate" dir="auto">
          {words.more(name, Math.max(0, agents.length - 1))}
        </span>
      </div>
    </header>
  );
}

function FaceBadge({
  task,
  thread,
  disconnected,
}: {
  task: Task;
  thread: Thread | undefined;
  disconnected: boolean;
}) {
  if (disconnected) {
    return (
      <Badge icon={CirclePlay} tone="run">
        {words.disconnected}
      </Badge>
    );
  }
  return (
    <TaskBadge
      statusInput={thread === undefined ? statusInputOfTask(task) : questionStatusOf(thread, task)}
    />
  );
}

/** The deadline of a question (without one, its age), the age of an active task, the time of an ended one. */
function Clock({ face, prompt, task }: { face: Face; prompt: PromptRow | null; task: Task }) {
  const now = useServerNow();
  if (face === 'need' && prompt !== null && prompt.expiresAt !== null) {
    return <LiveRing from={prompt.openedAt} until={prompt.expiresAt} />;
  }
  const isOver =
    face === 'done' || face === 'off' || face === 'cut' || face === 'fail' || face === 'offer';
  const at = isOver ? task.endedAt : null;
  const since = face === 'need' && prompt !== null ? prompt.openedAt : task.startedAt;
  return (
    <time
      className="small muted tabular nowrap"
      dateTime={new Date(at ?? since).toISOString()}
      title={formatExact(at ?? since)}
    >
      {at === null ? formatSpan(now - since) : formatClock(at)}
    </time>
  );
}
