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
import { operation } from '../journal/operation.ts';
import type { Transaction } from '../journal/transaction.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { dropClaim } from './drop-claim.ts';
import { pauseEscalation, resumeEscalation } from './escalation.ts';
import { classPolicyOf } from './policy.ts';
import { markSeen } from './seen-operation.ts';

const ways = { take: takeLease, ask: askForLease, force: forceLease, keep: keepLease };

export type ClaimOutcome =
  | { kind: 'held' | 'refused'; claim: Claim }
  | { kind: 'not-open'; prompt: Prompt }
  | { kind: 'unknown' };

/** Takes, renews, asks for, forces or keeps the lease on an open prompt. Who asks only gets the holder's claim back. */
export const claimPrompt = operation<
  { promptId: string; operatorId: string; name: string; way: keyof typeof ways },
  ClaimOutcome
>('claimPrompt', (transaction, input) => {
  const prompt = readSettled(transaction, input.promptId);
  if (prompt === null) return { kind: 'unknown' };
  if (prompt.state !== 'open') return { kind: 'not-open', prompt };
  const { operatorId: operator, name } = input;
  const policy = classPolicyOf(transaction, prompt);
  const outcome = ways[input.way](prompt.claim, { now: transaction.now, operator, name, policy });
  if (outcome.kind === 'held') {
    markSeen(transaction, { promptId: prompt.id, operatorId: operator, name });
    if (outcome.step !== null) tellClaim(transaction, prompt, { ...outcome.step, by: operator });
  }
  return { kind: outcome.kind, claim: outcome.claim };
});

/** Lets go of a claim, or takes a request for one back; nothing happens when there is none of this operator's. */
export const releaseClaim = operation<{ promptId: string; operatorId: string }, { known: boolean }>(
  'releaseClaim',
  (transaction, { promptId, operatorId }) => {
    const prompt = readSettled(transaction, promptId);
    if (prompt !== null) release(transaction, prompt, operatorId);
    return { known: prompt !== null };
  },
);

/** What the server's timer does when leases end or silence grants them; who was first has won already. */
export const settleClaims = operation<null, null>(
  'settleClaims',
  (transaction) => {
    const due = transaction.all<{ prompt: string }>(
      'SELECT prompt FROM claims WHERE until <= ? OR granted_at <= ? ORDER BY until LIMIT 200',
      transaction.now,
      transaction.now,
    );
    for (const row of due) readSettled(transaction, row.prompt);
    return null;
  },
  { waits: true },
);

/** The clock was set: every lease, and every request for one, keeps the time that is left of it. */
export function shiftClaims(transaction: Transaction, jumpMs: number): void {
  for (const row of transaction.all<{ prompt: string }>('SELECT prompt FROM claims')) {
    const prompt = readPrompt(transaction, row.prompt);
    if (prompt === null || prompt.claim === null) continue;
    const claim = shiftLease(prompt.claim, jumpMs);
    tellClaim(transaction, prompt, { change: 'renewed', claim, by: 'countersign' });
  }
}

/** Everything an operator holds or asks for, when that is no longer allowed. */
export function releaseAllOf(transaction: Transaction, operatorId: string): void {
  const held = transaction.all<{ prompt: string }>(
    `SELECT prompt FROM claims WHERE operator = ? OR json_extract(body, '$.takeOver.operator') = ?`,
    operatorId,
    operatorId,
  );
  for (const row of held) {
    const prompt = readSettled(transaction, row.prompt);
    if (prompt === null) continue;
    release(transaction, prompt, operatorId);
    // Granted a moment ago, it is lost again now.
    const after = readPrompt(transaction, prompt.id);
    if (after?.claim?.operator === operatorId) release(transaction, after, operatorId);
  }
}

function release(transaction: Transaction, prompt: Prompt, operator: string): void {
  const policy = classPolicyOf(transaction, prompt);
  const step = releaseLease(prompt.claim, { now: transaction.now, operator, policy });
  if (step !== null) tellClaim(transaction, prompt, { ...step, by: operator });
}

/** The prompt with its claim as time has left it: a timer that is late grants nothing to the late. */
function readSettled(transaction: Transaction, promptId: string): Prompt | null {
  const prompt = readPrompt(transaction, promptId);
  if (prompt === null || prompt.claim === null) return prompt;
  if (prompt.state !== 'open') {
    // Nobody waits for a closed prompt, so nobody is told.
    dropClaim(transaction, promptId);
    return { ...prompt, claim: null };
  }
  const policy = classPolicyOf(transaction, prompt);
  const step = settleLease(prompt.claim, { now: transaction.now, policy });
  if (step === null) return prompt;
  tellClaim(transaction, prompt, { ...step, by: 'countersign' });
  return { ...prompt, claim: step.claim };
}

/** Writes a step, states it to every reader, and holds or starts the ladder: a claim is an acknowledgement. */
function tellClaim(
  transaction: Transaction,
  prompt: Prompt,
  { change, claim, by }: LeaseStep & { by: string },
): void {
  if (claim === null) dropClaim(transaction, prompt.id);
  else {
    transaction.run(
      `INSERT INTO claims(prompt, operator, until, granted_at, body) VALUES(?,?,?,?,?) ON CONFLICT(prompt) DO UPDATE SET
        operator = excluded.operator, until = excluded.until, granted_at = excluded.granted_at, body = excluded.body`,
      prompt.id,
      claim.operator,
      claim.until,
      claim.takeOver?.grantedAt ?? null,
      JSON.stringify(claim),
    );
  }
  const place = { threadId: prompt.taskId, runId: prompt.runId };
  transaction.fact(place, customName.claim, { change, promptId: prompt.id, claim });
  // A renewal is told by the machine, minute by minute: it would bury what people did.
  if (change !== 'renewed') {
    const detail = { promptId: prompt.id, claim };
    transaction.audit({
      operator: by,
      action: `claim:${change}`,
      threadId: prompt.taskId,
      detail,
    });
  }
  if (claim === null) resumeEscalation(transaction, prompt.id);
  else pauseEscalation(transaction, prompt.id);
}
