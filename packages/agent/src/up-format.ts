import type { UpMessage, UpPrompt } from '@countersign/upformat/message';
import { withUpPrompt } from '@countersign/upformat/up-prompt';
import type { Run } from './run.ts';

/**
 * An UpFormat message without the members that the run adds. Members of `upPrompt` (`ask`, `effect`, `expiresAt`, …) may also
 * be given at the top level: they are moved there.
 */
export type UpMessagePart = Partial<UpMessage> &
  Pick<UpMessage, 'state'> &
  Partial<Omit<UpPrompt, 'allowed' | 'answers'>> & { allowedFeedback?: UpPrompt['allowed'] };

/**
 * Completes a part to a whole message: id, thread, time, sender, and as parent the previous message of the run, so that the
 * lineage is complete. Members of the part are kept.
 */
export function upFormatOf(run: Run, part: UpMessagePart): UpMessage {
  const { last } = run.lineage;
  const message: UpMessage = {
    // A revision keeps its messageId and must not become its own parent.
    ...(last === undefined || last === part.messageId ? {} : { parentMessageId: last }),
    ...withUpPrompt(part),
    messageId: part.messageId ?? run.createId(),
    threadId: part.threadId ?? run.threadId,
    timestamp: part.timestamp ?? new Date(run.clock.now()).toISOString(),
    agentId: part.agentId ?? run.agentId,
  };
  run.lineage.last = message.messageId;
  return message;
}
