import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { A2aMessage } from './frames.ts';
import { upFormatIn } from './parts.ts';

/** What the question of a task consists of, for the reader of questions. `id`: if its message has none. */
export const questionOf = (message: A2aMessage | null, id: string): JsonObject => ({
  messageId: message?.messageId ?? id,
  text: message === null ? '' : (wordsIn(message) ?? ''),
  data: (message?.parts ?? []).flatMap((part) =>
    part.kind === 'data' && upFormatIn(part) === undefined ? [part.data] : [],
  ),
  inUpFormat: (message?.parts ?? []).some((part) => isQuestion(upFormatIn(part))),
});

const isQuestion = (message: unknown): boolean =>
  isObject(message) &&
  (message['state'] === 'needsHumanDecision' || message['state'] === 'followup');

/** The text of a message; null = it has none. */
export function wordsIn({ parts }: A2aMessage): string | null {
  const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('\n');
  return text.trim() === '' ? null : text.trim();
}
