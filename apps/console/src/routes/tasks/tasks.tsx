import type { Task } from '@countersign/api/task';
import { may } from '@countersign/desk/permissions';
import { Link, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { StopDialog } from '../../features/tasks/stop-dialog.tsx';
import { filterTasks } from '../../features/tasks/task-filter.ts';
import { TaskFilters } from '../../features/tasks/task-filters.tsx';
import { TaskTable } from '../../features/tasks/task-table.tsx';
import { tasksCsv } from '../../features/tasks/tasks-csv.ts';
import { useSteadyRows } from '../../features/tasks/use-steady-rows.ts';
import { useTaskSelection } from '../../features/tasks/use-task-selection.ts';
import { TaskViewsMenu } from '../../features/tasks/views-menu.tsx';
import { isListed } from '../../live/listed-tasks.ts';
import { errorText } from '../../live/problem-text.ts';
import { useAgents, useMe, useTasks } from '../../live/queries.ts';
import { useClient } from '../../live/session/client-context.tsx';
import { useOutbox } from '../../live/session/connection.ts';
import { useFreshTasks } from '../../live/session/keep-counting.ts';
import { tasksText } from '../../text/texts.ts';
import { Button } from '../../ui/button.tsx';
import { useCrumbs } from '../../ui/crumbs.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { CsvButton } from '../../ui/files/csv-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useNames } from '../use-names.ts';
import { StartTask } from './start-task.tsx';
import { useTasksAddress } from './use-tasks-address.ts';
import '../../features/tasks/tasks.css';
import { Square } from 'lucide-react';
import { planStop } from '../../features/tasks/stop-many.ts';
import { EmptyState } from '../../ui/empty-state.tsx';

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
    <div className="line-below tasks-selection row-wide" role="status">
      <b className="strong tabular">{tasksText.selected(tasks.length)}</b>
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

/** No row to show: because of the filter, or because there is no task yet. */
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

/** The dialog that stops several tasks, and the status of each request. */
function StopTasks({ tasks, onClose }: { tasks: readonly Task[]; onClose: () => void }) {
  const outbox = useOutbox();
  const client = useClient();
  return (
    <StopDialog
      onClose={onClose}
      onStop={(ids) => {
        for (const taskId of ids) client.outbox.control({ taskId, action: 'stop' });
      }}
      outbox={outbox}
      tasks={tasks}
    />
  );
}

const taskLink = (task: Task, children: ReactNode) => (
  <Link className="ink" params={{ taskId: task.id }} to="/tasks/$taskId">
    {children}
  </Link>
);

const FRESH_MS = 5_000;
/** Every task, and the dialog to start one. `?start` opens it, so that the palette can link to it. */
export function TasksPage() {
  const { filter, sort, starting, startsWith, kept, go } = useTasksAddress();
  const navigate = useNavigate();
  const tasks = useTasks();
  const agents = useAgents().data ?? [];
  const me = useMe().data;
  const { agentName } = useNames();
  const scrollRef = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  const [stopping, setStopping] = useState<readonly string[] | null>(null);
  useCrumbs([{ label: tasksText.title }]);
  const all = tasks.data;
  useFreshTasks(FRESH_MS, all?.some(({ endedAt }) => endedAt === null) ?? false);
  const { q, group, agent } = filter;
  const found = useMemo(() => filterTasks(all ?? [], { q, group, agent }), [all, q, group, agent]);
  const shown = useSteadyRows(found, sort, busy);
  const readsLeftOut =
    group === null && q === '' ? (all ?? []).filter((task) => !isListed(task)).length : 0;
  const mayAct = may(me, 'work');
  const { selected, selectOne, selectAll, selectNone } = useTaskSelection(found);
  return (
    <div className="full-height column">
      <TasksHead onStart={mayAct ? () => go({ start: true }) : null} shown={shown} />
      <TaskFilters
        agents={agents}
        all={all === undefined ? null : all.length - readsLeftOut}
        filter={filter}
        readsLeftOut={readsLeftOut}
        onChange={(next) => go({ filter: next, start: starting })}
        shown={shown.length}
        views={
          <TaskViewsMenu
            me={me ?? null}
            onView={(view) => void navigate({ to: '/tasks', search: view, replace: true })}
            search={kept}
          />
        }
      />
      {selected.size > 0 ? (
        <SelectionBar
          onNone={selectNone}
          onStop={() => setStopping([...selected])}
          tasks={found.filter(({ id }) => selected.has(id))}
        />
      ) : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only detects pointer and focus, to keep the rows in place */}
      <div
        className="page-body scroll-area"
        onBlur={() => setBusy(false)}
        onFocus={() => setBusy(true)}
        onPointerEnter={() => setBusy(true)}
        onPointerLeave={() => setBusy(false)}
        ref={scrollRef}
      >
        <NotRead tasks={tasks} />
        {shown.length > 0 ? (
          <TaskTable
            agentName={agentName}
            onSelect={selectOne}
            onSelectAll={(on) => selectAll(shown, on)}
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
        <StopTasks
          onClose={() => {
            setStopping(null);
            selectNone();
          }}
          tasks={(all ?? []).filter(({ id }) => stopping.includes(id))}
        />
      )}
      <StartTask
        agentId={startsWith}
        onOpenChange={(open) => go({ start: open })}
        open={starting && mayAct}
      />
    </div>
  );
}

/** That the tasks are still read, or could not be. */
function NotRead({ tasks }: { tasks: ReturnType<typeof useTasks> }) {
  if (tasks.isPending) return <Skeleton rows={6} />;
  if (!tasks.isError) return null;
  return (
    <ErrorPanel
      detail={errorText(tasks.error)}
      onRetry={() => void tasks.refetch()}
      title={tasksText.failed}
    />
  );
}

/** The title, and what can be done with the list as a whole. */
function TasksHead({
  shown,
  onStart,
}: {
  shown: readonly Task[];
  /** null = one may only look. */
  onStart: (() => void) | null;
}) {
  return (
    <div className="tasks-head row controls-grow-on-phone">
      <h1 className="grow unseen-on-phone">{tasksText.title}</h1>
      {shown.length === 0 ? null : <CsvButton name="tasks" table={() => tasksCsv(shown)} />}
      <Link className="button" to="/open">
        {tasksText.openFile}
      </Link>
      {onStart === null ? null : (
        <Button icon={Plus} onClick={onStart}>
          {tasksText.start}
        </Button>
      )}
    </div>
  );
}
