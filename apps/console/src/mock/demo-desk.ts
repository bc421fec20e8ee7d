import type { ClaimFact, PromptFact } from '@countersign/api/fact';
import type { Operator } from '@countersign/api/operator';
import type { Policy } from '@countersign/api/policy';
import type { Claim, CreateComment, CreateSnooze, Decision, Prompt } from '@countersign/api/prompt';
import type { House } from './demo-room.ts';

/** A browser's timer that waits longer fires at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** Puts a prompt there as it is now, and tells of it. */
export function changePrompt(house: House, prompt: Prompt, change: PromptFact['change']): Prompt {
  const room = house.rooms.get(prompt.taskId);
  if (room) house.tell(room, 'countersign.prompt', { change, prompt });
  return prompt;
}

/** Gives a prompt to its operator for as long as the policy says; null lets go of it. */
export function setClaim(
  house: House,
  { prompt, claim, change }: { prompt: Prompt; claim: Claim | null; change: ClaimFact['change'] },
): void {
  const room = house.rooms.get(prompt.taskId);
  house.prompts.set(prompt.id, { ...prompt, claim });
  if (room) house.tell(room, 'countersign.claim', { change, promptId: prompt.id, claim });
}

/** Takes or renews a claim, and lets it end when it is not renewed. */
export function claimFor(house: House, prompt: Prompt, by: Operator, policy: Policy): Claim {
  const now = house.ports.now();
  const { claimLeaseMs } = policy.classes[prompt.severity];
  const claim: Claim = {
    operator: by.id,
    name: by.name,
    since: prompt.claim?.since ?? now,
    until: now + claimLeaseMs,
    takeOver: null,
  };
  setClaim(house, { prompt, claim, change: prompt.claim === null ? 'claimed' : 'renewed' });
  house.ports.schedule(() => {
    const later = house.prompts.get(prompt.id);
    if (later?.claim?.until !== claim.until) return;
    setClaim(house, { prompt: later, claim: null, change: 'expired' });
  }, claimLeaseMs);
  return claim;
}

/** Puts a prompt aside until a time, and brings it back then. */
export function snoozeFor(
  house: House,
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

export const wake = (house: House, prompt: Prompt): Prompt =>
  changePrompt(house, { ...prompt, snooze: null }, 'woken');

/** One more step of what the agent allows; null when it allows none, or another deadline was shown. */
export function extend(house: House, prompt: Prompt, expiresAt: number): Prompt | null {
  const { extension } = prompt;
  if (extension === null || extension.left < 1 || prompt.expiresAt !== expiresAt) return null;
  return changePrompt(
    house,
    {
      ...prompt,
      expiresAt: expiresAt + extension.seconds * 1_000,
      extension: { ...extension, left: extension.left - 1 },
    },
    'extended',
  );
}

/** Adds what somebody says about it; the same words sent twice are said once. */
export function comment(
  house: House,
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
export function recall(house: House, prompt: Prompt): Decision | null {
  const { decision } = prompt;
  const left = decision?.releaseAt === null || (decision?.releaseAt ?? 0) <= house.ports.now();
  const room = house.rooms.get(prompt.taskId);
  if (!decision || left || !room) return null;
  const recalled: Decision = { ...decision, state: 'recalled' };
  house.tell(room, 'countersign.decision', { change: 'recalled', decision: recalled });
  const open: Prompt = { ...prompt, state: 'open', closedAt: null, decision: null };
  changePrompt(house, open, 'reopened');
  return recalled;
}

/** Somebody has it open for the first time. */
export function see(house: House, prompt: Prompt, by: Operator): void {
  if (prompt.seen !== null) return;
  const seen = { at: house.ports.now(), operator: by.id, name: by.name };
  changePrompt(house, { ...prompt, seen }, 'rescheduled');
}
