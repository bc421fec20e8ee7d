import type { Fault } from '@countersign/json/fault';
import { isObject } from '@countersign/json/json-object';
import type { AskOrigin, AskPlace, ForeignAsk } from './ask.ts';
import { askMembers } from './ask-members.ts';
import { sayAsk } from './ask-statements.ts';
import { faultSentences } from './fault-text.ts';

/** It was meant to be UpFormat. */
export const unreadOrigin: AskOrigin = {
  protocol: 'upformat',
  kind: 'unread',
  answeredBy: 'words',
};

const maxRawChars = 20_000;
/** States that ask, also as models spell them. */
export const askingState = /human|decision|follow|approv|input|question|confirm/i;

/** Whether an unreadable value was meant as a question: by its state, or by members that only a question has. */
function looksLikeQuestion(value: unknown): boolean {
  if (!isObject(value) || isObject(value['upFeedback'])) return false;
  const { state, upThought, upPrompt, ask } = value;
  if (typeof state === 'string' && askingState.test(state)) return true;
  if (upPrompt !== undefined || (typeof ask === 'string' && ask.trim() !== '')) return true;
  return isObject(upThought) && upThought['questions'] !== undefined;
}

/**
 * An UpFormat message that cannot be read, as a prompt that a person can dismiss or answer with a new message; null if it does
 * not look like a question. `text` is the message as received; nothing else is derived from it.
 */
export function unreadAsk(
  value: unknown,
  { text, problems }: { text: string; problems: readonly Fault[] },
  place: AskPlace,
): ForeignAsk | null {
  if (!looksLikeQuestion(value)) return null;
  const given = isObject(value) ? value['messageId'] : undefined;
  const id = typeof given === 'string' && given !== '' ? given.slice(0, 300) : checksum(text);
  const first = problems.slice(0, 3);
  const why = first.map(({ path, message }) => `${path} ${message}`.trim());
  const faults = faultSentences(value, first);
  return {
    origin: unreadOrigin,
    source: { id, reason: null, toolName: null, together: null },
    message: {
      messageId: `unread:${place.runId}:${id}`,
      ...{ threadId: place.threadId, timestamp: place.timestamp, agentId: place.agentId },
      // The agent may be waiting for it: it notifies people like any question that blocks.
      state: 'needsHumanDecision',
      ...askMembers({
        ask: sayAsk('ask.unread'),
        explanation: [sayAsk('ask.unread-why', { faults })],
        effect: sayAsk('ask.unread-effect'),
        allowed: ['instruction', 'reject'],
      }),
      unread: [
        {
          path: '',
          // One a line.
          problem: why.join('\n') || 'It cannot be read.',
          value: text.slice(0, maxRawChars),
        },
      ],
      genUi: { type: 'unread', messageId: id },
    },
  };
}

/** FNV-1a, 32 bits: enough to distinguish the few messages of one run without an id. */
export function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(16);
}
