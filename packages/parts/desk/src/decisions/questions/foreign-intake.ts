import { tooLargeReason } from '@countersign/adapters/large-ask';
import { say } from '@countersign/api/statements';
import { isSameQuestion } from '@countersign/desk/prompt-life';
import type { WrittenStatement } from '@countersign/json/statement';
import { textOf } from '@countersign/json/text-of';
import type { Transaction } from '@countersign/server/store/transaction';
import { settleAnswerGroups } from '../../records/answer-group.ts';
import { promptFact } from '../../records/prompt-fact.ts';
import { readPromptOf } from '../../records/prompt-records.ts';
import { returnedInterrupts } from '../../rows/interrupts.ts';
import {
  isCallAsked,
  openOffersOfOthers,
  openPromptsOfCall,
} from '../../rows/questions/prompts.ts';
import { isDismissedTool } from '../dismissed-tools.ts';
import { closePrompt } from './close-prompt.ts';
import { withSchemaOf } from './keep-schema.ts';
import { askPrompt, type Hearing, stillAnswered } from './prompt-intake.ts';
import type { ReceivedAsk } from './received-ask.ts';
import { takeRepeatedInterrupt } from './repeated-interrupt.ts';
import { reportTooLarge } from './report-end.ts';

/** Processes a question that was not asked in UpFormat; returns why it was not legal, or null. */
export async function takeForeignAsk(
  transaction: Transaction,
  hearing: Omit<Hearing, 'digest'>,
  ask: ReceivedAsk,
): Promise<WrittenStatement | null> {
  const { message, digest } = ask;
  const interrupt = message['interrupt'];
  if (typeof interrupt === 'object' && interrupt !== null && 'toolCallId' in interrupt) {
    // Two questions about the same call are one: the interrupt is kept, because it stops the run.
    const toolCallId = textOf(interrupt.toolCallId);
    await withdrawCall(transaction, hearing, toolCallId, say('closed.is-interrupt'));
  }
  const { toolName } = ask.source;
  if (ask.origin.answeredBy === 'result' && toolName !== null) {
    if (await isDismissedTool(transaction, hearing.runId, toolName)) return null;
  }
  if (
    ask.origin.answeredBy === 'result' &&
    (await isAskedBefore(transaction, hearing.threadId, ask))
  )
    return null;
  const before =
    (await readPromptOf(transaction, hearing.threadId, message.messageId)) ??
    (await takeRepeatedInterrupt(transaction, hearing, ask));
  if (before !== null && isSameQuestion(before.message, message)) {
    if (before.message.messageId !== message.messageId) {
      await promptFact(transaction, before.id, 'rerouted', hearing.runId);
      await settleAnswerGroups(transaction, hearing.threadId);
    }
    return null;
  }
  const sealed = withSchemaOf(before, { message, digest });
  const received = { ...hearing, digest: sealed.digest };
  const existing = before && (await stillAnswered(transaction, received, before, sealed.message));
  const asking = { hearing: received, existing, message: sealed.message, asked: ask };
  const illegal = await askPrompt(transaction, asking);
  if (before === null && illegal === null && ask.source.reason === tooLargeReason)
    await reportTooLarge(transaction, hearing, ask);
  // Answers given before now wait for this one too.
  await settleAnswerGroups(transaction, hearing.threadId);
  return illegal;
}

/** A call in the history of an agent is repeated by every later run: it opens one prompt only. */
async function isAskedBefore(
  transaction: Transaction,
  threadId: string,
  { source, message }: ReceivedAsk,
): Promise<boolean> {
  const { question } = message;
  if (typeof question !== 'object' || question === null) return false;
  return isCallAsked(transaction, {
    threadId,
    messageId: message.messageId,
    callId: source.id,
  });
}

/** A tool call has its result already, or will get it in another way. */
export async function withdrawCall(
  transaction: Transaction,
  { threadId, runId }: { threadId: string; runId: string },
  toolCallId: string,
  reason: WrittenStatement,
): Promise<void> {
  const open = await openPromptsOfCall(transaction, threadId, toolCallId);
  for (const { id } of open) await closePrompt(transaction, id, 'withdrawn', { runId, reason });
}

/** A run brings words instead of another answer: the interrupts whose answers came back are given up with it. */
export async function withdrawReturned(
  transaction: Transaction,
  { threadId, runId }: { threadId: string; runId: string },
): Promise<void> {
  const reason = say('closed.task-went-on');
  for (const { id } of await returnedInterrupts(transaction, threadId))
    await closePrompt(transaction, id, 'withdrawn', { runId, reason });
}

/** A newer run has other offers: those of an older one can no longer be accepted. */
export async function withdrawOffers(
  transaction: Transaction,
  { threadId, runId }: { threadId: string; runId: string },
): Promise<void> {
  const open = await openOffersOfOthers(transaction, threadId, runId);
  const reason = say('closed.task-went-on');
  for (const { id } of open) await closePrompt(transaction, id, 'withdrawn', { runId, reason });
}
