import { say } from '@countersign/api/statements';
import { customName, type Message } from '@countersign/hai/event';
import type { RunAgentInput } from '@countersign/hai/run-input';
import type { WrittenStatement } from '@countersign/json/statement';
import { operation } from '@countersign/server/journal/operation';
import { mapInOrder } from '@countersign/server/store/in-order';
import type { Transaction } from '@countersign/server/store/transaction';
import { returnUnsent, stoppedFirst } from '../decisions/questions/stop-queue.ts';
import { leaveToPeople, markUndeliverable } from '../decisions/return-answer.ts';
import { advanceQueue, enqueue } from '../outbox/queue.ts';
import { isQueuedKind, publishQueued } from '../outbox/queued-messages.ts';
import { areRunsAsSeen, isBeingStopped, openRunOf, type RunsSeen } from '../records/open-runs.ts';
import { markCarried, type UnsentRow, unsentRow } from '../rows/outbox.ts';
import { appendMessages, insertRun } from '../runs/run-operations.ts';
import { areUnattended, isUnattended } from '../runs/unattended-runs.ts';

/** Text of a person, or the result of a tool call, that becomes part of the task with the run that carries them. */
export interface CarriedMessage {
  messageId: string;
  /** `operator:<id>`, or the server itself. */
  sender: string;
  content: string;
  /** Set when it is the result of this call. */
  toolCallId: string | null;
}

export interface ResumeRunInput {
  /** Deliveries that the run carries; the first decides whether it is started. */
  deliveryIds: string[];
  agentId: string;
  input: RunAgentInput;
  /** The runs of the task when the input was composed. */
  seen: RunsSeen;
  spoken: CarriedMessage[];
  /** What the run carries as text but is not part of the task: it is sent to the agent again with every later run. */
  sent: Message | null;
  /** So many runs in a row may be started without a person. */
  maxUnattended: number;
  /** Answers that the run cannot carry any more. */
  lapsed: { ids: string[]; reason: WrittenStatement };
}

/** `outdated`: a run has ended since the input was composed, and nothing was done. */
export type ResumeRunOutcome = { kind: 'started' | 'not-started' | 'outdated' };

/**
 * Answers and words are sent in a new run of the task: all of them or none, and once. While another run is active they wait for its
 * end; while that is being stopped they are returned.
 */
export const resumeByNewRun = operation<ResumeRunInput, ResumeRunOutcome>(
  'resumeByNewRun',
  async (transaction, carry) => {
    const rows = await mapInOrder(carry.deliveryIds, (id) => unsent(transaction, id));
    const taken = rows.flatMap((row) => row ?? []);
    if (taken.length === 0) return { kind: 'not-started' };
    // A partial answer is not accepted: the transaction is rolled back.
    if (taken.length < rows.length) throw new Error('some of the answers have left');
    const all = [...carry.deliveryIds, ...carry.lapsed.ids];
    const going = await openRunOf(transaction, carry.input.threadId);
    if ((await isBeingStopped(transaction, carry.input.threadId)) || taken.some(isStopped)) {
      for (const id of all) await returnUnsent(transaction, id, stoppedFirst);
      await advanceQueue(transaction, carry.input.threadId);
      return { kind: 'not-started' };
    }
    if (going !== null) {
      await enqueue(transaction, all);
      return { kind: 'not-started' };
    }
    if (!(await areRunsAsSeen(transaction, carry.input.threadId, carry.seen))) {
      return { kind: 'outdated' };
    }
    if (
      (await isUnattended(transaction, carry.deliveryIds)) &&
      (await areUnattended(transaction, carry.input.threadId, carry.maxUnattended))
    ) {
      const reason = say('delivery.unattended', { count: carry.maxUnattended });
      for (const id of all) await leaveToPeople(transaction, id, reason);
      await advanceQueue(transaction, carry.input.threadId);
      return { kind: 'not-started' };
    }
    for (const { id, kind, queued } of taken) {
      await markCarried(transaction, id);
      if (isQueuedKind(kind) && queued !== null) await publishQueued(transaction, id, 'sent');
    }
    await insertRun(transaction, {
      input: carry.input,
      agentId: carry.agentId,
      carries: carry.deliveryIds,
    });
    for (const spoken of carry.spoken) await speak(transaction, carry.input, spoken);
    const { threadId, runId } = carry.input;
    if (carry.sent !== null) {
      const value = { message: carry.sent };
      await transaction.append({
        threadId,
        runId,
        agentId: 'countersign',
        json: JSON.stringify({ type: 'CUSTOM', name: customName.sent, value }),
        notable: false,
      });
    }
    for (const id of carry.lapsed.ids)
      await markUndeliverable(transaction, id, carry.lapsed.reason);
    return { kind: 'started' };
  },
  { waits: true },
);

/** It was queued before a stop, or answers a stopped run. */
const isStopped = ({ kind, stopped, run_status: status }: UnsentRow): boolean =>
  stopped === 1 || (kind !== 'words' && (status === 'stopped' || status === 'cut-off'));

const unsent = async (transaction: Transaction, id: string): Promise<UnsentRow | null> =>
  (await unsentRow(transaction, id)) ?? null;

async function speak(
  transaction: Transaction,
  { threadId, runId }: RunAgentInput,
  { toolCallId, messageId, content, sender }: CarriedMessage,
): Promise<void> {
  if (toolCallId === null) {
    await appendMessages(transaction, { threadId, runId, agentId: sender, messageId, content });
    return;
  }
  await transaction.append({
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
