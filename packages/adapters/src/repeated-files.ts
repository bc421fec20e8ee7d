import { contentOf } from '@countersign/hai/attached';
import type { Message } from '@countersign/hai/event';
import { type JsonObject, memberOf } from '@countersign/json/json-object';
import type { RunBase } from './protocol/continuation.ts';

/** Characters of files that are sent again with a conversation: the body of a request is limited where it is received. */
const maxChars = 1_500_000;

/** The conversation with the files of its messages, the newest first as far as there is room; the names of all are in the words. */
export function withFiles(
  messages: readonly Message[],
  files: RunBase['files'] = new Map(),
): readonly Message[] {
  if (files.size === 0) return messages;
  let left = maxChars;
  return messages
    .toReversed()
    .map((message) => {
      const parts = files.get(message.id) ?? [];
      if (message.role !== 'user' || typeof message.content !== 'string') return message;
      const fitting = parts.filter((part) => {
        const size = sizeOf(part);
        if (size <= left) left -= size;
        else return false;
        return true;
      });
      return { ...message, content: contentOf(message.content, fitting) };
    })
    .toReversed();
}

const sizeOf = (part: JsonObject): number => String(memberOf(part['source'], 'value') ?? '').length;
