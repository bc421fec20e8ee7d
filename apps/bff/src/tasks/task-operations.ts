import type { RunAgentInput } from '@countersign/hai/run-input';
import type { UpMessage } from '@countersign/upformat/message';
import { appendWords, insertRun, type RunRow } from '../agents/run-operations.ts';
import { putOut } from '../decisions/delivery.ts';
import { promptsInTheWay } from '../decisions/pending-interrupts.ts';
import type { Operation } from '../journal/operation.ts';

export interface CreateTaskInput {
  title: string;
  agentId: string;
  operatorId: string;
  input: RunAgentInput;
  /** What the operator said, under the id it has in `input.messages`. */
  words: { messageId: string; content: string } | null;
}

/** A new task with its first run and the words that start it. */
export const createTask: Operation<CreateTaskInput, { created: boolean }> = (transaction, task) => {
  const { threadId, runId } = task.input;
  if (transaction.get('SELECT 1 FROM tasks WHERE id = ?', threadId) !== undefined) {
    return { created: false };
  }
  transaction.run(
    'INSERT INTO tasks(id, title, agent, agents, run, started, updated) VALUES(?,?,?,?,?,?,?)',
    threadId,
    task.title,
    task.agentId,
    JSON.stringify([task.agentId]),
    runId,
    transaction.now,
    transaction.now,
  );
  insertRun(transaction, { input: task.input, agentId: task.agentId, carries: [] });
  if (task.words !== null) {
    const agentId = `operator:${task.operatorId}`;
    appendWords(transaction, { threadId, runId, agentId, ...task.words });
  }
  transaction.audit({
    operator: task.operatorId,
    action: 'task:start',
    threadId,
    detail: { runId, agentId: task.agentId, title: task.title },
  });
  return { created: true };
};

export interface SayInput {
  threadId: string;
  operatorId: string;
  messageId: string;
  content: string;
  key: string | null;
  bodyHash: string;
  /** For a run that can take words; null = start a new one. */
  toRunning: { runId: string; message: UpMessage } | null;
  /** The run to start when nothing can take the words. */
  newRun: { agentId: string; input: RunAgentInput };
}

export type SayOutcome =
  | { kind: 'said'; messageId: string; runId: string; to: 'running' | 'new-run'; repeated: boolean }
  /** An agent that waits for answers takes nothing else (AG-UI). */
  | { kind: 'prompts-open'; promptIds: string[] }
  | { kind: 'key-conflict' };

/** Words of an operator into a task: journalled first, then on their way to the running agent or in a new run. */
export const say: Operation<SayInput, SayOutcome> = (transaction, input) => {
  const scope = `message:${input.operatorId}`;
  if (input.key !== null) {
    const used = transaction.get<{ body: string; answer: string }>(
      'SELECT body, answer FROM keys WHERE scope = ? AND key = ?',
      scope,
      input.key,
    );
    if (used !== undefined) {
      if (used.body !== input.bodyHash) return { kind: 'key-conflict' };
      return { kind: 'said', ...JSON.parse(used.answer), repeated: true };
    }
  }
  const running =
    input.toRunning === null
      ? undefined
      : transaction.get<RunRow>(
          'SELECT * FROM runs WHERE id = ? AND ended IS NULL',
          input.toRunning.runId,
        );
  const inTheWay = running === undefined ? promptsInTheWay(transaction, input.threadId) : [];
  if (inTheWay.length > 0) return { kind: 'prompts-open', promptIds: inTheWay };
  if (running === undefined || input.toRunning === null) {
    insertRun(transaction, { ...input.newRun, carries: [] });
  } else {
    putOut(transaction, {
      id: input.messageId,
      kind: 'message',
      runId: running.id,
      message: input.toRunning.message,
      due: transaction.now,
    });
  }
  const runId = running?.id ?? input.newRun.input.runId;
  appendWords(transaction, { ...input, runId, agentId: `operator:${input.operatorId}` });
  const answer = {
    messageId: input.messageId,
    runId,
    to: running === undefined ? ('new-run' as const) : ('running' as const),
  };
  if (input.key !== null) {
    transaction.run(
      'INSERT INTO keys(scope, key, body, answer, at) VALUES(?,?,?,?,?)',
      scope,
      input.key,
      input.bodyHash,
      JSON.stringify(answer),
      transaction.now,
    );
  }
  transaction.audit({
    operator: input.operatorId,
    action: 'message',
    threadId: input.threadId,
    detail: { ...answer, content: input.content },
  });
  return { kind: 'said', ...answer, repeated: false };
};
