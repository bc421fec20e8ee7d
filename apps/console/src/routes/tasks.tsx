import type { CreateTask, Task } from '@countersign/api/task';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Plus, Square } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { StartTaskDialog } from '../features/tasks/start-task-dialog.tsx';
import { StopDialog } from '../features/tasks/stop-dialog.tsx';
import { planStop } from '../features/tasks/stop-many.ts';
import {
  filterSearch,
  filterTasks,
  parseTaskFilter,
  type TaskFilter,
} from '../features/tasks/task-filter.ts';
import { TaskFilters } from '../features/tasks/task-filters.tsx';
import { parseSort, sortSearch, type TaskSort } from '../features/tasks/task-sort.ts';
import { TaskTable } from '../features/tasks/task-table.tsx';
import { tasksCsv } from '../features/tasks/tasks-csv.ts';
import { useSteadyRows } from '../features/tasks/use-steady-rows.ts';
import { type TaskViewSearch, TaskViewsMenu } from '../features/tasks/views-menu.tsx';
import { useClient } from '../live/client-context.tsx';
import { useOutbox } from '../live/connection.ts';
import { useFreshTasks } from '../live/keep-counting.ts';
import { errorWords } from '../live/problem-words.ts';
import { useAgents, useMe, useTasks } from '../live/queries.ts';
import { queryKeys } from '../live/query-keys.ts';
import { tasksText } from '../text/tasks.ts';
import { Button } from '../ui/button.tsx';
import { useCrumbs } from '../ui/crumbs.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { useNames } from './use-names.ts';
import '../features/tasks/tasks.css';

const taskLink = (task: Task, children: ReactNode) => (
  <Link params={{ taskId: task.id }} to="/tasks/$taskId">
    {children}
  </Link>
);

const FRESH_MS = 5_000;
const members = ['q', 'state', 'agent', 'sort'] as const;

/** The members of the address that a view keeps. */
const viewSearch = (search: Readonly<Record<string, unknown>>): TaskViewSearch =>
  Object.fromEntries(
    members.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : [])),
  );

