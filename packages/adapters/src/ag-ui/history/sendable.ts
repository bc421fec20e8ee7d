import type { Message } from '@countersign/hai/event';
import { callsOf } from './called-tool.ts';
import { behindResults } from './history-draft.ts';

/** The result sent for a call without one. */
export const noResult = 'No result of this call was received.';

/**
 * The messages sent to a new run: without activities, which are for display only, and without messages that have outputs but no
 * text.
 */
export function sendable(messages: readonly Message[]): Message[] {
  return messages.flatMap((message) => {
    if (message.role === 'activity') return [];
    if (message.content !== null) return [message];
    const { content: _, ...wordless } = message;
    return message.role === 'assistant' && callsOf(message).length > 0 ? [wordless] : [];
  });
}

/**
 * Adds an error result to every call without a result: many models refuse a history with open calls. `reasons` has the reason
 * by call id. The ids of these results are stable, so that an agent which merges by id keeps only one.
 */
export function closeCalls(
  messages: readonly Message[],
  reasons: ReadonlyMap<string, string> = new Map(),
): Message[] {
  const answered = new Set(messages.map(({ toolCallId }) => toolCallId));
  const closed: Message[] = [];
  for (let place = 0; place < messages.length; place += 1) {
    const message = messages[place];
    if (message === undefined) break;
    closed.push(message);
    const hanging = callsOf(message).filter(({ id }) => !answered.has(id));
    if (hanging.length === 0) continue;
    const end = behindResults(messages, place + 1);
    closed.push(...messages.slice(place + 1, end));
    for (const { id } of hanging) {
      const error = reasons.get(id) ?? noResult;
      answered.add(id);
      closed.push({
        id: `${id}-no-result`,
        role: 'tool',
        toolCallId: id,
        content: error,
        error,
      });
    }
    place = end - 1;
  }
  return closed;
}

/** Puts a result after the call it belongs to; at the end if the call is not there. */
export function withResult(messages: readonly Message[], result: Message): Message[] {
  const called = messages.findIndex((message) =>
    callsOf(message).some(({ id }) => id === result.toolCallId),
  );
  const place = called === -1 ? messages.length : behindResults(messages, called + 1);
  return messages.toSpliced(place, 0, result);
}
