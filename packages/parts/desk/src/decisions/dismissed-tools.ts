import type { Agent } from '@countersign/api/agent';
import { say } from '@countersign/api/statements';
import { operation } from '@countersign/server/journal/operation';
import type { Reading } from '@countersign/server/store/port';
import {
  deleteDismissedTool,
  dismissedTools,
  insertDismissedTool,
  isDismissedInRun,
} from '../rows/dismissed-tools.ts';
import { openPromptsOfTool, toolOfPrompt } from '../rows/questions/prompts.ts';
import { closePrompt } from './questions/close-prompt.ts';

/** Tools of an agent whose calls no longer open prompts. */
export const dismissedToolsOf = async (
  reading: Reading,
  agentId: string,
): Promise<NonNullable<Agent['dismissedTools']>> =>
  reading.pastDamage('dismissed-tools', () => dismissedTools(reading, agentId), []);

/** Whether calls of a tool in a run are shown without a question. */
export const isDismissedTool = async (
  reading: Reading,
  runId: string,
  tool: string,
): Promise<boolean> =>
  reading.pastDamage(
    'dismissed-tools',
    async () => await isDismissedInRun(reading, runId, tool),
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
    const asked = await toolOfPrompt(transaction, promptId);
    if (asked === undefined || asked.tool === null) return false;
    const { agent, tool, thread } = asked;
    const added = await insertDismissedTool(transaction, {
      agentId: agent,
      tool,
      operatorId,
      name,
    });
    if (added > 0) {
      const detail = { id: agent, tool };
      await transaction.audit({
        operator: operatorId,
        action: 'agent:dismiss-tool',
        threadId: thread,
        detail,
      });
    }
    const open = await openPromptsOfTool(transaction, agent, tool);
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
  const removed = await deleteDismissedTool(transaction, agentId, tool);
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
