import type { CreatedTask } from '@countersign/api/task';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { operation } from '@countersign/server/journal/operation';
import { keepKey, readKey } from '@countersign/server/store/keys';
import type { Transaction } from '@countersign/server/store/transaction';
import { insertTask, isTask } from '../rows/tasks.ts';
import { appendMessages, insertRun } from '../runs/run-operations.ts';

export interface CreateTaskInput {
  title: string;
  agentId: string;
  operatorId: string;
  input: RunAgentInput;
  /** The operator's message, with the id it has in `input.messages`. */
  words: { messageId: string; content: string } | null;
  /** It is a call of an agent that changes nothing. */
  reads?: boolean;
}

/** Creates a task with its first run and the message that starts it; false = there is one with this id. */
export async function createTask(
  transaction: Transaction,
  task: CreateTaskInput,
): Promise<boolean> {
  const { threadId, runId } = task.input;
  if (await isTask(transaction, threadId)) return false;
  await insertTask(transaction, {
    id: threadId,
    title: task.title,
    agent: task.agentId,
    agents: JSON.stringify([task.agentId]),
    run: runId,
    reads: task.reads ?? false,
    starter: task.operatorId,
  });
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
  return true;
}

export interface StartTaskInput extends CreateTaskInput {
  key: string | null;
  /** What its key is one of; absent = the operator's requests. */
  scope?: string;
  bodyHash: string;
}

export type StartTaskOutcome =
  | ({ kind: 'started' } & CreatedTask)
  | { kind: 'exists' }
  | { kind: 'key-conflict' };

/** Creates a task for a request of an operator, once for each key. */
export const startTask = operation<StartTaskInput, StartTaskOutcome>(
  'startTask',
  async (transaction, input) => {
    const request = { ...input, scope: input.scope ?? `task:${input.operatorId}` };
    const use = await readKey(transaction, request);
    if (use.kind === 'key-conflict') return use;
    if (use.kind === 'repeated') return { kind: 'started', ...JSON.parse(use.answer) };
    if (!(await createTask(transaction, input))) return { kind: 'exists' };
    const { threadId, runId } = input.input;
    const answer: CreatedTask = { taskId: threadId, runId };
    await keepKey(transaction, request, JSON.stringify(answer));
    return { kind: 'started', ...answer };
  },
);
