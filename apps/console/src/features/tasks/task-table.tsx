import type { Task } from '@countersign/api/task';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode, type RefObject, useEffect, useMemo } from 'react';
import { LiveTime } from '../../live/session/live-time.tsx';
import { figure } from '../../text/count.ts';
import { tasksText } from '../../text/texts.ts';
import { visibleText } from '../../text/visible-text.ts';
import { AgentAvatar } from '../../ui/avatar.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useRowPx } from '../../ui/hooks/use-row-px.ts';
import { Diamond, Icon } from '../../ui/icon.tsx';
import { statusInputOfTask } from '../../ui/marks/task-appearance.ts';
import { TaskBadge } from '../../ui/marks/task-badge.tsx';
import { SplitTitle } from '../../ui/texts/split-title.tsx';
import { splitTitles, type TitleParts } from '../../ui/texts/split-titles.ts';
import { nextSort, type SortKey, type TaskSort } from './task-sort.ts';

const columns = tasksText.columns;
const rowHeights = { compact: 33, comfortable: 41, phone: 69 };

const titleOf = (task: Task): string => visibleText(task.title || tasksText.untitled);

interface TaskTableProps {
  tasks: readonly Task[];
  sort: TaskSort;
  selected: ReadonlySet<string>;
  /** Nothing can be selected: the operator may only read. */
  readOnly: boolean;
  scrollRef: RefObject<HTMLDivElement | null>;
  agentName: (agentId: string) => string;
  taskLink: (task: Task, children: ReactNode) => ReactNode;
  onSort: (sort: TaskSort) => void;
  onSelect: (taskId: string, selected: boolean) => void;
  onSelectAll: (selected: boolean) => void;
}

/** A table at a desk, a two-line list on a phone: the same rows, of which only those in view exist. */
export function TaskTable(props: TaskTableProps) {
  const { tasks, sort, selected, readOnly, scrollRef, agentName, taskLink } = props;
  const rowPx = useRowPx(rowHeights);
  const virtual = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => tasks[index]?.id ?? index,
    overscan: 12,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights are read again when the width class changes
  useEffect(() => virtual.measure(), [rowPx]);
  const splits = useMemo(() => splitTitles(tasks.map(titleOf)), [tasks]);
  const rows = virtual.getVirtualItems();
  const before = rows[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (rows.at(-1)?.end ?? 0);
  const head = (key: SortKey, isNumber = false) => (
    <Head isNumber={isNumber} onSort={props.onSort} sort={sort} sortKey={key} />
  );
  return (
    <table
      aria-rowcount={tasks.length + 1}
      className="small data-table head-stays fixed-table large-boxes-on-phone tasks-table"
    >
      <thead className="unseen-on-phone">
        <tr aria-rowindex={1}>
          <th className="task-cell-pick" scope="col">
            <Checkbox
              checked={tasks.length > 0 && tasks.every(({ id }) => selected.has(id))}
              disabled={readOnly}
              label={<span className="visually-hidden">{tasksText.selectAll}</span>}
              onChange={props.onSelectAll}
            />
          </th>
          {head('task')}
          {head('agent')}
          {head('state')}
          {head('prompts', true)}
          {head('events', true)}
          {head('started', true)}
          {head('updated', true)}
        </tr>
      </thead>
      <tbody>
        {before > 0 ? <Space px={before} /> : null}
        {rows.map(({ index }) => {
          const task = tasks[index];
          return task === undefined ? null : (
            <Row
              agentName={agentName}
              key={task.id}
              onSelect={props.onSelect}
              place={index + 2}
              readOnly={readOnly}
              selected={selected.has(task.id)}
              split={splits.get(titleOf(task))}
              task={task}
              taskLink={taskLink}
            />
          );
        })}
        {after > 0 ? <Space px={after} /> : null}
      </tbody>
    </table>
  );
}

// One cell: a span over columns that a narrow window leaves out would give these columns width.
const Space = ({ px }: { px: number }) => (
  <tr className="tasks-space">
    <td style={{ height: px }} />
  </tr>
);

interface HeadProps {
  sortKey: SortKey;
  sort: TaskSort;
  isNumber: boolean;
  onSort: (sort: TaskSort) => void;
}

function Head({ sortKey, sort, isNumber, onSort }: HeadProps) {
  const mine = sort.key === sortKey;
  const order = mine ? (sort.down ? 'descending' : 'ascending') : undefined;
  return (
    <th
      aria-sort={order}
      className={isNumber ? `number column-${sortKey}` : `column-${sortKey}`}
      scope="col"
    >
      <button
        className="column-sort row-inline-tight"
        onClick={() => onSort(nextSort(sort, sortKey))}
        type="button"
      >
        {columns[sortKey]}
        {mine ? <Icon of={sort.down ? ArrowDown : ArrowUp} small /> : null}
      </button>
    </th>
  );
}

interface RowProps {
  task: Task;
  place: number;
  selected: boolean;
  split: TitleParts | undefined;
  readOnly: boolean;
  agentName: (agentId: string) => string;
  taskLink: (task: Task, children: ReactNode) => ReactNode;
  onSelect: (taskId: string, selected: boolean) => void;
}

const Row = memo(function Row(props: RowProps) {
  const { task, place, selected, split, readOnly, agentName, taskLink, onSelect } = props;
  const title = titleOf(task);
  return (
    <tr aria-rowindex={place} aria-selected={selected} className="anchor hovers choosable">
      <td className="task-cell-pick">
        <Checkbox
          checked={selected}
          disabled={readOnly}
          label={<span className="visually-hidden">{tasksText.select(title)}</span>}
          onChange={(next) => onSelect(task.id, next)}
        />
      </td>
      <td className="task-cell-title strong">
        {taskLink(task, <SplitTitle split={split} text={title} />)}
      </td>
      <td className="task-cell-agents">
        <span className="row-tight">
          {task.agents.slice(0, 4).map((id) => (
            <AgentAvatar key={id} name={agentName(id)} />
          ))}
          <span className="truncate" dir="auto" lang="">
            {visibleText(agentName(task.agentId))}
          </span>
        </span>
      </td>
      <td className="task-cell-state">
        <TaskBadge statusInput={statusInputOfTask(task)} />
        {task.damaged === true ? (
          <span className="task-damaged" title={tasksText.damagedTitle}>
            {tasksText.damaged}
          </span>
        ) : null}
      </td>
      <td className="number task-cell-prompts">
        <Prompts task={task} />
      </td>
      <td className="number desk-only task-cell-events">{figure(task.counts.events)}</td>
      <td className="number muted desk-only task-cell-started">
        <LiveTime at={task.startedAt} />
      </td>
      <td className="number muted task-cell-updated">
        <LiveTime at={task.updatedAt} />
      </td>
    </tr>
  );
});

function Prompts({ task }: { task: Task }) {
  const { blocking, followup } = task.openPrompts;
  if (blocking + followup === 0) return <span className="muted">–</span>;
  return (
    <span className="row at-end">
      {blocking > 0 ? (
        <span className="row-tight" title={tasksText.blocking(blocking)}>
          <Diamond filled small />
          <span className="visually-hidden">{tasksText.blocking(blocking)}</span>
          <span aria-hidden="true">{blocking}</span>
        </span>
      ) : null}
      {followup > 0 ? (
        <span className="row-tight" title={tasksText.followup(followup)}>
          <Diamond filled={false} small />
          <span className="visually-hidden">{tasksText.followup(followup)}</span>
          <span aria-hidden="true">{followup}</span>
        </span>
      ) : null}
    </span>
  );
}
