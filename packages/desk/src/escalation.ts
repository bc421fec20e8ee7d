import type { Decider, Escalation, Prompt } from '@countersign/api/prompt';
import type { ClassPolicy, EscalationStep } from '@countersign/api/settings/policy';
import type { UpFeedback } from '@countersign/upformat/message';
import { isDue } from './deadline.ts';
import { defaultFeedbackOf } from './default-feedback.ts';
import { mayActAlone } from './delivery-method.ts';

/** A policy by its version: what holds for prompts of one class. */
export interface LadderPolicy {
  version: number;
  ofClass: Pick<ClassPolicy, 'steps' | 'reasonFor'>;
}

/** The ladder of a prompt that is opened now: it keeps the policy of this time. Times are epoch ms. */
export function ladderOf({ version, ofClass }: LadderPolicy, now: number): Escalation {
  const { steps, reasonFor } = ofClass;
  const first = steps[0];
  const nextAt = first === undefined ? null : now + first.afterMs;
  return { policyVersion: version, level: 0, steps, group: null, nextAt, reasonFor };
}

/** A prompt revised to another severity uses that severity's steps, from the first one; it waits while the prompt is claimed. */
export function ladderOfNewClass(
  policy: LadderPolicy,
  { claim }: Pick<Prompt, 'claim'>,
  now: number,
): Escalation {
  const fresh = ladderOf(policy, now);
  return isHeld(claim, now) ? paused(fresh) : fresh;
}

/** The prompt is claimed or answered: escalation pauses. */
export const paused = (escalation: Escalation): Escalation => ({ ...escalation, nextAt: null });

/** The due step restarts in full. */
export const restarted = (escalation: Escalation, now: number): Escalation => ({
  ...escalation,
  nextAt: nextAtOf(escalation, now),
});

/** The prompt is no longer claimed: {@link restarted}. Unchanged if it is held, closed, or already waits for its step. */
export function resumed(
  escalation: Escalation,
  { state, claim }: Pick<Prompt, 'state' | 'claim'>,
  now: number,
): Escalation {
  if (escalation.nextAt !== null || state !== 'open' || isHeld(claim, now)) return escalation;
  return restarted(escalation, now);
}

/** The clock was set: the time to the next step is unchanged. */
export const shifted = (escalation: Escalation, jumpMs: number): Escalation =>
  escalation.nextAt === null ? escalation : { ...escalation, nextAt: escalation.nextAt + jumpMs };

/** Whether the next step is to be taken. If both are due at the same time, the deadline of the agent takes precedence. */
export function isStepDue(
  prompt: Pick<Prompt, 'state' | 'expiresAt' | 'escalation'>,
  now: number,
): boolean {
  const nextAt = prompt.escalation?.nextAt ?? null;
  return prompt.state === 'open' && nextAt !== null && nextAt <= now && !isDue(prompt, now);
}

/** The step that is due, and the ladder when it is taken; null = there is none. */
export function climbed(
  escalation: Escalation,
  now: number,
): { step: EscalationStep; escalation: Escalation } | null {
  const step = escalation.steps[escalation.level];
  if (step === undefined) return null;
  const after = {
    ...escalation,
    level: escalation.level + 1,
    group: step.to === 'group' ? step.group : escalation.group,
  };
  return { step, escalation: restarted(after, now) };
}

/** What a step does: the default is sent, or the operators whose turn it is are notified. */
export type AtStep = { kind: 'default'; by: Decider; feedback: UpFeedback } | { kind: 'shown' };

/** The effect of a step on the prompt. Without a default that may be sent, it waits for a person. */
export function atStep(
  step: EscalationStep | null,
  prompt: Pick<Prompt, 'message' | 'way'>,
): AtStep {
  const planned = defaultFeedbackOf(prompt.message);
  return step?.to === 'default' && planned.kind === 'allowed' && mayActAlone(prompt)
    ? { kind: 'default', by: byEscalation, feedback: planned.feedback }
    : { kind: 'shown' };
}

const byEscalation: Decider = {
  kind: 'escalation',
  id: 'countersign:escalation',
  name: 'Default by escalation',
};

const isHeld = (claim: Prompt['claim'], now: number) => claim !== null && claim.until > now;

/** There is no step after the default: without an allowed one the prompt waits for a person. */
function nextAtOf({ steps, level }: Escalation, now: number): number | null {
  const next = steps[level];
  return next === undefined || steps[level - 1]?.to === 'default' ? null : now + next.afterMs;
}
