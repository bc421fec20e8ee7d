import type { Agent } from '@countersign/api/agent';
import { say } from '@countersign/api/statements';
import { operation } from '../journal/operation.ts';
import type { Reading } from '../store/port.ts';
import { closePrompt } from './close-prompt.ts';

/** Tools of an agent whose calls no longer open prompts. */
export const dismissedToolsOf = async (
  reading: Reading,
  agentId: string,
): Promise<NonNullable<Agent['dismissedTools']>> =>
  reading.pastDamage(
    'dismissed-tools',
    () =>
      reading.all<{ tool: string; name: string; at: number }>(
        'SELECT tool, name, at FROM dismissed_tools WHERE agent = ? ORDER BY tool',
        agentId,
      ),
    [],
  );

/** Whether calls of a tool in a run are shown without a question. */
export const isDismissedTool = async (
  reading: Reading,
  runId: string,
  tool: string,
): Promise<boolean> =>
  reading.pastDamage(
    'dismissed-tools',
    async () =>
      (await reading.get(
        'SELECT 1 FROM runs r JOIN dismissed_tools d ON d.agent = r.agent WHERE r.id = ? AND d.tool = ?',
        runId,
        tool,
      )) !== undefined,
    // An extra question is better than a missing one.
    false,
  );

export interface DismissToolInput {
  promptId: string;
  operatorId: string;
  name: string;
}

/** Never asks about calls of this prompt's tool again; its open prompts are closed. False: the prompt is of no tool call. */
export const dismissTool = operation<DismissToolInput, boolean>(
  'dismissTool',
  async (transaction, { promptId, operatorId, name }) => {
    const asked = await transaction.get<{ agent: string; tool: string | null; thread: string }>(
      `SELECT r.agent, json_extract(p.source, '$.toolName') AS tool, p.thread FROM prompts p JOIN runs r ON r.id = p.run
     WHERE p.id = ? AND p.answered_by = 'result'`,
      promptId,
    );
    if (asked === undefined || asked.tool === null) return false;
    const { agent, tool, thread } = asked;
    const added = await transaction.run(
      'INSERT INTO dismissed_tools(agent, tool, operator, name, at) VALUES(?,?,?,?,?) ON CONFLICT DO NOTHING',
      agent,
      tool,
      operatorId,
      name,
      transaction.now,
    );
    if (added > 0) {
      const detail = { id: agent, tool };
      await transaction.audit({
        operator: operatorId,
        action: 'agent:dismiss-tool',
        threadId: thread,
        detail,
      });
    }
    const open = await transaction.all<{ id: string; run: string }>(
      `SELECT p.id, p.run FROM prompts p JOIN runs r ON r.id = p.run WHERE p.state = 'open' AND p.answered_by = 'result'
      AND r.agent = ? AND json_extract(p.source, '$.toolName') = ?`,
      agent,
      tool,
    );
    const reason = say('closed.tool-dismissed', { name, tool });
    for (const { id, run } of open)
      await closePrompt(transaction, id, 'withdrawn', { runId: run, reason });
    return true;
  },
);

/** Calls of a tool open prompts again from now on; false = they did already. */
export const repeatToolCall = operation<
  { agentId: string; tool: string; operatorId: string },
  boolean
>('repeatToolCall', async (transaction, { agentId, tool, operatorId }) => {
  const removed = await transaction.run(
    'DELETE FROM dismissed_tools WHERE agent = ? AND tool = ?',
    agentId,
    tool,
  );
  if (removed === 0) return false;
  const detail = { id: agentId, tool };
  await transaction.audit({
    operator: operatorId,
    action: 'agent:ask-tool',
    threadId: null,
    detail,
  });
  return true;
});
