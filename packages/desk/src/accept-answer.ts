import type { Prompt } from '@countersign/api/prompt';
import type { Issue } from '@countersign/hai/decoded';
import { faultAt } from '@countersign/json/fault';
import type { UpFeedback } from '@countersign/upformat/message';
import { say } from './statements.ts';

/** What has changed since the prompt was shown: answered, expired, revised, or claimed by another operator; null = nothing. */
export function obstacleOf(
  prompt: Pick<Prompt, 'state' | 'digest'>,
  { by, digest, holder }: { by: string | null; digest: string; holder: string | null },
): 'answered' | 'closed' | 'changed' | 'claimed' | null {
  if (prompt.state === 'answered') return 'answered';
  if (prompt.state !== 'open') return 'closed';
  if (prompt.digest !== digest) return 'changed';
  return holder !== null && holder !== by ? 'claimed' : null;
}

/** Whether feedback of a kind is only added to a question: a comment, unless this agent accepts comments as answers. */
export const isAside = (
  { commentsAnswer }: Pick<Prompt, 'commentsAnswer'>,
  type: string | null,
): boolean => type === 'comment' && !commentsAnswer;

/** Why a comment does not answer a prompt, or null: it is no comment, or it does. */
export function commentFault(
  prompt: Pick<Prompt, 'commentsAnswer'>,
  feedback: Pick<UpFeedback, 'type'>,
): Issue | null {
  if (!isAside(prompt, feedback.type)) return null;
  return faultAt('/type', say('answer.comment-only'));
}

/**
 * Whether comments are sent to the agent. Only an open run can receive one: a comment does not start a run. And only agents that
 * use `upPrompt` support comments on a question; earlier versions of the agent library, and agents that implement only the
 * published specification, take the first feedback for the answer.
 */
export const receivesComments = ({ way, message }: Pick<Prompt, 'way' | 'message'>): boolean =>
  way?.by === 'feedback' && message.upPrompt !== undefined;
