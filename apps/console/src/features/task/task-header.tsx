import type { AgentReport, Task } from '@countersign/api/task';
import type { OutboxEntry } from '@countersign/client/client';
import type { Thread } from '@countersign/thread/thread';
import { Link } from '@tanstack/react-router';
import { CirclePause, Scissors, X } from 'lucide-react';
import { useMemo } from 'react';
import {
  type Action,
  controllable,
  isSettled,
  latestRequest,
  type Request,
  requestRungs,
} from '../../live/control-request.ts';
import { shownRunStatus } from '../../live/run-status.ts';
import { LiveTime } from '../../live/session/live-time.tsx';
import { useServerNow } from '../../live/session/server-now.ts';
import { storedReason } from '../../text/statements/stored-reason.ts';
import {
  commonText,
  durationLabels,
  runStatusLabels,
  taskText,
  tokenText,
} from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { filled } from '../../ui/filled.ts';
import { formatRunning } from '../../ui/format-time.ts';
import { Icon } from '../../ui/icon.tsx';
import { Ladder } from '../../ui/marks/ladder.tsx';
import { disobeyedControl } from '../../ui/marks/obedience.ts';
import { TaskBadge } from '../../ui/marks/task-badge.tsx';
import { statusInputOfThread } from '../../ui/marks/task-status.ts';
import { ControlBar } from './control-bar.tsx';
import { Disobeying } from './disobeying.tsx';
import { timeOfRuns } from './time-of-runs.ts';

const words = taskText.control;

interface SaidLineProps {
  agent: string;
  isCutOff: boolean;
  said: AgentReport | null;
  failure: string | null;
}

/** What is known of a run from outside its stream: that it was cut off, and what its agent reported when asked. */
function AgentReportLine({ agent, isCutOff, said, failure }: SaidLineProps) {
  if (!isCutOff && said === null && failure === null) return null;
  return (
    <div className="row wrapping at-end task-request">
      {isCutOff ? (
        <span className="row-tight">
          <Icon of={Scissors} small tone="hold" />
          <span>{words.cutOff}</span>
        </span>
      ) : null}
      {said === null ? null : <Said agent={agent} said={said} />}
      {failure === null ? null : (
        <span className="small" role="alert">
          {failure}
        </span>
      )}
    </div>
  );
}

function Said({ agent, said }: { agent: string; said: AgentReport }) {
  const detail = said.detail === null ? '' : storedReason(said.detail, said.statement);
  const meaning = said.status === null ? null : words.saidStatus[said.status];
  const who = visibleText(agent);
  return (
    <span role="status">
      {said.answered ? words.said(who) : words.saidNot(who)}
      <b className="strong">{meaning ?? (detail || words.saidNothing)}</b>
      {meaning !== null && detail !== '' ? (
        <span className="muted">{commonText.aside(detail)}</span>
      ) : null}{' '}
      <span className="muted">
        <LiveTime as="ago" at={said.at} />
      </span>
    </span>
  );
}

interface TaskHeaderProps {
  task: Task | null;
  thread: Thread;
  outbox: readonly OutboxEntry[];
  readOnly: boolean;
  agentName: (agentId: string) => string;
  onControl: (action: Action, cut?: true) => void;
  onDismiss: (entryId: string) => void;
  /** Asking the agent what its run is doing. */
  asking: { ask: () => void; busy: boolean; failure: string | null };
}

const isDone: ReadonlySet<string> = new Set(['stopped', 'cancelled', 'finished', 'failed']);

