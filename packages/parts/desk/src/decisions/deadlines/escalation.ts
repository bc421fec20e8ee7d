import type { Escalation, Prompt } from '@countersign/api/prompt';
import type { EscalationStep } from '@countersign/api/settings/policy';
import {
  climbed,
  ladderOf,
  ladderOfNewClass,
  paused,
  restarted,
  resumed,
  shifted,
} from '@countersign/desk/escalation';
import type { Transaction } from '@countersign/server/store/transaction';
import { promptFact } from '../../records/prompt-fact.ts';
import { readPrompt } from '../../records/prompt-records.ts';
import { escalatingPrompts, keepEscalation } from '../../rows/questions/prompts.ts';
import { policyInForce, readPolicyVersion } from '../policy.ts';

/** The escalation of a prompt that opens now, under the current policy. */
export async function openEscalation(
  transaction: Transaction,
  promptId: string,
  severity: Prompt['severity'],
): Promise<void> {
  const { version, classes } = await policyInForce(transaction);
  const policy = { version, ofClass: classes[severity] };
  await keep(transaction, promptId, ladderOf(policy, transaction.now));
}

/** A prompt revised into another class follows that class's steps, of the policy it was opened under. */
export async function changeClass(transaction: Transaction, before: Prompt): Promise<void> {
  const { escalation } = before;
  const prompt = await readPrompt(transaction, before.id);
  if (escalation === null || prompt === null || prompt.severity === before.severity) return;
  const { version, classes } = await readPolicyVersion(transaction, escalation.policyVersion);
  const policy = { version, ofClass: classes[prompt.severity] };
  await keep(transaction, prompt.id, ladderOfNewClass(policy, prompt, transaction.now));
}

async function keep(
  transaction: Transaction,
  promptId: string,
  escalation: Escalation,
): Promise<void> {
  await keepEscalation(transaction, {
    escalation: JSON.stringify(escalation),
    nextAt: escalation.nextAt,
    id: promptId,
  });
}

/** The prompt is answered: no further step, unless it opens again. */
export async function stopEscalation(
  transaction: Transaction,
  { id, escalation }: Prompt,
): Promise<void> {
  if (escalation !== null) await keep(transaction, id, paused(escalation));
}

/** The prompt is claimed: its escalation is paused. Appends the fact if that changes anything. */
export async function pauseEscalation(transaction: Transaction, promptId: string): Promise<void> {
  await move(transaction, promptId, paused);
}

/** The prompt is no longer claimed: the due step restarts in full. Does nothing while it is claimed or closed. */
export async function resumeEscalation(transaction: Transaction, promptId: string): Promise<void> {
  await move(transaction, promptId, (escalation, prompt) =>
    resumed(escalation, prompt, transaction.now),
  );
}

/** The prompt is open again: the due step restarts in full. Appends no fact. */
export async function restartEscalation(
  transaction: Transaction,
  { id, escalation }: Prompt,
): Promise<void> {
  if (escalation !== null) await keep(transaction, id, restarted(escalation, transaction.now));
}

/** Takes the due step and returns it; appends no fact. */
export async function climb(
  transaction: Transaction,
  prompt: Prompt,
): Promise<EscalationStep | null> {
  const next = prompt.escalation && climbed(prompt.escalation, transaction.now);
  if (next === null) return null;
  await keep(transaction, prompt.id, next.escalation);
  return next.step;
}

/**
 * The maximum number of facts, for the next due steps: a fact contains the whole prompt; the others are published with their next
 * fact.
 */
const maxReported = 500;

/** The clock was set: the next step of every escalation is as far away as it was. */
export async function shiftEscalations(transaction: Transaction, jumpMs: number): Promise<void> {
  const rows = await escalatingPrompts(transaction);
  for (const [index, { id, escalation }] of rows.entries()) {
    const before: Escalation = JSON.parse(escalation);
    await keep(transaction, id, shifted(before, jumpMs));
    if (index < maxReported) await promptFact(transaction, id, 'rescheduled');
  }
}

async function move(
  transaction: Transaction,
  promptId: string,
  change: (escalation: Escalation, prompt: Prompt) => Escalation,
): Promise<void> {
  const prompt = await readPrompt(transaction, promptId);
  if (prompt === null || prompt.escalation === null) return;
  const next = change(prompt.escalation, prompt);
  if (next.nextAt === prompt.escalation.nextAt) return;
  await keep(transaction, promptId, next);
  if (prompt.state === 'open') await promptFact(transaction, promptId, 'rescheduled');
}