/** Every task, and the way to start one. `?start` opens the dialog, so that the palette can link to it. */
export function TasksPage() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = parseTaskFilter(search);
  const sort = parseSort(search);
  const starting = search['start'] !== undefined;
  const tasks = useTasks();
  const agents = useAgents().data ?? [];
  const me = useMe().data;
  const { agentName } = useNames();
  const outbox = useOutbox();
  const client = useClient();
  const scrollRef = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [stopping, setStopping] = useState<readonly string[] | null>(null);
  useCrumbs([{ label: tasksText.title }]);
  const all = tasks.data;
  useFreshTasks(FRESH_MS, all?.some(({ endedAt }) => endedAt === null) ?? false);
  const go = (next: { filter?: TaskFilter; sort?: TaskSort; start?: boolean }) =>
    void navigate({
      to: '/tasks',
      search: {
        ...filterSearch(next.filter ?? filter),
        ...sortSearch(next.sort ?? sort),
        ...(next.start ? { start: true } : {}),
      },
      replace: true,
    });
  const { q, group, agent } = filter;
  const found = useMemo(() => filterTasks(all ?? [], { q, group, agent }), [all, q, group, agent]);
  const shown = useSteadyRows(found, sort, busy);
  const mayAct = me !== undefined && me.role !== 'viewer';
  // What the filter hides is not selected: a stop reaches only what is shown.
  const selected = useMemo(
    () => new Set(found.filter(({ id }) => chosen.has(id)).map(({ id }) => id)),
    [found, chosen],
  );
  const select = useCallback((ids: readonly string[], on: boolean) => {
    setChosen((before) => {
      const after = new Set(before);
      for (const id of ids) {
        if (on) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  }, []);
  const selectOne = useCallback((id: string, on: boolean) => select([id], on), [select]);
  return (
    <div className="tasks">
      <div className="tasks-h">
        <h1>{tasksText.title}</h1>
        {shown.length === 0 ? null : (
          <Button
            onClick={() => saveFile('tasks.csv', new Blob([tasksCsv(shown)], { type: 'text/csv' }))}
          >
            {tasksText.csv}
          </Button>
        )}
        <Link className="btn" to="/open">
          {tasksText.openFile}
        </Link>
        {mayAct ? (
          <Button icon={Plus} onClick={() => go({ start: true })}>
            {tasksText.start}
          </Button>
        ) : null}
      </div>
      <TaskFilters
        agents={agents}
        all={all?.length ?? 0}
        filter={filter}
        onChange={(next) => go({ filter: next, start: starting })}
        shown={shown.length}
        views={
          <TaskViewsMenu
            me={me ?? null}
            onView={(view) => void navigate({ to: '/tasks', search: view, replace: true })}
            search={viewSearch({ ...filterSearch(filter), ...sortSearch(sort) })}
          />
        }
      />
      {selected.size > 0 ? (
        <SelectionBar
          onNone={() => setChosen(new Set())}
          onStop={() => setStopping([...selected])}
          tasks={found.filter(({ id }) => selected.has(id))}
        />
      ) : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only notices that somebody is in it, and keeps the rows still */}
      <div
        className="tasks-b"
        onBlur={() => setBusy(false)}
        onFocus={() => setBusy(true)}
        onPointerEnter={() => setBusy(true)}
        onPointerLeave={() => setBusy(false)}
        ref={scrollRef}
      >
        {tasks.isPending ? <Skeleton rows={6} /> : null}
        {tasks.isError ? (
          <ErrorPanel
            detail={errorWords(tasks.error)}
            onRetry={() => void tasks.refetch()}
            title={tasksText.failed}
          />
        ) : null}
        {shown.length > 0 ? (
          <TaskTable
            agentName={agentName}
            onSelect={selectOne}
            onSelectAll={(on) =>
              select(
                shown.map(({ id }) => id),
                on,
              )
            }
            onSort={(next) => go({ sort: next })}
            readOnly={!mayAct}
            scrollRef={scrollRef}
            selected={selected}
            sort={sort}
            taskLink={taskLink}
            tasks={shown}
          />
        ) : null}
        {all !== undefined && shown.length === 0 ? (
          <NoTasks
            all={all.length}
            onClear={() => go({ filter: { q: '', group: null, agent: '' } })}
            onStart={mayAct ? () => go({ start: true }) : null}
          />
        ) : null}
      </div>
      {stopping === null ? null : (
        <StopDialog
          onClose={() => {
            setStopping(null);
            setChosen(new Set());
          }}
          onStop={(ids) => {
            for (const taskId of ids) client.outbox.control({ taskId, action: 'stop' });
          }}
          outbox={outbox}
          tasks={(all ?? []).filter(({ id }) => stopping.includes(id))}
        />
      )}
      <StartTask
        agentId={typeof search['with'] === 'string' ? search['with'] : ''}
        onOpenChange={(open) => go({ start: open })}
        open={starting && mayAct}
      />
    </div>
  );
}

/** What can be done with the selected tasks. */
function SelectionBar({
  tasks,
  onStop,
  onNone,
}: {
  tasks: readonly Task[];
  onStop: () => void;
  onNone: () => void;
}) {
  const count = planStop(tasks).stop.length;
  return (
    <div className="tasks-sel" role="status">
      <b className="b tn">{tasksText.selected(tasks.length)}</b>
      <Button
        disabled={count === 0}
        icon={Square}
        onClick={onStop}
        title={count === 0 ? tasksText.nothingToStop : undefined}
        variant="danger"
      >
        {count === 0 ? tasksText.nothingToStop : tasksText.stopSelected(count)}
      </Button>
      <Button onClick={onNone} variant="ghost">
        {tasksText.selectNone}
      </Button>
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
