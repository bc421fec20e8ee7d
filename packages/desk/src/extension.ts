import type { Prompt } from '@countersign/api/prompt';
import type { WrittenStatement } from '@countersign/json/statement';
import type { UpMessage } from '@countersign/upformat/message';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { isDue } from './deadline.ts';
import { say } from './statements.ts';

/** What may still be added to the deadline: the agent's limit minus the used steps; null = the agent allows none. */
export function extensionOf(message: UpMessage, used: number): Prompt['extension'] {
  const { extension, expiresAt } = upPromptOf(message);
  if (extension === undefined || expiresAt === undefined) return null;
  return { seconds: extension.seconds, left: Math.max(0, (extension.limit ?? 1) - used) };
}

/** The members of a prompt that determine whether its deadline can be extended. */
type Extendable = Pick<Prompt, 'state' | 'expiresAt' | 'extension'>;

/** `expiresAt`: the new deadline, epoch ms. */
export type Extension =
  | { kind: 'extended'; expiresAt: number; extension: NonNullable<Prompt['extension']> }
  | { kind: 'refused'; reason: WrittenStatement };

/** Extends a deadline by one step of what the agent allows. `shown`: the deadline that the operator saw, epoch ms. */
export function extendDeadline(prompt: Extendable, shown: number, now: number): Extension {
  const { extension, expiresAt } = prompt;
  if (prompt.state !== 'open') return refused(say('prompt.not-open'));
  if (isDue(prompt, now)) return refused(say('deadline.passed'));
  if (extension === null) return refused(say('deadline.not-allowed'));
  // Checked first: an operator who was shown an older deadline must see the new one, even if it can still be extended.
  if (expiresAt !== shown) return refused(say('deadline.moved'));
  if (extension.left === 0) return refused(say('deadline.used-up'));
  return {
    kind: 'extended',
    expiresAt: shown + extension.seconds * 1_000,
    extension: { ...extension, left: extension.left - 1 },
  };
}

const refused = (reason: WrittenStatement): Extension => ({ kind: 'refused', reason });

/** The message that notifies the agent: the same question with the new deadline. Times are epoch ms. */
export function extensionNotice(
  { message }: Pick<Prompt, 'message'>,
  notice: { messageId: string; operatorId: string; expiresAt: number; now: number },
): UpMessage {
  return {
    messageId: notice.messageId,
    threadId: message.threadId,
    parentMessageId: message.messageId,
    timestamp: new Date(notice.now).toISOString(),
    state: message.state,
    upPrompt: { expiresAt: new Date(notice.expiresAt).toISOString() },
    agentId: `operator:${notice.operatorId}`,
  };
}
