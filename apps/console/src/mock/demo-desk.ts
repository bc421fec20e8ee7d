import { logOf } from '@countersign/api/asker';
import type { ClaimFact, PromptFact } from '@countersign/api/fact';
import type { Operator } from '@countersign/api/operator';
import type { Policy } from '@countersign/api/policy';
import type { Claim, CreateComment, CreateSnooze, Decision, Prompt } from '@countersign/api/prompt';
import { settleLease, takeLease } from '@countersign/desk/claim-lease';
import { extendDeadline } from '@countersign/desk/extension';
import { isRecallable } from '@countersign/desk/recall';
import type { DemoShared } from './demo-tasks.ts';

/** A browser's timer that waits longer fires at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** Records the new state of a prompt as a fact. */
export function changePrompt(
  house: DemoShared,
  prompt: Prompt,
  change: PromptFact['change'],
): Prompt {
  const room = house.rooms.get(logOf(prompt));
  if (room) house.notify(room, 'countersign.prompt', { change, prompt });
  return prompt;
}

/** Gives the claim of a prompt to its operator for the time of the policy; null releases it. */
export function setClaim(
  house: DemoShared,
  { prompt, claim, change }: { prompt: Prompt; claim: Claim | null; change: ClaimFact['change'] },
): void {
  const room = house.rooms.get(logOf(prompt));
  house.prompts.set(prompt.id, { ...prompt, claim });
  if (room) house.notify(room, 'countersign.claim', { change, promptId: prompt.id, claim });
}

/** Creates or renews a claim, which expires when it is not renewed. No other operator exists here. */
export function claimFor(house: DemoShared, prompt: Prompt, by: Operator, policy: Policy): Claim {
  const moment = {
    now: house.ports.now(),
    operator: by.id,
    name: by.name,
    policy: policy.classes[prompt.severity],
  };
  const { claim, ...outcome } = takeLease(prompt.claim, moment);
  if (outcome.kind === 'refused' || outcome.step === null) return claim;
  setClaim(house, { prompt, claim, change: outcome.step.change });
  house.ports.schedule(() => {
    const later = house.prompts.get(prompt.id);
    if (!later?.claim) return;
    const step = settleLease(later.claim, { ...moment, now: house.ports.now() });
    if (step !== null) setClaim(house, { prompt: later, ...step });
  }, claim.until - moment.now);
  return claim;
}

/** Snoozes a prompt until a time, and ends the snooze then. */
export function snoozeFor(
  house: DemoShared,
  prompt: Prompt,
  by: Operator,
  { until, reason }: CreateSnooze,
): Prompt {
  const at = house.ports.now();
  const snooze = { operator: by.id, name: by.name, at, until, reason };
  house.ports.schedule(
    () => {
      const later = house.prompts.get(prompt.id);
      if (later?.snooze?.until === until) wake(house, later);
    },
    Math.min(until - at, LONGEST_TIMER_MS),
  );
  return changePrompt(house, { ...prompt, snooze }, 'snoozed');
}

export const wake = (house: DemoShared, prompt: Prompt): Prompt =>
  changePrompt(house, { ...prompt, snooze: null }, 'woken');

/** One more step of what the agent allows; null when it allows none, or another deadline was shown. */
export function extend(house: DemoShared, prompt: Prompt, expiresAt: number): Prompt | null {
  const decided = extendDeadline(prompt, expiresAt, house.ports.now());
  if (decided.kind === 'refused') return null;
  const { kind: _kind, ...later } = decided;
  return changePrompt(house, { ...prompt, ...later }, 'extended');
}

/** Adds a comment; a repeated request adds it once. */
export function comment(
  house: DemoShared,
  prompt: Prompt,
  by: Operator,
  { feedback, idempotencyKey: id }: CreateComment,
): Prompt {
  // What was recorded with an older release has none.
  const before = prompt.comments ?? [];
  if (before.some((said) => said.id === id)) return prompt;
  const said = { id, by: { id: by.id, name: by.name }, at: house.ports.now(), feedback };
  return changePrompt(house, { ...prompt, comments: [...before, said] }, 'commented');
}

/** Takes an answer back that has not left; null when it has. */
export function recall(house: DemoShared, prompt: Prompt): Decision | null {
  const { decision } = prompt;
  const room = house.rooms.get(logOf(prompt));
  if (!decision || !room) return null;
  if (!isRecallable(decision, { isHeld: false, isTried: false }, house.ports.now())) return null;
  const recalled: Decision = { ...decision, state: 'recalled' };
  house.notify(room, 'countersign.decision', { change: 'recalled', decision: recalled });
  const open: Prompt = { ...prompt, state: 'open', closedAt: null, decision: null };
  changePrompt(house, open, 'reopened');
  return recalled;
}

/** It was opened by an operator for the first time. */
export function see(house: DemoShared, prompt: Prompt, by: Operator): void {
  if (prompt.seen !== null) return;
  const seen = { at: house.ports.now(), operator: by.id, name: by.name };
  changePrompt(house, { ...prompt, seen }, 'rescheduled');
}
