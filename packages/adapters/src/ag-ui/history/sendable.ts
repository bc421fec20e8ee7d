import type { Message } from '@countersign/hai/event';
import { callsOf } from './called-tool.ts';
import { behindResults } from './history-draft.ts';

/** What is said of a call whose result nobody knows, and nobody will tell any more. */
export const noResult = 'No result: this call was not answered.';

/**
 * The messages a new run is sent: without activities, which are display alone, and without messages that only showed
 * something and said no word.
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
 * Gives every call that has none a result that says so: many models refuse a history in which a call hangs. `reasons` tells
 * why, by the id of the call. The ids are the same each time, so that an agent which merges by id does not keep two.
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

/** Puts a result behind the call it belongs to; at the end when the call is not there. */
export function withResult(messages: readonly Message[], result: Message): Message[] {
  const called = messages.findIndex((message) =>
    callsOf(message).some(({ id }) => id === result.toolCallId),
  );
  const place = called === -1 ? messages.length : behindResults(messages, called + 1);
  return messages.toSpliced(place, 0, result);
}
