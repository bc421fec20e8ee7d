import type { ClassPolicy, EscalationStep } from '@countersign/api/policy';
import type { Escalation, Prompt } from '@countersign/api/prompt';
import type { Transaction } from '../journal/transaction.ts';
import { promptFact } from '../records/prompt-fact.ts';
import { readPrompt } from '../records/prompt-records.ts';
import { policyInForce, readPolicyVersion } from './policy.ts';

/** The ladder of a prompt that opens now: the policy of this moment stays its own. */
export function openEscalation(
  transaction: Transaction,
  promptId: string,
  severity: Prompt['severity'],
): void {
  const policy = policyInForce(transaction);
  keep(transaction, promptId, ladder(policy.version, policy.classes[severity], transaction.now));
}

/** A prompt that was revised into another class climbs that class's ladder, from the first step. */
export function changeClass(transaction: Transaction, before: Prompt): void {
  const { escalation } = before;
  const prompt = readPrompt(transaction, before.id);
  if (escalation === null || prompt === null || prompt.severity === before.severity) return;
  const policy = readPolicyVersion(transaction, escalation.policyVersion);
  const fresh = ladder(policy.version, policy.classes[prompt.severity], transaction.now);
  const held = isHeld(prompt, transaction.now);
  keep(transaction, prompt.id, held ? { ...fresh, nextAt: null } : fresh);
}

function ladder(policyVersion: number, { steps, reasonFor }: ClassPolicy, now: number): Escalation {
  const first = steps[0];
  const nextAt = first === undefined ? null : now + first.afterMs;
  return { policyVersion, level: 0, steps, group: null, nextAt, reasonFor };
}

function keep(transaction: Transaction, promptId: string, escalation: Escalation): void {
  transaction.run(
    'UPDATE prompts SET escalation = ?, escalate_at = ? WHERE id = ?',
    JSON.stringify(escalation),
    escalation.nextAt,
    promptId,
  );
}

const isHeld = (prompt: Prompt, now: number) => prompt.claim !== null && prompt.claim.until > now;

/** The prompt is answered: no further step, unless it opens again. */
export function stopEscalation(transaction: Transaction, { id, escalation }: Prompt): void {
  if (escalation !== null) keep(transaction, id, { ...escalation, nextAt: null });
}

/** Somebody holds the prompt: its clock stands still. States the fact when that changes anything. */
export function pauseEscalation(transaction: Transaction, promptId: string): void {
  move(transaction, promptId, ({ escalation }) => escalation && { ...escalation, nextAt: null });
}

/** Nobody holds the prompt any more: the step that was due begins again, whole. Does nothing while it is held or closed. */
export function resumeEscalation(transaction: Transaction, promptId: string): void {
  move(transaction, promptId, (prompt) => {
    const { escalation } = prompt;
    if (escalation === null || escalation.nextAt !== null) return escalation;
    if (prompt.state !== 'open' || isHeld(prompt, transaction.now)) return escalation;
    return { ...escalation, nextAt: nextAtOf(escalation, transaction.now) };
  });
}

/** The prompt is open again: the step that was due begins again, whole. States no fact. */
export function restartEscalation(transaction: Transaction, { id, escalation }: Prompt): void {
  if (escalation === null) return;
  keep(transaction, id, { ...escalation, nextAt: nextAtOf(escalation, transaction.now) });
}

/** Takes the step that is due and returns it; states no fact. */
export function climb(transaction: Transaction, prompt: Prompt): EscalationStep | null {
  const { escalation } = prompt;
  const step = escalation?.steps[escalation.level];
  if (escalation === null || step === undefined) return null;
  const after = {
    ...escalation,
    level: escalation.level + 1,
    group: step.to === 'group' ? step.group : escalation.group,
  };
  keep(transaction, prompt.id, { ...after, nextAt: nextAtOf(after, transaction.now) });
  return step;
}

/** Told of at most, the next to climb first: a fact holds the whole prompt, and the others are told with their next. */
const maxTold = 500;

/** The clock was set: the next step of every ladder is as far away as it was. */
export function shiftEscalations(transaction: Transaction, jumpMs: number): void {
  const rows = transaction.all<{ id: string; run: string; escalation: string }>(
    `SELECT id, run, escalation FROM prompts INDEXED BY prompts_escalate
     WHERE state = 'open' AND escalate_at IS NOT NULL ORDER BY escalate_at`,
  );
  for (const [index, { id, run, escalation }] of rows.entries()) {
    const before: Escalation = JSON.parse(escalation);
    if (before.nextAt === null) continue;
    keep(transaction, id, { ...before, nextAt: before.nextAt + jumpMs });
    if (index < maxTold) promptFact(transaction, id, 'rescheduled', run);
  }
}

/** Nothing comes after the default: without an allowed one the prompt waits for a person. */
function nextAtOf({ steps, level }: Escalation, now: number): number | null {
  const next = steps[level];
  return next === undefined || steps[level - 1]?.to === 'default' ? null : now + next.afterMs;
}

function move(
  transaction: Transaction,
  promptId: string,
  change: (prompt: Prompt) => Escalation | null,
): void {
  const prompt = readPrompt(transaction, promptId);
  if (prompt === null) return;
  const next = change(prompt);
  if (next === null || next.nextAt === prompt.escalation?.nextAt) return;
  keep(transaction, promptId, next);
  if (prompt.state === 'open') promptFact(transaction, promptId, 'rescheduled', prompt.runId);
}
