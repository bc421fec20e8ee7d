import { Link } from '@tanstack/react-router';
import { StartTaskDialog } from '../../features/tasks/start-task-dialog.tsx';
import { useAgents, useTasks } from '../../live/queries.ts';
import { useRoute } from '../../live/use-route.ts';
import { tasksText } from '../../text/texts.ts';
import { attachableOf } from './attachable.ts';
import { useStartTask } from './use-start-task.ts';

/** The dialog that starts a task, and the navigation to the started task. */
export function StartTask({
  agentId,
  open,
  onOpenChange,
}: {
  agentId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const start = useStartTask();
  // An MCP client calls in, and an MCP server takes calls of its tools: neither can be started here.
  const agents = (useAgents().data ?? []).filter(
    ({ source, protocol }) => source !== 'mcp' && protocol !== 'mcp',
  );
  const tasks = useTasks().data;
  const takingFiles = (useRoute('GET /api/protocols', {}).data?.items ?? []).filter(
    ({ attachments }) => attachments.includes('file'),
  );
  return (
    <StartTaskDialog
      agentId={agentId}
      agents={agents}
      agentsLink={
        <Link className="button" to="/agents">
          {tasksText.dialog.toAgents}
        </Link>
      }
      onOpenChange={onOpenChange}
      open={open}
      start={start}
      takingFiles={new Set(takingFiles.map(({ id }) => id))}
      tasks={attachableOf(tasks)}
    />
  );
}
