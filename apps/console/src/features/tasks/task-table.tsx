import type { Task } from '@countersign/api/task';
import type { ReactNode } from 'react';
import { LiveTime } from '../../live/live-time.tsx';
import { tasksText } from '../../text/tasks.ts';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { Diamond } from '../../ui/icon.tsx';
import { RunBadge, StateBadge } from '../../ui/state-badge.tsx';
import { visibleText } from '../../ui/visible-text.ts';

const columns = tasksText.columns;

interface TaskTableProps {
  tasks: readonly Task[];
  agentName: (agentId: string) => string;
  taskLink: (task: Task, children: ReactNode) => ReactNode;
}

/** A table at a desk, a two-line list on a phone: the same rows. */
export function TaskTable({ tasks, agentName, taskLink }: TaskTableProps) {
  return (
    <table className="grid tasks-t">
      <thead>
        <tr>
          <th scope="col">{columns.task}</th>
          <th scope="col">{columns.agents}</th>
          <th scope="col">{columns.run}</th>
          <th scope="col">{columns.state}</th>
          <th className="num" scope="col">
            {columns.prompts}
          </th>
          <th className="num" scope="col">
            {columns.events}
          </th>
          <th className="num" scope="col">
            {columns.started}
          </th>
          <th className="num" scope="col">
            {columns.updated}
          </th>
        </tr>
      </thead>
      <tbody>
        {tasks.map((task) => (
          <tr key={task.id}>
            <td className="c-task b">
              {taskLink(task, visibleText(task.title || tasksText.untitled))}
            </td>
            <td className="c-agents">
              <span className="row-s">
                {task.agents.slice(0, 4).map((id) => (
                  <AgentAvatar key={id} name={agentName(id)} />
                ))}
                <span className="cut">{visibleText(agentName(task.agentId))}</span>
              </span>
            </td>
            <td className="c-run">
              <RunBadge status={task.runStatus} />
            </td>
            <td className="c-state">
              <StateBadge state={shownState(task)} />
            </td>
            <td className="num c-prompts">
              <Prompts task={task} />
            </td>
            <td className="num c-events">{task.counts.events.toLocaleString('en')}</td>
            <td className="num m c-started">
              <LiveTime at={task.startedAt} />
            </td>
            <td className="num m c-updated">
              <LiveTime at={task.updatedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** An open question is what a person needs to know first, whatever was declared last. */
function shownState(task: Task): Task['state'] {
  if (task.openPrompts.blocking > 0) return 'needsHumanDecision';
  return task.openPrompts.followup > 0 ? 'followup' : task.state;
}

function Prompts({ task }: { task: Task }) {
  const { blocking, followup } = task.openPrompts;
  if (blocking + followup === 0) return <span className="m">–</span>;
  return (
    <span className="row-s prompts-n">
      {blocking > 0 ? (
        <span className="row-s" title={tasksText.blocking(blocking)}>
          <Diamond filled small />
          <span className="sr">{tasksText.blocking(blocking)}</span>
          <span aria-hidden="true">{blocking}</span>
        </span>
      ) : null}
      {followup > 0 ? (
        <span className="row-s" title={tasksText.followup(followup)}>
          <Diamond filled={false} small />
          <span className="sr">{tasksText.followup(followup)}</span>
          <span aria-hidden="true">{followup}</span>
        </span>
      ) : null}
    </span>
  );
}