/** Title, state, agents, figures, controls and the status of the last request. */
export function TaskHeader(props: TaskHeaderProps) {
  const { task, thread, outbox, readOnly, agentName, onControl, onDismiss, asking } = props;
  const status = shownRunStatus(thread, task);
  const statusInput = statusInputOfThread(thread, {
    runStatus: status,
    state: (task ? thread.upStates[task.agentId] : undefined) ?? task?.state ?? null,
  });
  const request = latestRequest(thread, outbox);
  const disobeyed = disobeyedControl(thread.controls, { runId: thread.run.runId, status });
  // In the badge a question takes precedence over a halt: the halt is shown next to it.
  const isPaused = statusInput.blocking > 0 && (status === 'paused' || status === 'held');
  const mayAsk = !readOnly && task?.can.status === true && !isDone.has(status);
  const agents = thread.agents.filter((id) => id !== 'countersign' && !id.startsWith('operator:'));
  return (
    <header className="page-head task-head cells full-row">
      <div className="row task-title wraps-on-phone">
        <h1 className="truncate" title={task?.title} dir="auto" lang="">
          {visibleText(task?.title || taskText.untitled)}
        </h1>
        <TaskBadge statusInput={statusInput} />
      </div>
      <ControlBar
        asking={mayAsk ? asking : null}
        asks={task != null && controllable(task).asks}
        can={task?.can ?? null}
        onControl={onControl}
        readOnly={readOnly}
        request={request}
        status={status}
      />
      <div className="task-figures running small muted nowrap">
        <span className="row-tight">
          {agents.slice(0, 6).map((id) => (
            <AgentAvatar key={id} name={agentName(id)} />
          ))}
          {task === null ? null : (
            <Link
              className="truncate"
              params={{ agentId: task.agentId }}
              to="/agents/$agentId"
              dir="auto"
              lang=""
            >
              {visibleText(agentName(task.agentId))}
            </Link>
          )}
          <span className="task-count">{taskText.agents(agents.length)}</span>
        </span>
        {isPaused ? (
          <b className="toned" data-tone="hold">
            {runStatusLabels[status]}
          </b>
        ) : null}
        <RunTime thread={thread} />
        {thread.tokens === null ? null : (
          <span className="desk-only">
            {filled(
              taskText.tokens,
              <b>{tokenText(thread.tokens.input)}</b>,
              <b>{tokenText(thread.tokens.output)}</b>,
            )}
          </span>
        )}
        {task === null ? null : (
          <span className="desk-only task-began">
            {filled(taskText.started, <LiveTime as="ago" at={task.startedAt} />)}
          </span>
        )}
        {thread.anomalyCount > 0 ? (
          <span className="toned" data-tone="fail">
            {taskText.anomalies(thread.anomalyCount)}
          </span>
        ) : null}
      </div>
      <AgentReportLine
        agent={agentName(task?.agentId ?? '')}
        failure={asking.failure}
        isCutOff={status === 'cut-off'}
        said={thread.run.said ?? null}
      />
      {request === null || isSettled(request) ? null : (
        <RequestLine onDismiss={onDismiss} request={request} />
      )}
      {disobeyed === null ? null : (
        <div className="full-row task-disobeying">
          <Disobeying
            agent={agentName(task?.agentId ?? '')}
            control={disobeyed}
            onAgain={() => onControl(disobeyed.action)}
            onCut={() => onControl('stop', true)}
            readOnly={readOnly}
          />
        </div>
      )}
    </header>
  );
}

function RunTime({ thread }: { thread: Thread }) {
  const now = useServerNow();
  const { ran, runs, since } = useMemo(() => timeOfRuns(thread), [thread]);
  if (runs === 0) return null;
  return (
    <span>
      {filled(
        (span) => {
          const time = since === null ? taskText.took(span) : taskText.elapsed(span);
          return runs > 1 ? taskText.inRuns(time, runs) : time;
        },
        <b>{since === null ? durationLabels(ran) : formatRunning(ran + now - since)}</b>,
      )}
    </span>
  );
}

function RequestLine({
  request,
  onDismiss,
}: {
  request: Request;
  onDismiss: (entryId: string) => void;
}) {
  const { action } = request;
  const means = request.from === 'server' ? taskText.control.means[request.control.means] : null;
  return (
    <div className="row wrapping at-end task-request">
      {means === null ? null : (
        <Badge icon={CirclePause} tone="hold">
          {means}
        </Badge>
      )}
      <Ladder label={taskText.control.ladder[action]} rungs={requestRungs(request)} />
      {request.from === 'server' && request.control.eventsSince > 0 ? (
        <span className="fine-print nowrap rounded-small tag-box">
          {taskText.control.eventsSince(request.control.eventsSince)}
        </span>
      ) : null}
      {request.from === 'outbox' && request.entry.state === 'refused' ? (
        <IconButton
          icon={X}
          label={taskText.say.dismiss}
          onClick={() => onDismiss(request.entry.id)}
        />
      ) : null}
    </div>
  );
}
