import type { RunAgentInput } from '@countersign/hai/run-input';
import { operation } from '@countersign/server/journal/operation';
import { keepKey, readKey } from '@countersign/server/store/keys';
import { blockingPrompts } from '../outbox/pending-interrupts.ts';
import { activeRunOf } from '../rows/runs.ts';
import { appendMessages, insertRun } from '../runs/run-operations.ts';

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
  | { kind: 'started'; runId: string; parentRunId: string | null }
  | { kind: 'running'; runId: string }
  | { kind: 'prompts-open'; promptIds: string[] }
  | { kind: 'key-conflict' };

/** A new run of a task from an earlier position. Refused while another is active: two runs would write one thread. */
export const restart = operation<RestartInput, RestartOutcome>(
  'restart',
  async (transaction, input) => {
    const { threadId, operatorId, at, words, agentId } = input;
    const request = { ...input, scope: `restart:${operatorId}` };
    const use = await readKey(transaction, request);
    if (use.kind === 'key-conflict') return use;
    if (use.kind === 'repeated') return { kind: 'started', ...JSON.parse(use.answer) };
    const running = await activeRunOf(transaction, threadId);
    if (running !== undefined) return { kind: 'running', runId: running.id };
    const inTheWay = await blockingPrompts(transaction, threadId);
    if (inTheWay.length > 0) return { kind: 'prompts-open', promptIds: inTheWay };
    await insertRun(transaction, { input: input.input, agentId, carries: [] });
    const { runId, parentRunId = null } = input.input;
    if (words !== null) {
      await appendMessages(transaction, {
        threadId,
        runId,
        agentId: `operator:${operatorId}`,
        ...words,
      });
    }
    const answer = { runId, parentRunId };
    await keepKey(transaction, request, JSON.stringify(answer));
    await transaction.audit({
      operator: operatorId,
      action: 'task:restart',
      threadId,
      detail: { ...answer, at, content: words?.content ?? null },
    });
    return { kind: 'started', ...answer };
  },
);
