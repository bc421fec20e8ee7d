import type { HaiEventOf, Message } from '@countersign/hai/event';
import { isObject } from '@countersign/json/json-object';
import { addMetadata, ownerTag } from './event-members.ts';
import type { HistoryDraft } from './history-draft.ts';

/** A message is not extended beyond this length. */
const maxMessageChars = 4_000_000;
const textRoles = ['user', 'assistant', 'system', 'developer', 'reasoning'] as const;
const roleOf = (role: string | undefined): Message['role'] =>
  textRoles.find((known) => known === role) ?? 'assistant';

/** A known id continues in its place, in any role; an activity takes no text. */
export function foldTextStart(draft: HistoryDraft, event: HaiEventOf<'BUSINESS_DATA_START'>): void {
  const known = draft.find(event.messageId);
  if (known !== undefined) {
    addMetadata(draft, known, event);
    return;
  }
  const role = roleOf(event.role);
  const name = event.name === undefined || role === 'reasoning' ? {} : { name: event.name };
  const message = draft.add({
    id: event.messageId,
    role,
    content: '',
    ...name,
    ...ownerTag(event),
  });
  addMetadata(draft, message, event);
}

export function foldTextContent(
  draft: HistoryDraft,
  event: HaiEventOf<'BUSINESS_DATA_CONTENT'>,
): void {
  const known = draft.find(event.messageId);
  if (known?.role === 'activity') return;
  const text = wordsOf(event.delta);
  if (known === undefined) {
    // HAI agents may send content without a start.
    if (text !== null) draft.add({ id: event.messageId, role: 'assistant', content: text });
    return;
  }
  const said = typeof known.content === 'string' ? known.content : '';
  // A message with outputs only has no text: null until text is received.
  if (text === null) {
    if (known.content === '') draft.edit(known).content = null;
    return;
  }
  const message = draft.edit(known);
  message.content = said.length < maxMessageChars ? said + text : said;
  addMetadata(draft, message, event);
}

export function foldTextEnd(draft: HistoryDraft, event: HaiEventOf<'BUSINESS_DATA_END'>): void {
  const known = draft.find(event.messageId);
  if (known !== undefined) addMetadata(draft, known, event);
}

/** The text of a delta: text, or the content of a reasoning message; null for any other output. */
function wordsOf(delta: HaiEventOf<'BUSINESS_DATA_CONTENT'>['delta']): string | null {
  if (typeof delta === 'string') return delta;
  const { output } = delta;
  if (output.type === 'text') return typeof output['content'] === 'string' ? output['content'] : '';
  if (output.type !== 'thinking' && output.type !== 'think') return null;
  const data = output['data'];
  return isObject(data) && typeof data['content'] === 'string' ? data['content'] : '';
}
