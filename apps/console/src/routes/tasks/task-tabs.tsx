import { Link } from '@tanstack/react-router';
import { ArrowDown } from 'lucide-react';
import { figure } from '../../text/count.ts';
import { streamText, taskText } from '../../text/texts.ts';
import { useCurrentInView } from '../../ui/hooks/use-current-in-view.ts';
import { Icon } from '../../ui/icon.tsx';
import { type TaskTab, taskTabs } from './task-search.ts';
import '../../ui/view-tabs.css';

interface TaskTabsProps {
  tab: TaskTab;
  decisions: number;
  events: number;
  /** The stream is at its end and stays there. */
  following: boolean;
}

/** The views of a task. The position shown goes along from one to the other. */
export function TaskTabs({ tab, decisions, events, following }: TaskTabsProps) {
  const here = useCurrentInView(tab);
  const counts: Partial<Record<TaskTab, number>> = { decisions, events };
  return (
    <nav
      aria-label={taskText.tabs.label}
      className="side-by-side full-row line-below view-tabs"
      ref={here}
    >
      {taskTabs.map((name) => (
        <Link
          // Otherwise the stream, which has no search parameters, counts as current in every other view too.
          activeOptions={{ includeSearch: true, explicitUndefined: true }}
          aria-current={name === tab ? 'page' : undefined}
          className="anchor row-close rigid muted"
          key={name}
          search={(before: Record<string, unknown>) => ({
            ...before,
            tab: name === 'stream' ? undefined : name,
            node: undefined,
            item: undefined,
          })}
          to="."
        >
          {taskText.tabs[name]}
          {(counts[name] ?? 0) > 0 ? (
            <span className="fine-print muted regular tabular">{figure(counts[name] ?? 0)}</span>
          ) : null}
        </Link>
      ))}
      {tab === 'stream' && following ? (
        <span className="to-end follow row-inline-tight small muted">
          <Icon of={ArrowDown} small />
          {streamText.following}
        </span>
      ) : null}
    </nav>
  );
}
