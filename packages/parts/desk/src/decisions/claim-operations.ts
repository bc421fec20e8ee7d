import type { Claim, Prompt } from '@countersign/api/prompt';
import {
  askForLease,
  forceLease,
  keepLease,
  type LeaseStep,
  releaseLease,
  settleLease,
  shiftLease,
  takeLease,
} from '@countersign/desk/claim-lease';
import { customName } from '@countersign/hai/event';
import { operation } from '@countersign/server/journal/operation';
import type { Transaction } from '@countersign/server/store/transaction';
import { placeOf } from '../records/prompt-fact.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { claimedPrompts, claimsOf, dueClaims, writeClaim } from '../rows/claims.ts';
import { pauseEscalation, resumeEscalation } from './deadlines/escalation.ts';
import { dropClaim } from './drop-claim.ts';
import { classPolicyOf } from './policy.ts';
import { markSeen } from './questions/seen-operation.ts';

const ways = { take: takeLease, ask: askForLease, force: forceLease, keep: keepLease };

export type ClaimOutcome =
  | { kind: 'held' | 'refused'; claim: Claim }
  | { kind: 'not-open'; prompt: Prompt }
  | { kind: 'unknown' };

/** Claims, renews, requests, takes or keeps the lease on an open prompt. A mere request returns the holder's claim. */
export const claimPrompt = operation<
  { promptId: string; operatorId: string; name: string; way: keyof typeof ways },
  ClaimOutcome
>('claimPrompt', async (transaction, input) => {
  const prompt = await readSettled(transaction, input.promptId);
  if (prompt === null) return { kind: 'unknown' };
  if (prompt.state !== 'open') return { kind: 'not-open', prompt };
  const { operatorId: operator, name } = input;
  const policy = await classPolicyOf(transaction, prompt);
  const outcome = ways[input.way](prompt.claim, { now: transaction.now, operator, name, policy });
  if (outcome.kind === 'held') {
    await markSeen(transaction, { promptId: prompt.id, operatorId: operator, name });
    if (outcome.step !== null)
      await reportClaim(transaction, prompt, { ...outcome.step, by: operator });
  }
  return { kind: outcome.kind, claim: outcome.claim };
});

/** Releases a claim, or withdraws a request for one; nothing happens if this operator has none. */
export const releaseClaim = operation<{ promptId: string; operatorId: string }, { known: boolean }>(
  'releaseClaim',
  async (transaction, { promptId, operatorId }) => {
    const prompt = await readSettled(transaction, promptId);
    if (prompt !== null) await release(transaction, prompt, operatorId);
    return { known: prompt !== null };
  },
);

/** Run by the server's timer when leases end or requests are granted; does nothing for what has changed before. */
export const settleClaims = operation<null, null>(
  'settleClaims',
  async (transaction) => {
    const due = await dueClaims(transaction, transaction.now);
    for (const row of due) await readSettled(transaction, row.prompt);
    return null;
  },
  { waits: true },
);

/** The clock was set: every lease, and every request for one, keeps its remaining time. */
export async function shiftClaims(transaction: Transaction, jumpMs: number): Promise<void> {
  for (const row of await claimedPrompts(transaction)) {
    const prompt = await readPrompt(transaction, row.prompt);
    if (prompt === null || prompt.claim === null) continue;
    const claim = shiftLease(prompt.claim, jumpMs);
    await reportClaim(transaction, prompt, { change: 'renewed', claim, by: 'countersign' });
  }
}

/** Releases all claims and requests of an operator who may not hold them any more. */
export async function releaseAllOf(transaction: Transaction, operatorId: string): Promise<void> {
  const held = await claimsOf(transaction, operatorId);
  for (const row of held) {
    const prompt = await readSettled(transaction, row.prompt);
    if (prompt === null) continue;
    await release(transaction, prompt, operatorId);
    // Granted a moment ago, it is released again now.
    const after = await readPrompt(transaction, prompt.id);
    if (after?.claim?.operator === operatorId) await release(transaction, after, operatorId);
  }
}

async function release(transaction: Transaction, prompt: Prompt, operator: string): Promise<void> {
  const policy = await classPolicyOf(transaction, prompt);
  const step = releaseLease(prompt.claim, { now: transaction.now, operator, policy });
  if (step !== null) await reportClaim(transaction, prompt, { ...step, by: operator });
}

/** The prompt with its claim at the current time, even if the timer is late. */
async function readSettled(transaction: Transaction, promptId: string): Promise<Prompt | null> {
  const prompt = await readPrompt(transaction, promptId);
  if (prompt === null || prompt.claim === null) return prompt;
  if (prompt.state !== 'open') {
    // A closed prompt cannot be claimed, so nothing is published.
    await dropClaim(transaction, promptId);
    return { ...prompt, claim: null };
  }
  const policy = await classPolicyOf(transaction, prompt);
  const step = settleLease(prompt.claim, { now: transaction.now, policy });
  if (step === null) return prompt;
  await reportClaim(transaction, prompt, { ...step, by: 'countersign' });
  return { ...prompt, claim: step.claim };
}

/** Writes a step, publishes it, and pauses or resumes the escalation: a claim is an acknowledgement. */
async function reportClaim(
  transaction: Transaction,
  prompt: Prompt,
  { change, claim, by }: LeaseStep & { by: string },
): Promise<void> {
  if (claim === null) await dropClaim(transaction, prompt.id);
  else {
    await writeClaim(transaction, {
      promptId: prompt.id,
      operator: claim.operator,
      until: claim.until,
      grantedAt: claim.takeOver?.grantedAt ?? null,
      body: JSON.stringify(claim),
    });
  }
  await transaction.fact(placeOf(prompt), customName.claim, { change, promptId: prompt.id, claim });
  // Renewals are automatic, every minute: they would bury what people did.
  if (change !== 'renewed') {
    const detail = { promptId: prompt.id, claim };
    await transaction.audit({
      operator: by,
      action: `claim:${change}`,
      threadId: prompt.taskId,
      detail,
    });
  }
  if (claim === null) await resumeEscalation(transaction, prompt.id);
  else await pauseEscalation(transaction, prompt.id);
}
