import type { ClassPolicy } from '@countersign/api/policy';
import type { Decider, Prompt } from '@countersign/api/prompt';
import type { Issue } from '@countersign/hai/decoded';
import type { UpFeedback } from '@countersign/upformat/message';
import { holderOf } from './claim-lease.ts';
import { missingReason } from './reason.ts';

/** A submitted answer. */
export interface Offered {
  by: Pick<Decider, 'id'>;
  feedback: UpFeedback;
  /** Of what was shown. */
  digest: string;
  /** Answers although another operator has claimed the prompt. */
  despiteClaim: boolean;
}

/** Why an answer is not accepted: already answered, expired, changed since it was shown, claimed by another operator, or invalid. */
export type AnswerRefusal =
  | { kind: 'answered' | 'closed' | 'changed' | 'claimed' }
  | { kind: 'invalid'; errors: Issue[] };

/** Why a prompt, as time has left it, does not take an answer; null = it does. That it fits the schema is for `judgeFeedback`. */
export function answerRefusal(
  prompt: Prompt,
  { by, feedback, digest, despiteClaim }: Offered,
  moment: { now: number; policy: Pick<ClassPolicy, 'claimLeaseMs' | 'takeOverMs' | 'reasonFor'> },
): AnswerRefusal | null {
  if (prompt.state === 'answered') return { kind: 'answered' };
  if (prompt.state !== 'open') return { kind: 'closed' };
  if (prompt.digest !== digest) return { kind: 'changed' };
  const holder = holderOf(prompt.claim, moment);
  if (!despiteClaim && holder !== null && holder !== by.id) return { kind: 'claimed' };
  const fault =
    commentFault(prompt, feedback) ?? missingReason(moment.policy, prompt.message, feedback);
  return fault === null ? null : { kind: 'invalid', errors: [fault] };
}

/** Why a comment does not answer a prompt, or null: it is no comment, or it does. */
export function commentFault(
  { commentsAnswer }: Pick<Prompt, 'commentsAnswer'>,
  feedback: UpFeedback,
): Issue | null {
  if (feedback.type !== 'comment' || commentsAnswer) return null;
  return { path: '/type', message: 'A comment is added to the question and does not answer it.' };
}

/**
 * Whether comments are sent to the agent. Only an open run can receive one: a comment does not start a run. And only agents that
 * use `upPrompt` support comments on a question; earlier versions of the agent library, and agents that implement only the
 * published specification, take the first feedback for the answer.
 */
export const hearsComments = ({ way, message }: Pick<Prompt, 'way' | 'message'>): boolean =>
  way?.by === 'feedback' && message.upPrompt !== undefined;
