import type { CreatedMessage } from '@countersign/api/task';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { operation } from '@countersign/server/journal/operation';
import { keepKey, readKey } from '@countersign/server/store/keys';
import { lastRunIdOf } from '@countersign/server/store/task-marks';
import type { Transaction } from '@countersign/server/store/transaction';
import { attachmentsOf } from '@countersign/upformat/attachments';
import type { UpMessage } from '@countersign/upformat/message';
import { enqueueDelivery } from '../outbox/enqueue.ts';
import { blockingPrompts } from '../outbox/pending-interrupts.ts';
import { advanceQueue, enqueue } from '../outbox/queue.ts';
import { areRunsAsSeen, isBeingStopped, openRunOf, type RunsSeen } from '../records/open-runs.ts';
import { countQueuedWords } from '../rows/outbox.ts';
import { appendMessages, insertRun } from '../runs/run-operations.ts';

export interface AddMessageInput {
  threadId: string;
  operatorId: string;
  /** The message, for a run that accepts it or kept until the next one; both have the same id. */
  message: UpMessage;
  content: string;
  key: string | null;
  bodyHash: string;
  /** A run that accepts words while it is active; null = none does. */
  hearing: string | null;
  /** The run to start if none is active; null = the agent cannot be called. */
  newRun: { agentId: string; input: RunAgentInput; seen: RunsSeen } | null;
}

export type AddMessageOutcome =
  | ({ kind: 'said' } & CreatedMessage)
  /** An agent that waits for answers accepts nothing else (AG-UI). */
  | { kind: 'prompts-open'; promptIds: string[] }
  | { kind: 'stopping' }
  | { kind: 'not-callable' }
  /** A run has begun or ended since the new one was composed: it is composed again. */
  | { kind: 'outdated' }
  | { kind: 'too-many' }
  /** What is attached to the waiting words is sent in one request, which has room for so much. */
  | { kind: 'too-large' }
  | { kind: 'key-conflict' };

/** The maximum of queued words per task. */
export const maxWaiting = 100;
/** Bytes of queued words with attachments per task: agents limit the bodies of requests. */
const maxWaitingBytes = 2_000_000;

/**
 * Words of an operator into a task: journalled first, then sent to the active run if it accepts them, with a new run, or with the
 * next one.
 */
export const addMessage = operation<AddMessageInput, AddMessageOutcome>(
  'addMessage',
  async (transaction, input) => {
    const request = { ...input, scope: `message:${input.operatorId}` };
    const use = await readKey(transaction, request);
    if (use.kind === 'key-conflict') return use;
    if (use.kind === 'repeated') return { kind: 'said', ...JSON.parse(use.answer) };
    const said = await speak(transaction, input);
    if ('kind' in said) return said;
    const answer: CreatedMessage = { messageId: input.message.messageId, ...said };
    await keepKey(transaction, request, JSON.stringify(answer));
    await transaction.audit({
      operator: input.operatorId,
      action: 'message',
      threadId: input.threadId,
      detail: { ...answer, content: input.content },
    });
    return { kind: 'said', ...answer };
  },
);

type Refusal = Exclude<AddMessageOutcome, { kind: 'said' | 'key-conflict' }>;

async function speak(
  transaction: Transaction,
  input: AddMessageInput,
): Promise<Omit<CreatedMessage, 'messageId'> | Refusal> {
  const { threadId, message, content, operatorId } = input;
  const { messageId } = message;
  const going = await openRunOf(transaction, threadId);
  const put = (kind: 'message' | 'words', runId: string) =>
    enqueueDelivery(transaction, { id: messageId, kind, runId, message, due: transaction.now });
  const append = (runId: string) =>
    appendMessages(transaction, {
      threadId,
      runId,
      messageId,
      content,
      agentId: `operator:${operatorId}`,
    });
  if (going !== null && going.id === input.hearing) {
    await put('message', going.id);
    await append(going.id);
    return { runId: going.id, to: 'running' };
  }
  // Words that are sent while a task is being stopped must not start it again against the operator's intention.
  if (await isBeingStopped(transaction, threadId)) return { kind: 'stopping' };
  const inTheWay = going === null ? await blockingPrompts(transaction, threadId) : [];
  if (inTheWay.length > 0) return { kind: 'prompts-open', promptIds: inTheWay };
  const waiting = (await countQueuedWords(transaction, threadId)) ?? { count: 0, bytes: 0 };
  const isQueued = waiting.count > 0;
  const before = going?.id ?? (isQueued ? await lastRunOf(transaction, threadId) : null);
  if (before !== null) {
    if (waiting.count >= maxWaiting) return { kind: 'too-many' };
    // The first message has room in any case: a request with it was taken.
    const bytes = Buffer.byteLength(JSON.stringify(message));
    if (isQueued && hasAttachments(message) && waiting.bytes + bytes > maxWaitingBytes) {
      return { kind: 'too-large' };
    }
    await put('words', before);
    await enqueue(transaction, [messageId]);
    await advanceQueue(transaction, threadId);
    return { runId: before, to: 'next-run' };
  }
  if (input.newRun === null) return { kind: 'not-callable' };
  const { seen, ...newRun } = input.newRun;
  if (!(await areRunsAsSeen(transaction, threadId, seen))) return { kind: 'outdated' };
  await insertRun(transaction, { ...newRun, carries: [] });
  const { runId } = newRun.input;
  await append(runId);
  return { runId, to: 'new-run' };
}

const hasAttachments = (message: UpMessage): boolean => attachmentsOf(message) !== null;

const lastRunOf = async (transaction: Transaction, threadId: string): Promise<string | null> =>
  (await lastRunIdOf(transaction, threadId))?.run ?? null;
