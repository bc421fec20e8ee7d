import { customName, type HaiEventOf, type Message, messageSchema } from '@countersign/hai/event';
import { isObject } from '@countersign/json/json-object';
import type { HistoryDraft } from './history-draft.ts';

/** The request of the run as the agent repeats it: only unknown messages are added. */
export function foldEcho(draft: HistoryDraft, { input }: HaiEventOf<'RUN_STARTED'>): void {
  if (!isObject(input) || !Array.isArray(input['messages'])) return;
  for (const message of input['messages']) addUnknown(draft, message);
}

/** A message that the server records as sent to the agent. */
export function foldSent(draft: HistoryDraft, { name, value }: HaiEventOf<'CUSTOM'>): void {
  if (name === customName.sent && isObject(value)) addUnknown(draft, value['message']);
}

function addUnknown(draft: HistoryDraft, value: unknown): void {
  const message = messageSchema.safeParse(value);
  if (message.success && draft.find(message.data.id) === undefined) draft.add(kept(message.data));
}

/**
 * The whole conversation as the agent has it: it replaces ours. Activities and reasoning are kept if the snapshot contains none
 * of that kind, since most agents do not keep them.
 */
export function foldSnapshot(draft: HistoryDraft, event: HaiEventOf<'MESSAGE_SNAPSHOT'>): void {
  const given = new Map(event.messages.map((message) => [message.id, kept(message)]));
  const has = (role: string) => event.messages.some((message) => message.role === role);
  const owned = ownedActivities(event);
  const ownsActivities = has('activity');
  const ownsThoughts = has('reasoning');
  const stays = (message: Message): boolean => {
    if (message.role === 'reasoning') return !ownsThoughts;
    if (message.role !== 'activity' || owned === 'all') return false;
    return owned === null ? !ownsActivities : !owned.includes(message['activityType']);
  };
  const before = draft.messages.filter((message) => given.has(message.id) || stays(message));
  const ids = new Set(before.map(({ id }) => id));
  draft.setAll([
    ...before.map((message) => given.get(message.id) ?? message),
    ...event.messages.filter(({ id }) => !ids.has(id)).map(kept),
  ]);
}

/** The activity types of which a snapshot contains all; null = not specified. */
function ownedActivities({
  metadata,
}: HaiEventOf<'MESSAGE_SNAPSHOT'>): readonly unknown[] | 'all' | null {
  if (!isObject(metadata) || !('@ag-ui/client' in metadata)) return null;
  const scope = metadata['@ag-ui/client'];
  if (!isObject(scope)) return [];
  if (!('authoritativeActivityTypes' in scope)) return null;
  const types = scope['authoritativeActivityTypes'];
  if (types === null) return 'all';
  return Array.isArray(types) && types.every((type) => typeof type === 'string') ? types : [];
}

/** Of an activity, only what identifies it. Null for absent is common. */
function kept(message: Message): Message {
  const { subagentRunId, ...rest } = message;
  const tagged = typeof subagentRunId === 'string' ? message : rest;
  if (tagged.role !== 'activity') return tagged;
  return { id: tagged.id, role: 'activity', activityType: tagged['activityType'] };
}
