import type { Agent } from '@countersign/api/agent';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { tasksText } from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';
import { useTyped } from '../../ui/hooks/use-typed.ts';
import { Icon } from '../../ui/icon.tsx';
import { MiniSelect } from '../../ui/select.tsx';
import { type TaskFilter, taskGroups } from './task-filter.ts';

interface TaskFiltersProps {
  filter: TaskFilter;
  agents: readonly Pick<Agent, 'id' | 'name'>[];
  shown: number;
  /** Null = unknown: not read yet, or failed. */
  all: number | null;
  /** Calls of agents that only read, which are not among the rows. */
  readsLeftOut: number;
  onChange: (filter: TaskFilter) => void;
  /** The menu of kept views. */
  views: ReactNode;
}

/** Text, state and agent. The filter is part of the address, so a view can be shared. */
export function TaskFilters(props: TaskFiltersProps) {
  const { filter, agents, shown, all, readsLeftOut, onChange, views } = props;
  const words = useTyped(filter.q, (q) => onChange({ ...filter, q }));
  const groups = taskGroups.map((group) => ({ value: group, label: tasksText.groups[group] }));
  const filtered = filter.q !== '' || filter.group !== null || filter.agent !== '';
  return (
    <search className="line-below tasks-filters row-wrap">
      {views}
      <label className="rounded tasks-find row-close muted">
        <Icon of={Search} small />
        <span className="visually-hidden">{tasksText.search}</span>
        <input className="bare-input" placeholder={tasksText.search} type="search" {...words} />
      </label>
      <MiniSelect
        label={tasksText.state}
        onChange={(value) =>
          onChange({ ...filter, group: taskGroups.find((group) => group === value) ?? null })
        }
        options={[{ value: '', label: tasksText.anyState }, ...groups]}
        value={filter.group ?? ''}
      />
      <MiniSelect
        label={tasksText.agent}
        onChange={(agent) => onChange({ ...filter, agent })}
        options={[
          { value: '', label: tasksText.anyAgent },
          ...agents.map((agent) => ({ value: agent.id, label: agent.name })),
        ]}
        value={filter.agent}
      />
      {filtered ? (
        <Button onClick={() => onChange({ q: '', group: null, agent: '' })} variant="ghost">
          {tasksText.clear}
        </Button>
      ) : null}
      {readsLeftOut === 0 ? null : (
        <Button onClick={() => onChange({ ...filter, group: 'reads' })} small variant="ghost">
          {tasksText.readsLeftOut(readsLeftOut)}
        </Button>
      )}
      <span className="small muted tabular to-end" role="status">
        {all === null ? null : tasksText.count(shown, all)}
      </span>
    </search>
  );
}
