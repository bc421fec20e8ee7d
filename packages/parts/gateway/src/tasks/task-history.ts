import type { RelayMessage, RelayPart } from '@countersign/adapters/relay/neutral';
import type { RelayRecord } from '@countersign/part-desk/relayed/relay-record';
import type { Thread } from '@countersign/thread/thread';
import type { ThreadPrompt } from '@countersign/thread/thread-prompt';
import type { UpFeedback } from '@countersign/upformat/message';
import { partsOf, questionIdOf } from './task-answer.ts';

/** A conversation may be long, and a message may carry files. */
export const maxHistory = 100;

/**
 * The newest messages of a task as its caller had or has them, oldest first: what the task was sent, what was asked, and how the
 * caller itself answered. What is asked now is the message of the status, what the agent returns is its artifacts, and answers of
 * other people are theirs.
 */
export function historyOf(
  { items, prompts }: Pick<Thread, 'items' | 'prompts'>,
  { caller, messageId }: RelayRecord,
  length: number,
): RelayMessage[] {
  const sent = items.flatMap((item) =>
    item.kind === 'message' && item.role === 'user'
      ? [{ id: item.messageId, sequence: item.sequence, parts: partsOf(item) }]
      : [],
  );
  const reported = sent.map(({ id, sequence, parts }, at): Placed => {
    // The first is the message that started it, which the caller knows by its own id.
    return { sequence, message: { id: (at === 0 ? messageId : null) ?? id, role: 'user', parts } };
  });
  const asked = Object.values(prompts).flatMap((prompt) => exchange(prompt, caller));
  const all = [...reported, ...asked].sort((one, other) => one.sequence - other.sequence);
  return all.slice(-Math.min(length, maxHistory)).map(({ message }) => message);
}

interface Placed {
  sequence: number;
  message: RelayMessage;
}

/** A question that is open no more, and the answer that the caller gave. */
function exchange(prompt: ThreadPrompt, caller: string): Placed[] {
  const { state, blocking, ask, sequence, decision } = prompt;
  if (state === 'open' || !blocking) return [];
  const id = questionIdOf(prompt);
  const question: RelayMessage = { id, role: 'agent', parts: [{ kind: 'text', text: ask }] };
  const isOwn = decision?.by.kind === 'operator' && decision.by.id === caller;
  if (!isOwn) return [{ sequence, message: question }];
  const parts = [answerPart(decision.feedback)];
  const answer: RelayMessage = { id: decision.id, role: 'user', parts };
  return [question, answer].map((message) => ({ sequence, message }));
}

const answerPart = (feedback: UpFeedback): RelayPart =>
  feedback.type === 'instruction'
    ? { kind: 'text', text: feedback.content.text }
    : { kind: 'data', data: feedback };
