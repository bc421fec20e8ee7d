import type { QueuedFact } from '@countersign/api/fact';
import type { QueuedMessage } from '@countersign/api/task';
import { customName } from '@countersign/hai/event';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Reading } from '@countersign/server/store/port';
import type { Transaction } from '@countersign/server/store/transaction';
import { attachmentsOf } from '@countersign/upformat/attachments';
import type { UpMessage } from '@countersign/upformat/message';
import { wordsRow } from '../rows/outbox.ts';

/** Messages of an operator in the outbox: `words` are added to the task with the run they are sent in, a `message` is part of it already. */
export const isQueuedKind = (kind: string): boolean => kind === 'words' || kind === 'message';

export interface StoredMessage {
  words: QueuedMessage;
  runId: string;
}

const stateOf = (state: string): QueuedMessage['state'] =>
  state === 'pending' || state === 'held' ? 'waiting' : state === 'dead' ? 'not-sent' : 'sent';

/** Words of an operator that are no answer, as stored in the outbox. */
export async function readQueuedMessage(
  reading: Reading,
  id: string,
): Promise<StoredMessage | null> {
  const row = await wordsRow(reading, id);
  if (row === undefined) return null;
  const message: UpMessage = JSON.parse(row.body);
  const attached = attachmentsOf(message);
  return {
    runId: row.run,
    words: {
      id,
      taskId: row.thread,
      by: authorOf(message).replace(/^operator:/, ''),
      content: textOfMessage(message),
      at: Date.parse(message.timestamp),
      state: stateOf(row.state),
      reason: null,
      ...(attached === null
        ? {}
        : { attachments: attached.context.length + attached.parts.length }),
    },
  };
}

/** `operator:<id>`. */
export const authorOf = (message: UpMessage): string => message.agentId ?? 'countersign';

export const textOfMessage = ({ upFeedback }: UpMessage): string =>
  upFeedback?.type === 'instruction' ? upFeedback.content.text : '';

/** Publishes the state of queued words. */
export async function publishQueued(
  transaction: Transaction,
  id: string,
  change: QueuedFact['change'],
  said: WrittenStatement | null = null,
): Promise<void> {
  const found = await readQueuedMessage(transaction, id);
  if (found === null) return;
  const { words, runId } = found;
  const state = (
    { queued: 'waiting', sent: 'sent', withdrawn: 'withdrawn', returned: 'not-sent' } as const
  )[change];
  const fact: QueuedFact = { change, words: { ...words, state, ...reasonOf(said) } };
  await transaction.fact({ threadId: words.taskId, runId }, customName.words, fact);
}

const reasonOf = (said: WrittenStatement | null) =>
  said === null ? { reason: null } : { reason: said.text, statement: said.statement };
