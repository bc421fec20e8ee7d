import type { Prompt } from '@countersign/api/prompt';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Transaction } from '@countersign/server/store/transaction';
import type { Ended } from '@countersign/upformat/message';
import { advanceQueue } from '../../outbox/queue.ts';
import { settleAnswerGroups } from '../../records/answer-group.ts';
import { stopperOf } from '../../records/control-records.ts';
import { promptFact } from '../../records/prompt-fact.ts';
import { readPrompt } from '../../records/prompt-records.ts';
import {
  closeUnanswered,
  openFollowups,
  openPromptsOfRun,
  threadOfPrompt,
} from '../../rows/questions/prompts.ts';
import { readRun } from '../../rows/runs.ts';
import { dropDrafts } from '../drafts-operations.ts';
import { dropClaim } from '../drop-claim.ts';
import { reportEnd } from './report-end.ts';

export interface CloseCause {
  runId: string | null;
  reason: WrittenStatement;
  stoppedBy?: Prompt['stoppedBy'];
  /** What is reported to its agent; absent = nothing, as the agent has caused it. */
  tells?: Ended;
}

/** Closes an open prompt without an answer; nothing happens if it is not open. */
export async function closePrompt(
  transaction: Transaction,
  promptId: string,
  state: 'withdrawn' | 'expired',
  cause: CloseCause,
): Promise<void> {
  const { stoppedBy = null, tells } = cause;
  const closed = await closeUnanswered(transaction, {
    state,
    reason: cause.reason,
    stoppedBy: stoppedBy === null ? null : JSON.stringify(stoppedBy),
    id: promptId,
  });
  if (closed === 0) return;
  await dropClaim(transaction, promptId);
  await dropDrafts(transaction, promptId);
  await promptFact(transaction, promptId, state, cause.runId);
  const prompt = tells === undefined ? null : await readPrompt(transaction, promptId);
  if (tells !== undefined && prompt !== null)
    await reportEnd(transaction, prompt, { ended: tells, explanation: cause.reason.text });
  const thread = await threadOfPrompt(transaction, promptId);
  // Answers and words that waited for this prompt can be sent now.
  if (thread === undefined) return;
  await settleAnswerGroups(transaction, thread.thread);
  await advanceQueue(transaction, thread.thread);
}

/**
 * Withdraws the open questions of a run, because it was stopped, and what earlier runs of its task offer: a default that is sent
 * later would start the task again.
 */
export async function withdrawPrompts(
  transaction: Transaction,
  runId: string,
  reason: WrittenStatement,
  tells?: Ended,
): Promise<void> {
  const run = await readRun(transaction, runId);
  const offers = run === undefined ? [] : await openFollowups(transaction, run.thread);
  const open = [...(await openPromptsOfRun(transaction, runId)), ...offers];
  const stoppedBy = await stopperOf(transaction, runId);
  for (const { id } of open)
    await closePrompt(transaction, id, 'withdrawn', {
      ...{ runId, reason, stoppedBy },
      ...(tells === undefined ? {} : { tells }),
    });
}
