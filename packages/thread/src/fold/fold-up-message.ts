import type { UpMessage } from '@countersign/upformat/message';
import { parseUpMessage } from '@countersign/upformat/parse';
import type { Cause } from '../cause.ts';
import { isForeign, readPrompt } from '../prompts.ts';
import { lookup } from '../thread-index.ts';
import type { Draft } from './draft.ts';
import { addDerivedAnomaly } from './fold-anomaly.ts';

const maxRawChars = 4_000;

/** An UpFormat message of the stream; one that cannot be read is quarantined: shown, never a prompt (docs/protocol/message.md). */
export function foldUpMessage(draft: Draft, cause: Cause, value: unknown): void {
  const parsed = parseUpMessage(value, {
    threadId: draft.thread.threadId,
    timestamp: new Date(cause.envelope.receivedAt).toISOString(),
  });
  if (!parsed.ok) {
    addDerivedAnomaly(draft, cause, {
      anomaly: 'message-quarantined',
      detail: parsed.problems[0]?.message ?? 'not an UpFormat message',
      statement: parsed.problems[0]?.statement,
      raw: (JSON.stringify(value) ?? '').slice(0, maxRawChars),
      issues: parsed.problems,
    });
    return;
  }
  const { message } = parsed;
  const promptId = readPrompt(draft, cause, message);
  const isForeignEnd = promptId === null && isForeign(draft, message.messageId);
  place(draft, cause, { message, promptId });
  // A forwarded answer does not contain the agent's own state, nor does the end of a question that was not asked in UpFormat.
  if (message.upFeedback !== undefined || isForeignEnd) return;
  const { upStates } = draft.thread;
  // Senders that are not listed with the thread have no state there either.
  if (draft.index.agents.has(cause.speaker) || Object.hasOwn(upStates, cause.speaker)) {
    draft.thread.upStates = { ...upStates, [cause.speaker]: message.state };
  }
  draft.thread.upState = message.state;
}

/** A revision stays in its place; a message that changes its state is added again. */
function place(
  draft: Draft,
  cause: Cause,
  { message, promptId }: { message: UpMessage; promptId: string | null },
): void {
  const position = draft.find(lookup.upMessage(message.messageId));
  const known = draft.item(position, 'up-message');
  if (position === undefined || known === undefined || known.message.state !== message.state) {
    draft.append(cause, { kind: 'up-message', message, promptId });
    return;
  }
  const item = draft.edit(position, 'up-message');
  if (item === undefined) return;
  item.message = message;
  item.promptId = promptId;
  item.lastSequence = cause.envelope.sequence;
}
