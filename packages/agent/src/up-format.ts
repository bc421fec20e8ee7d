import type { UpMessage, UpPrompt } from '@countersign/upformat/message';
import { type Proposal, payloadOf } from '@countersign/upformat/reading/bare-payload';
import { withUpPrompt } from '@countersign/upformat/up-prompt';
import type { Run } from './runs/run.ts';

type Named<Type> = { [Name in keyof Type as string extends Name ? never : Name]: Type[Name] };

/**
 * An UpFormat message without the members that the run adds. The payload may be a list or a text as it is. Members of `upPrompt`
 * (`ask`, `effect`, `expiresAt`, …) may also be given at the top level: they are moved there.
 */
export type UpMessagePart<Payload = Proposal> = Partial<
  Omit<Named<UpMessage>, 'payload' | 'barePayload'>
> &
  Pick<UpMessage, 'state'> &
  Partial<Omit<Named<UpPrompt>, 'allowed' | 'answers'>> & {
    payload?: Payload | undefined;
    allowedFeedback?: UpPrompt['allowed'];
    [member: string]: unknown;
  };

/** A part as it is read. */
export function readPart({ payload, ...rest }: Partial<UpMessagePart>): Partial<UpMessage> {
  return withUpPrompt({ ...rest, ...(payload === undefined ? {} : payloadOf(payload)) });
}

/**
 * Completes a part to a whole message: id, thread, time, sender, and as parent the previous message of the run, so that the
 * lineage is complete. Members of the part are kept.
 */
export function upFormatOf(run: Run, part: UpMessagePart): UpMessage {
  const { last } = run.lineage;
  const message: UpMessage = {
    // A revision keeps its messageId and must not become its own parent.
    ...(last === undefined || last === part.messageId ? {} : { parentMessageId: last }),
    ...readPart(part),
    state: part.state,
    messageId: part.messageId ?? run.createId(),
    threadId: part.threadId ?? run.threadId,
    timestamp: part.timestamp ?? new Date(run.clock.now()).toISOString(),
    agentId: part.agentId ?? run.agentId,
  };
  run.lineage.last = message.messageId;
  return message;
}
