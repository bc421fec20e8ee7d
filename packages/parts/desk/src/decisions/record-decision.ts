import type { Decider, Decision, Prompt } from '@countersign/api/prompt';
import { isDefaultOf } from '@countersign/desk/content/reason';
import { releaseAtOf, senderOf } from '@countersign/desk/recall';
import { customName } from '@countersign/hai/event';
import type { Receipt } from '@countersign/receipt/receipt';
import type { Transaction } from '@countersign/server/store/transaction';
import type { UpFeedback } from '@countersign/upformat/message';
import { postAnswer } from '../outbox/post-answer.ts';
import { aboutPrompt } from '../records/about-prompt.ts';
import { placeOf, promptFact } from '../records/prompt-fact.ts';
import { readDecision } from '../records/prompt-records.ts';
import { insertDecision } from '../rows/decisions.ts';
import { closeAnswered } from '../rows/questions/prompts.ts';
import { stopEscalation } from './deadlines/escalation.ts';
import { dropDrafts } from './drafts-operations.ts';
import { dropClaim } from './drop-claim.ts';
import { classPolicyOf } from './policy.ts';
import { seenUntilNow } from './questions/prompt-views.ts';
import { recordReceipt } from './record-receipt.ts';

export interface Answer {
  decisionId: string;
  by: Decider;
  feedback: UpFeedback;
  /** Why its content could not be checked against the prompt's schema; null = it was. */
  unchecked?: string | null | undefined;
  /** For how long it can be recalled at most, milliseconds; absent = as long as the policy says. */
  holdMs?: number | undefined;
  /** It is one answer to several prompts. */
  inBulk?: boolean | undefined;
  /** It is held for the others of its batch, milliseconds at most. */
  batchMs?: number | undefined;
  /** A line of the policy answers after a delay in which it can be stopped, milliseconds. */
  delayMs?: number | undefined;
}

/** Records the one answer to an open prompt, with all consequences. Throws if the prompt is not open. */
export async function recordDecision(
  transaction: Transaction,
  prompt: Prompt,
  answer: Answer,
): Promise<Decision> {
  const { now } = transaction;
  const { decisionId, by, feedback, inBulk = false } = answer;
  const won = await closeAnswered(transaction, prompt.id, prompt.digest);
  if (won !== 1) throw new Error(`prompt ${prompt.id} was not open`);
  const { holdMs, batchMs, delayMs } = answer;
  const policy = await classPolicyOf(transaction, prompt);
  const releaseAt =
    delayMs === undefined
      ? releaseAtOf(by, prompt, { now, policy, holdMs, batchMs })
      : now + delayMs;
  await insertDecision(transaction, {
    id: decisionId,
    promptId: prompt.id,
    byKind: by.kind,
    byId: by.id,
    byName: by.name,
    feedback: JSON.stringify(feedback),
    digest: prompt.digest,
    rule: by.rule === undefined ? null : JSON.stringify(by.rule),
    releaseAt,
    inBulk,
    place: await transaction.place(),
  });
  const receipt = await recordReceipt(transaction, prompt, { decisionId, by, feedback, inBulk });
  const sender = senderOf(by);
  await postAnswer(transaction, prompt, { decisionId, feedback, sender, releaseAt, receipt });
  // A recallable answer keeps its drafts: they are discarded when it is sent.
  if (releaseAt === null) await dropDrafts(transaction, prompt.id);
  await dropClaim(transaction, prompt.id);
  await stopEscalation(transaction, prompt);
  await promptFact(transaction, prompt.id, 'answered');
  const decision = await readDecision(transaction, decisionId);
  if (decision === null) throw new Error(`decision ${decisionId} was not written`);
  await transaction.fact(placeOf(prompt), customName.decision, { change: 'recorded', decision });
  await audit(transaction, prompt, decision, { receipt, unchecked: answer.unchecked ?? null });
  return decision;
}

async function audit(
  transaction: Transaction,
  prompt: Prompt,
  decision: Decision,
  { receipt, unchecked }: { receipt: Receipt | null; unchecked: string | null },
): Promise<void> {
  const { by, feedback, releaseAt } = decision;
  const { id: promptId, revision } = prompt;
  const seen = await seenUntilNow(transaction, { promptId, operatorId: by.id, revision });
  await transaction.audit({
    operator: by.id,
    action: 'decision',
    threadId: prompt.taskId,
    detail: {
      ...aboutPrompt(prompt),
      decisionId: decision.id,
      by: by.name,
      ...(seen === null ? {} : { seen }),
      digest: prompt.digest,
      feedback,
      ...(isDefaultOf(prompt.message, feedback) ? { isDefault: true } : {}),
      ...(releaseAt === null ? {} : { releaseAt }),
      ...(decision.inBulk === true ? { inBulk: true } : {}),
      ...(by.rule === undefined ? {} : { rule: by.rule }),
      ...(unchecked === null ? {} : { unchecked }),
      ...(receipt === null
        ? {}
        : { decided: receipt.payload.decided, receipt: { kid: receipt.kid, sig: receipt.sig } }),
    },
  });
}
