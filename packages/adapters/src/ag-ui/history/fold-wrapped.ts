import type { HaiEventOf } from '@countersign/hai/event';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { HistoryDraft } from './history-draft.ts';

/** AG-UI events that HAI has no counterpart for. */
export function foldWrapped(draft: HistoryDraft, { name, value }: HaiEventOf<'CUSTOM'>): void {
  if (!isObject(value)) return;
  if (name === 'ag-ui.ACTIVITY_SNAPSHOT') foldActivity(draft, value);
  if (name === 'ag-ui.REASONING_ENCRYPTED_VALUE') foldEncryptedValue(draft, value);
}

/** An activity replaces any message with its id, unless it has `replace: false`. */
function foldActivity(draft: HistoryDraft, value: JsonObject): void {
  const { messageId: id, activityType, replace } = value;
  if (typeof id !== 'string') return;
  const known = draft.find(id);
  const activity = { id, role: 'activity' as const, activityType };
  if (known === undefined) draft.add(activity);
  else if (replace !== false) draft.replace(known, activity);
}

/** An opaque value that an agent wants returned with a message or a call. */
function foldEncryptedValue(draft: HistoryDraft, value: JsonObject): void {
  const { subtype, entityId, encryptedValue } = value;
  if (typeof entityId !== 'string' || typeof encryptedValue !== 'string') return;
  if (subtype === 'tool-call') {
    draft.editCall(entityId, (call) => ({ ...call, encryptedValue }));
    return;
  }
  const message = draft.find(entityId);
  if (message === undefined || message.role === 'activity') return;
  draft.edit(message)['encryptedValue'] = encryptedValue;
}
