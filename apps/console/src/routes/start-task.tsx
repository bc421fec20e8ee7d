import type { CreateTask } from '@countersign/api/task';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { StartTaskDialog } from '../features/tasks/start-task-dialog.tsx';
import { useClient } from '../live/client-context.tsx';
import { useAgents } from '../live/queries.ts';
import { queryKeys } from '../live/query-keys.ts';
import { locale } from '../text/locale.ts';
import { tasksText } from '../text/tasks.ts';

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
  const client = useClient();
  const cache = useQueryClient();
  const navigate = useNavigate();
  // An MCP client calls in, and an MCP server takes calls of its tools: neither can be started here.
  const agents = (useAgents().data ?? []).filter(
    ({ source, protocol }) => source !== 'mcp' && protocol !== 'mcp',
  );
  const start = async (body: CreateTask) => {
    const { taskId } = await client.api.createTask({ ...body, language: locale() });
    void cache.invalidateQueries({ queryKey: queryKeys.tasks });
    await navigate({ to: '/tasks/$taskId', params: { taskId } });
  };
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
    />
  );
}
