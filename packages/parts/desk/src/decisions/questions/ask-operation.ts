import type { PromptOrigin } from '@countersign/api/origin';
import type { Prompt } from '@countersign/api/prompt';
import type { WrittenStatement } from '@countersign/json/statement';
import { operation } from '@countersign/server/journal/operation';
import { shareOf } from '@countersign/server/runtime/share';
import { lastSequenceOf } from '@countersign/server/store/events';
import type { Transaction } from '@countersign/server/store/transaction';
import type { UpMessage } from '@countersign/upformat/message';
import { isPrompt } from '@countersign/upformat/prompt';
import { readPromptOf } from '../../records/prompt-records.ts';
import { hasMoreOpen, openOfCaller } from '../../rows/questions/prompts.ts';
import { isTask } from '../../rows/tasks.ts';
import { takeBackOutdated } from '../recall.ts';
import { closePrompt } from './close-prompt.ts';
import { withSchemaOf } from './keep-schema.ts';
import { askPrompt, maxOpen, stillAnswered } from './prompt-intake.ts';

export interface AskInput {
  /** `id` is the id of its log too. */
  asker: { id: string; name: string };
  origin: PromptOrigin;
  message: UpMessage;
  /** Of the message's sealed content: an answer must carry it. */
  digest: string;
  /** Whose call it is about, among those of this asker: each caller has a share. */
  caller?: string | undefined;
}

/** The most open questions about calls of one caller: those of others have room beside them. */
export const maxOfCaller = shareOf(maxOpen, { role: 'registrant' });

export type AskOutcome =
  /** The prompt as it is now: a question that was asked before may be answered. */
  | { kind: 'asked'; prompt: Prompt }
  /** `reason` is a sentence. `share`: its caller has as many open questions as one may have. */
  | { kind: 'refused'; reason: string; share?: true };

const refused = (reason: string) => ({ kind: 'refused' as const, reason });

/** Calls of one caller are counted only if there are so many of all. */
const isShareFull = async (transaction: Transaction, log: string, caller: string) =>
  (await hasMoreOpen(transaction, log, maxOfCaller - 1)) &&
  (await openOfCaller(transaction, log, caller)) >= maxOfCaller;

/**
 * Opens a prompt that belongs to no task and no run, or revises the open one of the same message. Repeated requests have no effect.
 */
export const askWithoutRun = operation<AskInput, AskOutcome>(
  'askWithoutRun',
  async (transaction, { asker, origin, message: said, digest: sealed, caller }) => {
    if (!isPrompt(said)) return refused('The message asks nothing.');
    if (await isTask(transaction, asker.id))
      return refused(`There is a task with the id ${asker.id}.`);
    const before = await readPromptOf(transaction, asker.id, said.messageId);
    const { message, digest } = withSchemaOf(before, { message: said, digest: sealed });
    if (
      before === null &&
      caller !== undefined &&
      (await isShareFull(transaction, asker.id, caller))
    )
      return {
        ...refused(`${maxOfCaller} questions about calls of ${caller} are open.`),
        share: true,
      };
    const existing = before && (await stillAnswered(transaction, { digest }, before, message));
    const reason = await askPrompt(transaction, {
      hearing: {
        threadId: asker.id,
        runId: null,
        agentId: asker.id,
        asker: asker.name,
        relayedFor: null,
        speaker: asker.id,
        sourceRun: null,
        sequence: await nextSequence(transaction, asker.id),
        digest,
      },
      existing,
      message,
      asked: { origin, source: null },
    });
    if (reason !== null) return refused(reason.text);
    const prompt = await readPromptOf(transaction, asker.id, message.messageId);
    if (prompt === null) throw new Error(`The question ${message.messageId} was not written.`);
    return { kind: 'asked', prompt };
  },
);

/** Withdraws an open question that no run has asked; false = it is not open. An answer that has not left is taken back first. */
export const withdrawAsked = operation<
  { askerId: string; messageId: string; reason: WrittenStatement },
  boolean
>('withdrawAsked', async (transaction, { askerId, messageId, reason }) => {
  const asked = await readPromptOf(transaction, askerId, messageId);
  if (asked === null) return false;
  const prompt = await takeBackOutdated(transaction, asked, reason);
  if (prompt.state !== 'open') return false;
  await closePrompt(transaction, prompt.id, 'withdrawn', { runId: null, reason });
  return true;
});

/** Of the fact that opens the prompt. */
const nextSequence = async (transaction: Transaction, log: string): Promise<number> =>
  ((await lastSequenceOf(transaction, log))?.last ?? 0) + 1;
