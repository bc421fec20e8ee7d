import { customName } from '@countersign/hai/event';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { type KnownMessages, upFormatId } from './known-messages.ts';
import { type Part, upFormatIn } from './parts.ts';

/** Longer ids of agents are cut: they only have to differ. */
const idOf = (text: string): string =>
  text.length <= 200 ? text : `${text.slice(0, 160)}~${text.length}~${text.slice(-30)}`;

/** The id in the thread of an agent's message. Operators' messages never begin like this. */
export const messageIdOf = (messageId: string): string => `a2a:${idOf(messageId)}`;

/** The id in the thread of an artifact. */
export const artifactIdOf = (taskId: string, artifactId: string): string =>
  `a2a:${idOf(taskId)}/${idOf(artifactId)}`;

/** Writes the events that say something in the thread, and notes each as known. */
export interface MessageEvents {
  /** Parts under an id, each only once: `appends` = they follow what was said under it, else they are the whole of it. */
  parts(id: string, parts: readonly Part[], how: { appends: boolean; isLast: boolean }): void;
  emit(event: JsonObject): void;
  /** Ends what is still open. */
  close(): void;
}

/** `out` receives the events; `open` holds the ids of messages that were begun; `protocol` is in the names of outputs. */
export function createTokenWriter(
  { known, open, protocol }: { known: KnownMessages; open: Set<string>; protocol: string },
  out: (event: JsonObject) => void,
): MessageEvents {
  const emit = (event: JsonObject) => {
    known.note(event);
    out(event);
  };
  const begin = (messageId: string) => {
    if (open.has(messageId)) return;
    open.add(messageId);
    emit({ type: 'BUSINESS_DATA_START', messageId, role: 'assistant' });
  };
  const end = (messageId: string) => {
    if (!open.delete(messageId)) return;
    emit({ type: 'BUSINESS_DATA_END', messageId, role: 'assistant' });
  };

  /** The id whose text this continues; a text that replaces the newest one continues under a new id. */
  const versionOf = (id: string, text: string): { messageId: string; rest: string } => {
    const version = known.last(`${id}~`, 1);
    const messageId = versionId(id, version);
    const rest = known.rest(messageId, text);
    return rest === null
      ? { messageId: versionId(id, version + 1), rest: text }
      : { messageId, rest };
  };

  const say = (id: string, text: string, appends: boolean): string => {
    const { messageId, rest } = appends
      ? { messageId: versionId(id, known.last(`${id}~`, 1)), rest: text }
      : versionOf(id, text);
    if (rest === '') return messageId;
    begin(messageId);
    emit({ type: 'BUSINESS_DATA_CONTENT', messageId, delta: rest });
    return messageId;
  };

  const show = (id: string, part: Exclude<Part, { kind: 'text' }>) => {
    const message = upFormatIn(part);
    if (message !== undefined) {
      const own = isObject(message) ? message['messageId'] : undefined;
      if (typeof own === 'string' && known.has(upFormatId(own))) return;
      emit({ type: 'CUSTOM', name: customName.upformat, value: message });
      return;
    }
    if (known.has(id)) return;
    begin(id);
    emit({
      type: 'BUSINESS_DATA_CONTENT',
      messageId: id,
      delta: { output: outputOf(part, protocol) },
    });
    end(id);
  };

  return {
    emit,
    parts(id, parts, { appends, isLast }) {
      const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
      const spoken = text === '' ? id : say(id, text, appends);
      if (isLast) end(spoken);
      const others = parts.filter((part) => part.kind !== 'text');
      // Appended parts get the next free numbers.
      let number = appends ? known.last(`${id}#`, 0) + 1 : 1;
      for (const part of others) {
        show(`${id}#${number}`, part);
        number += 1;
      }
    },
    close() {
      for (const messageId of [...open]) end(messageId);
    },
  };
}

const versionId = (id: string, version: number): string =>
  version === 1 ? id : `${id}~${version}`;

/** A part that is not text, as an output of HAI. */
function outputOf(part: Exclude<Part, { kind: 'text' }>, protocol: string): JsonObject {
  if (part.kind === 'other') return { type: `${protocol}.part`, part: part.value };
  if (part.kind === 'data') {
    const { data, mediaType } = part;
    const type = `${protocol}.data`;
    return { type, data, ...(mediaType === null ? {} : { mimeType: mediaType }) };
  }
  const { name, mediaType, url, base64 } = part;
  const family = /^(image|audio|video)\//.exec(mediaType ?? '')?.[1] ?? 'file';
  return {
    type: family,
    ...(name === null ? {} : { name }),
    ...(mediaType === null ? {} : { mimeType: mediaType }),
    ...(url === undefined ? {} : { url }),
    ...(base64 === undefined ? {} : { base64 }),
  };
}
