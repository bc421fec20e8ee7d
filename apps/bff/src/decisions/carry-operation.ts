import { customName, type Message } from '@countersign/hai/event';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { appendWords, insertRun } from '../agents/run-operations.ts';
import type { Operation } from '../journal/operation.ts';
import type { Transaction } from '../journal/transaction.ts';
import { markUndeliverable } from './return-answer.ts';

/** Words of a person, or the result of a tool call, that become part of the task with the run that brings them. */
export interface Spoken {
  messageId: string;
  /** `operator:<id>`, or the server itself. */
  sender: string;
  content: string;
  /** Set when it is the result of this call. */
  toolCallId: string | null;
}

export interface CarryInput {
  /** Parcels that the run brings; the first decides whether it is started. */
  parcelIds: string[];
  agentId: string;
  input: RunAgentInput;
  spoken: Spoken[];
  /** What the run brings in words and nobody says in the task: the agent is told of it again with every later run. */
  sent: Message | null;
  /** Answers that the run cannot bring any more. */
  lapsed: { ids: string[]; reason: string };
}

/** Answers travel in a new run of the task: all of them or none, and once. */
export const carryByNewRun: Operation<CarryInput, { started: boolean }> = (transaction, carry) => {
  const taken = carry.parcelIds.filter(
    (id) =>
      transaction.run(
        `UPDATE outbox SET state = 'carried' WHERE id = ? AND state IN ('pending', 'held')`,
        id,
      ) > 0,
  );
  if (taken.length === 0) return { started: false };
  // Half of an answer is none: the store takes all of it back.
  if (taken.length < carry.parcelIds.length) throw new Error('some of the answers have left');
  insertRun(transaction, { input: carry.input, agentId: carry.agentId, carries: taken });
  for (const spoken of carry.spoken) speak(transaction, carry.input, spoken);
  const { threadId, runId } = carry.input;
  if (carry.sent !== null) {
    const value = { message: carry.sent };
    transaction.append({
      threadId,
      runId,
      agentId: 'countersign',
      json: JSON.stringify({ type: 'CUSTOM', name: customName.sent, value }),
      notable: false,
    });
  }
  for (const id of carry.lapsed.ids) markUndeliverable(transaction, id, carry.lapsed.reason);
  return { started: true };
};

function speak(
  transaction: Transaction,
  { threadId, runId }: RunAgentInput,
  { toolCallId, messageId, content, sender }: Spoken,
): void {
  if (toolCallId === null) {
    appendWords(transaction, { threadId, runId, agentId: sender, messageId, content });
    return;
  }
  transaction.append({
    threadId,
    runId,
    agentId: sender,
    json: JSON.stringify({
      type: 'TOOL_CALL_RESULT',
      toolCallId,
      messageId,
      content,
      role: 'tool',
    }),
    notable: false,
  });
}
