import { type Awaitable, whenRead } from '@countersign/server/store/awaitable';
import type { Reading, Writing } from '@countersign/server/store/port';

export const deleteDismissedTool = (
  writing: Writing,
  agentId: string,
  tool: string,
): Awaitable<number> =>
  writing.run('DELETE FROM dismissed_tools WHERE agent = ? AND tool = ?', agentId, tool);

export const insertDismissedTool = (
  writing: Writing,
  {
    agentId,
    tool,
    operatorId,
    name,
  }: { agentId: string; tool: string; operatorId: string; name: string },
): Awaitable<number> =>
  writing.run(
    'INSERT INTO dismissed_tools(agent, tool, operator, name, at) VALUES(?,?,?,?,?) ON CONFLICT DO NOTHING',
    agentId,
    tool,
    operatorId,
    name,
    writing.now,
  );

export const isDismissedInRun = (
  reading: Reading,
  runId: string,
  tool: string,
): Awaitable<boolean> =>
  whenRead(
    reading.get(
      'SELECT 1 FROM runs r JOIN dismissed_tools d ON d.agent = r.agent WHERE r.id = ? AND d.tool = ?',
      runId,
      tool,
    ),
    (row) => row !== undefined,
  );

export const dismissedTools = (
  reading: Reading,
  agentId: string,
): Awaitable<{ tool: string; name: string; at: number }[]> =>
  reading.all<{ tool: string; name: string; at: number }>(
    'SELECT tool, name, at FROM dismissed_tools WHERE agent = ? ORDER BY tool',
    agentId,
  );
