import type { JsonObject } from '@countersign/json/json-object';
import type { UpMessage } from './message.ts';

/** What a person has attached to words: texts as entries of a context, files as parts of a message. */
export interface Attachments {
  context: JsonObject[];
  parts: JsonObject[];
}

/** What is attached to the words in a message; null = nothing. */
export function attachmentsOf({ upFeedback }: UpMessage): Attachments | null {
  const isWords = upFeedback?.type === 'instruction' || upFeedback?.type === 'comment';
  if (!isWords || upFeedback.content.attached === undefined) return null;
  const { context = [], parts = [] } = upFeedback.content.attached;
  return context.length + parts.length === 0 ? null : { context, parts };
}

/** The message without what is attached to it, for where that travels beside it. */
export function withoutAttachments(message: UpMessage): UpMessage {
  const { upFeedback } = message;
  if (upFeedback?.type !== 'instruction' && upFeedback?.type !== 'comment') return message;
  const { attached: _, ...content } = upFeedback.content;
  return { ...message, upFeedback: { ...upFeedback, content } };
}
