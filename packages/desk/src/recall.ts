import type { Decider, Decision, Prompt } from '@countersign/api/prompt';
import type { ClassPolicy } from '@countersign/api/settings/policy';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { canAnswerFollow, canFollow } from './prompt-life.ts';

/**
 * Until when an answer is held, so that it can be recalled, epoch ms; null = it is sent at once. The agent (`holdMs` of the question) and
 * who answers (`holdMs` of the request) may make the time shorter than the policy, never longer.
 */
export function releaseAtOf(
  by: Pick<Decider, 'kind'>,
  { expiresAt, message }: Pick<Prompt, 'expiresAt' | 'message'>,
  given: {
    now: number;
    policy: Pick<ClassPolicy, 'recallMs'>;
    holdMs?: number | undefined;
    /** Given with others: it leaves with them, and this long after now at the latest, milliseconds. */
    batchMs?: number | undefined;
  },
): number | null {
  if (by.kind === 'default' || by.kind === 'escalation') return null;
  const { now, policy, holdMs = policy.recallMs, batchMs } = given;
  const recallMs = Math.min(policy.recallMs, holdMs, upPromptOf(message).holdMs ?? holdMs);
  const isNear = expiresAt !== null && expiresAt - now < 2 * recallMs;
  if (recallMs === 0 || isNear) return null;
  if (batchMs === undefined) return now + recallMs;
  return Math.min(now + batchMs, (expiresAt ?? Number.POSITIVE_INFINITY) - recallMs);
}

/** Whether an answer has not been sent: its recall window has not ended, or it waits (`isHeld`) for others or for a run. */
export const isStillHere = (
  { state, releaseAt }: Pick<Decision, 'state' | 'releaseAt'>,
  isHeld: boolean,
  now: number,
): boolean =>
  canAnswerFollow(state, 'recalled') && (isHeld || (releaseAt !== null && releaseAt > now));

/** Whether an answer can still be recalled: it has not been sent or leased (`isTried`). */
export function isRecallable(
  decision: Pick<Decision, 'state' | 'by' | 'releaseAt'>,
  { isHeld, isTried }: { isHeld: boolean; isTried: boolean },
  now: number,
): boolean {
  // A default has no author who could recall it.
  const { kind } = decision.by;
  return (kind === 'operator' || kind === 'rule') && !isTried && isStillHere(decision, isHeld, now);
}

/** Whether this operator may recall it: its author and administrators; what a line of the policy answers, everyone. */
export const mayRecall = (
  { by }: Pick<Decision, 'by'>,
  { operatorId, isAdmin }: { operatorId: string; isAdmin: boolean },
): boolean =>
  isAdmin || (by.kind === 'operator' && by.id === operatorId) || by.id.startsWith('rule:policy-');

/**
 * Whether a prompt opens again when its answer was refused or could not be delivered. A default is not sent again, and a prompt
 * past its deadline stays closed.
 */
export function opensAgain(
  { state, expiresAt, way }: Pick<Prompt, 'state' | 'expiresAt' | 'way'>,
  { by }: Pick<Decision, 'by'>,
  now: number,
): boolean {
  if (!canFollow(state, 'open') || by.kind === 'default' || by.kind === 'escalation') return false;
  const isOver = expiresAt !== null && expiresAt <= now;
  return !isOver && way?.run !== 'stopped';
}

/** In whose name the answer is sent: a person's or the server's. */
export function senderOf({ kind, id }: Decider): string {
  if (kind === 'operator') return `operator:${id}`;
  return kind === 'rule' ? `countersign:${id}` : id;
}
