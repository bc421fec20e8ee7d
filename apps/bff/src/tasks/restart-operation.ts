import type { RunAgentInput } from '@countersign/hai/run-input';
import { operation } from '../journal/operation.ts';
import { promptsInTheWay } from '../outbox/pending-interrupts.ts';
import { appendWords, insertRun } from '../runs/run-operations.ts';

export interface RestartInput {
  threadId: string;
  operatorId: string;
  /** The position from which it is restarted. */
  at: number;
  words: { messageId: string; content: string } | null;
  agentId: string;
  input: RunAgentInput;
  key: string | null;
  bodyHash: string;
}

export type RestartOutcome =
  | { kind: 'started'; runId: string; parentRunId: string | null; repeated: boolean }
  | { kind: 'running'; runId: string }
  | { kind: 'prompts-open'; promptIds: string[] }
  | { kind: 'key-conflict' };

/** A new run of a task from an earlier position. Refused while another is active: two runs would write one thread. */
export const restart = operation<RestartInput, RestartOutcome>('restart', (transaction, input) => {
  const { threadId, operatorId, at, words, agentId } = input;
  const scope = `restart:${operatorId}`;
  if (input.key !== null) {
    const used = transaction.get<{ body: string; answer: string }>(
      'SELECT body, answer FROM keys WHERE scope = ? AND key = ?',
      scope,
      input.key,
    );
    if (used !== undefined) {
      if (used.body !== input.bodyHash) return { kind: 'key-conflict' };
      return { kind: 'started', ...JSON.parse(used.answer), repeated: true };
    }
  }
  const running = transaction.get<{ id: string }>(
    'SELECT id FROM runs WHERE thread = ? AND ended IS NULL LIMIT 1',
    threadId,
  );
  if (running !== undefined) return { kind: 'running', runId: running.id };
  const inTheWay = promptsInTheWay(transaction, threadId);
  if (inTheWay.length > 0) return { kind: 'prompts-open', promptIds: inTheWay };
  insertRun(transaction, { input: input.input, agentId, carries: [] });
  const { runId, parentRunId = null } = input.input;
  if (words !== null) {
    appendWords(transaction, { threadId, runId, agentId: `operator:${operatorId}`, ...words });
  }
  const answer = { runId, parentRunId };
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
    operator: operatorId,
    action: 'task:restart',
    threadId,
    detail: { ...answer, at, content: words?.content ?? null },
  });
  return { kind: 'started', ...answer, repeated: false };
});
