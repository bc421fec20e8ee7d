import type { CreateTask, Task } from '@countersign/api/task';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { StartTaskDialog } from '../features/tasks/start-task-dialog.tsx';
import {
  filterSearch,
  filterTasks,
  parseTaskFilter,
  type TaskFilter,
} from '../features/tasks/task-filter.ts';
import { TaskFilters } from '../features/tasks/task-filters.tsx';
import { TaskTable } from '../features/tasks/task-table.tsx';
import { useClient } from '../live/client-context.tsx';
import { errorWords } from '../live/problem-words.ts';
import { useAgents, useMe, useTasks } from '../live/queries.ts';
import { queryKeys } from '../live/query-keys.ts';
import { tasksText } from '../text/tasks.ts';
import { Button } from '../ui/button.tsx';
import { useCrumbs } from '../ui/crumbs.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useNames } from './use-names.ts';
import '../features/tasks/tasks.css';

const taskLink = (task: Task, children: ReactNode) => (
  <Link params={{ taskId: task.id }} to="/tasks/$taskId">
    {children}
  </Link>
);

/** Every task, and the way to start one. `?start` opens the dialog, so that the palette can link to it. */
export function TasksPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = parseTaskFilter(search);
  const starting = search['start'] !== undefined;
  const tasks = useTasks();
  const agents = useAgents().data ?? [];
  const me = useMe().data;
  const { agentName } = useNames();
  useCrumbs([{ label: tasksText.title }]);
  const go = (next: TaskFilter, start: boolean) =>
    void navigate({
      to: '/tasks',
      search: { ...filterSearch(next), ...(start ? { start: true } : {}) },
      replace: true,
    });
  const shown = filterTasks(tasks.data ?? [], filter);
  const mayStart = me !== undefined && me.role !== 'viewer';
  return (
    <div className="tasks">
      <div className="tasks-h">
        <h1>{tasksText.title}</h1>
        <Button disabled={!mayStart} icon={Plus} onClick={() => go(filter, true)}>
          {tasksText.start}
        </Button>
      </div>
      <TaskFilters
        agents={agents}
        all={tasks.data?.length ?? 0}
        filter={filter}
        onChange={(next) => go(next, starting)}
        shown={shown.length}
      />
      <div className="tasks-b">
        {tasks.isPending ? <Skeleton rows={6} /> : null}
        {tasks.isError ? (
          <ErrorPanel
            detail={errorWords(tasks.error)}
            onRetry={() => void tasks.refetch()}
            title={tasksText.failed}
          />
        ) : null}
        {shown.length > 0 ? (
          <TaskTable agentName={agentName} taskLink={taskLink} tasks={shown} />
        ) : null}
        {tasks.data !== undefined && shown.length === 0 ? (
          <NoTasks
            all={tasks.data.length}
            onClear={() => go({ q: '', group: null, agent: '' }, false)}
            onStart={mayStart ? () => go(filter, true) : null}
          />
        ) : null}
      </div>
      <StartTask
        agentId={typeof search['with'] === 'string' ? search['with'] : ''}
        onOpenChange={(open) => go(filter, open)}
        open={starting && mayStart}
      />
    </div>
  );
}

function NoTasks({
  all,
  onClear,
  onStart,
}: {
  all: number;
  onClear: () => void;
  onStart: (() => void) | null;
}) {
  if (all > 0) {
    return (
      <EmptyState
        action={<Button onClick={onClear}>{tasksText.clear}</Button>}
        title={tasksText.noMatch}
      >
        {tasksText.noMatchDetail(all)}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={onStart ? <Button onClick={onStart}>{tasksText.start}</Button> : undefined}
      title={tasksText.none}
    >
      {tasksText.noneDetail}
    </EmptyState>
  );
}

function StartTask({
  agentId,
  open,
  onOpenChange,
}: {
  agentId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const client = useClient();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const agents = useAgents().data ?? [];
  const start = async (body: CreateTask) => {
    const { taskId } = await client.api.createTask(body);
    void cache.invalidateQueries({ queryKey: queryKeys.tasks });
    await navigate({ to: '/tasks/$taskId', params: { taskId } });
  };
  return (
    <StartTaskDialog
      agentId={agentId}
      agents={agents}
      agentsLink={
        <Link className="btn" to="/agents">
          {tasksText.dialog.toAgents}
        </Link>
      }
      onOpenChange={onOpenChange}
      open={open}
      start={start}
    />
  );
}
