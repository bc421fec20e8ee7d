import type { RunAgentInput } from '@countersign/hai/run-input';
import { operation } from '../journal/operation.ts';
import { appendMessages, insertRun } from '../runs/run-operations.ts';

export interface CreateTaskInput {
  title: string;
  agentId: string;
  operatorId: string;
  input: RunAgentInput;
  /** The operator's message, with the id it has in `input.messages`. */
  words: { messageId: string; content: string } | null;
}

/** Creates a task with its first run and the message that starts it. */
export const createTask = operation<CreateTaskInput, { created: boolean }>(
  'createTask',
  async (transaction, task) => {
    const { threadId, runId } = task.input;
    if ((await transaction.get('SELECT 1 FROM tasks WHERE id = ?', threadId)) !== undefined) {
      return { created: false };
    }
    await transaction.run(
      'INSERT INTO tasks(id, title, agent, agents, run, started, updated) VALUES(?,?,?,?,?,?,?)',
      threadId,
      task.title,
      task.agentId,
      JSON.stringify([task.agentId]),
      runId,
      transaction.now,
      transaction.now,
    );
    await insertRun(transaction, { input: task.input, agentId: task.agentId, carries: [] });
    if (task.words !== null) {
      const agentId = `operator:${task.operatorId}`;
      await appendMessages(transaction, { threadId, runId, agentId, ...task.words });
    }
    await transaction.audit({
      operator: task.operatorId,
      action: 'task:start',
      threadId,
      detail: { runId, agentId: task.agentId, title: task.title },
    });
    return { created: true };
  },
);
