import type { Task } from '@countersign/api/task';
import { ruleState } from '@countersign/desk/rule-state';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RuleStateBadge } from '../../features/rules/rule-state-badge.tsx';
import { usePrompts } from '../../live/prompts/queue-pages.ts';
import { LiveTime } from '../../live/session/live-time.tsx';
import { useServerMinute } from '../../live/session/server-now.ts';
import { useRoute } from '../../live/use-route.ts';
import { askText } from '../../text/statements/asked-words.ts';
import { agentsText, tasksText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { Diamond } from '../../ui/icon.tsx';
import { statusInputOfTask } from '../../ui/marks/task-appearance.ts';
import { TaskBadge } from '../../ui/marks/task-badge.tsx';
import { SplitTitle } from '../../ui/texts/split-title.tsx';
import { splitTitles } from '../../ui/texts/split-titles.ts';
import { promptLink } from '../inbox/prompt-link.tsx';

const text = agentsText.page;
const MOST = 8;

interface LinesProps {
  none: string;
  all: ReactNode;
  children: readonly ReactNode[];
}

/** The newest of a kind, and a link to all. */
function Lines({ none, all, children }: LinesProps) {
  if (children.length === 0) return <p className="muted">{none}</p>;
  return (
    <>
      <ul className="agent-lines">{children}</ul>
      {all}
    </>
  );
}

/** What it asks now. */
export function AgentQuestions({ agentId }: { agentId: string }) {
  // Few of them may be on the first page: all are read.
  const open = (usePrompts({ every: true }).data ?? [])
    .filter((prompt) => prompt.state === 'open' && prompt.agentId === agentId)
    .slice(0, MOST)
    .map((prompt) => ({ ...prompt, ask: visibleText(askText(prompt)) }));
  const splits = splitTitles(open.map(({ ask }) => ask));
  return (
    <Lines
      all={
        <Link className="small" search={{ agent: agentId }} to="/inbox">
          {text.allQuestions}
        </Link>
      }
      none={text.noQuestions}
    >
      {open.map(({ id, blocking, ask }) => (
        <li key={id}>
          <Diamond filled={blocking} small />
          {promptLink(id, <SplitTitle split={splits.get(ask)} text={ask} />, 'truncate')}
        </li>
      ))}
    </Lines>
  );
}

const titleOf = (task: Task): string => visibleText(task.title || tasksText.untitled);

/** What it worked on last. */
export function AgentTasks({ agentId }: { agentId: string }) {
  const query = { agent: agentId, limit: MOST };
  const options = { refetchInterval: 5_000 };
  const tasks = useRoute('GET /api/tasks', { query }, options).data?.items ?? [];
  const splits = splitTitles(tasks.map(titleOf));
  return (
    <Lines
      all={
        <Link className="small" search={{ agent: agentId }} to="/tasks">
          {text.allTasks}
        </Link>
      }
      none={text.noTasks}
    >
      {tasks.map((task) => (
        <li key={task.id}>
          <Link className="truncate" params={{ taskId: task.id }} to="/tasks/$taskId">
            <SplitTitle split={splits.get(titleOf(task))} text={titleOf(task)} />
          </Link>
          <span className="small muted">
            <LiveTime as="ago" at={task.updatedAt} />
          </span>
          <TaskBadge statusInput={statusInputOfTask(task)} />
        </li>
      ))}
    </Lines>
  );
}

/** What answers its questions without a person. */
export function AgentRules({ agentId }: { agentId: string }) {
  const rules = useRoute('GET /api/rules', {}).data;
  const now = useServerMinute();
  const own = (rules?.items ?? []).filter(({ match }) => match.agentId === agentId);
  return (
    <Lines all={null} none={text.noRules}>
      {own.map((rule) => (
        <li key={rule.id}>
          <Link
            className="truncate"
            params={{ ruleId: rule.id }}
            to="/settings/rules/$ruleId"
            dir="auto"
            lang=""
          >
            {visibleText(rule.name)}
          </Link>
          <RuleStateBadge state={ruleState(rule, rules?.stopped !== null, now)} />
        </li>
      ))}
    </Lines>
  );
}
