import type { Message } from '@countersign/hai/event';
import { isObject, memberOf } from '@countersign/json/json-object';

/** A text that was received piece by piece: enough to recognise it at the start of a longer one. */
interface Said {
  chars: number;
  hash: number;
}

/** FNV-1a, 32 bits, continued. */
function hashed(text: string, from: number): number {
  let hash = from;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}

const start: Said = { chars: 0, hash: 0x811c9dc5 };

/** More messages in one run are not remembered. */
const maxKnown = 20_000;

/**
 * What of a run's agent is already in the thread: A2A repeats whole tasks when a task is read again or continued. Filled from
 * the run's own events, from those before a restart, and from earlier messages of the thread.
 */
export interface KnownMessages {
  has(messageId: string): boolean;
  /** The last number from `from` on whose id, `prefix` and the number, is known without a gap; `from` itself need not be. */
  last(prefix: string, from: number): number;
  /** The part of `whole` behind what was said under this id; null = it is another text. */
  rest(messageId: string, whole: string): string | null;
  /** Takes note of a HAI event. */
  note(event: unknown): void;
}

export function createKnownMessages(messages: readonly Message[]): KnownMessages {
  const said = new Map<string, Said>();
  /** Counting continues where it ended. */
  const lasts = new Map<string, number>();
  const add = (messageId: string, text: string) => {
    const { chars, hash } = said.get(messageId) ?? start;
    if (said.size >= maxKnown && !said.has(messageId)) return;
    said.set(messageId, { chars: chars + text.length, hash: hashed(text, hash) });
  };
  for (const { id, content } of messages) add(id, typeof content === 'string' ? content : '');
  return {
    has: (messageId) => said.has(messageId),
    last(prefix, from) {
      let number = lasts.get(prefix) ?? from;
      while (said.has(`${prefix}${number + 1}`)) number += 1;
      if (number > from) lasts.set(prefix, number);
      return number;
    },
    rest(messageId, whole) {
      const { chars, hash } = said.get(messageId) ?? start;
      if (whole.length < chars) return null;
      return hashed(whole.slice(0, chars), start.hash) === hash ? whole.slice(chars) : null;
    },
    note(event) {
      const type = memberOf(event, 'type');
      const messageId = memberOf(event, 'messageId');
      if (typeof messageId === 'string') {
        const delta = memberOf(event, 'delta');
        if (type === 'BUSINESS_DATA_START') add(messageId, '');
        if (type === 'BUSINESS_DATA_CONTENT')
          add(messageId, typeof delta === 'string' ? delta : '');
      }
      const value = memberOf(event, 'value');
      if (type !== 'CUSTOM' || !isObject(value)) return;
      const own = value['messageId'];
      if (typeof own === 'string') add(upFormatId(own), '');
    },
  };
}

/** Under which an UpFormat message, or a question, is known. */
export const upFormatId = (messageId: string): string => `upformat:${messageId}`;
