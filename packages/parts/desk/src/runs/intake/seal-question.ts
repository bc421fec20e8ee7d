import type { ForeignAsk } from '@countersign/adapters/ask';
import type { Altered } from '@countersign/adapters/keep-exact';
import { say } from '@countersign/api/statements';
import type { Issue } from '@countersign/hai/decoded';
import { faultAt } from '@countersign/json/fault';
import { pointerOf } from '@countersign/json/json-pointer';
import { wellFormedText } from '@countersign/json/well-formed-text';
import type { UpMessage } from '@countersign/upformat/message';
import { parseUpMessage } from '@countersign/upformat/parse';
import { isPrompt } from '@countersign/upformat/prompt';
import { digestOf } from '../../decisions/questions/digest.ts';
import type { ReceivedAsk } from '../../decisions/questions/received-ask.ts';
import type { IngestEvent } from './ingest-item.ts';

/** A question above this size (characters) cannot be answered by a person. */
export const maxAskChars = 500_000;

export const isTooLarge = (message: UpMessage): boolean =>
  isPrompt(message) && JSON.stringify(message).length > maxAskChars;

/** Content that cannot be sealed cannot be bound to an answer: a lone surrogate, excessive depth. */
export function seal(message: UpMessage): NonNullable<IngestEvent['up']> | { problems: Issue[] } {
  if (isTooLarge(message)) {
    return { problems: [faultAt('', say('stream.question-too-large', { limit: maxAskChars }))] };
  }
  try {
    return { message, digest: digestOf(message) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not canonical';
    return { problems: [faultAt('', say('stream.not-sealable', { reason }))] };
  }
}

/** Adds to the question what of it is not as it was sent, under the seal. */
export function withAltered(message: UpMessage, altered: readonly Altered[]): UpMessage {
  if (altered.length === 0 || !isPrompt(message)) return message;
  const found = altered.map(({ path, problem, value }) => ({
    path: wellFormedText(pointerOf(inMessage(path))),
    problem,
    value: wellFormedText(value),
  }));
  return { ...message, unread: [...(message.unread ?? []), ...found] };
}

/** Converts a path in the frame to a path in the message. */
function inMessage(path: readonly string[]): readonly string[] {
  if (path[0] === 'value') return path.slice(1);
  return path[0] === 'delta' && path[1] === 'output' && path[2] === 'message'
    ? path.slice(3)
    : path;
}

function asReadBefore(
  message: UpMessage,
  { unread = [], barePayload }: Pick<UpMessage, 'unread' | 'barePayload'>,
): UpMessage {
  const all = [...unread, ...(message.unread ?? [])];
  return {
    ...message,
    ...(barePayload === undefined ? {} : { barePayload }),
    ...(all.length === 0 ? {} : { unread: all }),
  };
}

/** Reads a question in a format other than UpFormat as a message, and seals it. */
export function sealAsk(
  ask: ForeignAsk,
  altered: readonly Altered[],
): ReceivedAsk | { problems: Issue[] } {
  // What its reader noted about the message is no part of what is read.
  const { unread = [], barePayload, ...own } = ask.message;
  const parsed = parseUpMessage(own);
  const sealed = parsed.ok
    ? seal(withAltered(asReadBefore(parsed.message, { unread, barePayload }), altered))
    : { problems: parsed.problems };
  if ('problems' in sealed) return sealed;
  return { ...sealed, origin: ask.origin, source: ask.source };
}
