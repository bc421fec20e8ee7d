import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { readA2aParts } from './a2a-calls.ts';
import { writeA2aPart } from './a2a-parts.ts';
import { codeIn, lostOfA2aError, readA2aTask, writeA2aStatusMessage } from './a2a-tasks.ts';
import type { Loss } from './losses.ts';
import { isFinal, type RelayEvent, type Written } from './neutral.ts';
import { readA2aState } from './relay-states.ts';
import { textOrNull } from './relay-values.ts';

/** The key under which an event that A2A does not have is passed on. */
const otherKey = 'countersign.relayed';

/** One result of `message/stream` as events. */
export function readA2aEvent(result: JsonObject): RelayEvent[] {
  switch (result['kind']) {
    case 'task':
      return readTask(result);
    case 'message': {
      const id = textOrNull(result, 'messageId') ?? 'message';
      const parts = partEvents(id, result, true);
      return [
        ...parts,
        { kind: 'message-end', messageId: id },
        { kind: 'end', state: 'completed', said: [], error: null },
      ];
    }
    case 'status-update':
      return [readStatus(result)];
    case 'artifact-update': {
      const { artifact } = result;
      if (!isObject(artifact)) return [];
      const id = textOrNull(artifact, 'artifactId') ?? 'artifact';
      const parts = partEvents(id, artifact, result['append'] !== true);
      return result['lastChunk'] === true
        ? [...parts, { kind: 'message-end', messageId: id }]
        : parts;
    }
    default:
      return [{ kind: 'other', value: result }];
  }
}

function readTask(result: JsonObject): RelayEvent[] {
  const { taskId, contextId, state, said, output, error } = readA2aTask(result, '');
  const created: RelayEvent = { kind: 'created', taskId, contextId };
  const outputs = output.flatMap(({ id, parts }): RelayEvent[] => [
    ...parts.map((part, at) => ({ kind: 'part' as const, messageId: id, part, isFirst: at === 0 })),
    { kind: 'message-end', messageId: id },
  ]);
  if (isFinal(state)) return [created, ...outputs, { kind: 'end', state, said, error }];
  return state === 'submitted' && said.length === 0
    ? [created, ...outputs]
    : [created, ...outputs, { kind: 'status', state, said }];
}

function readStatus(result: JsonObject): RelayEvent {
  const other = memberOf(result['metadata'], otherKey);
  if (isObject(other)) return { kind: 'other', value: other };
  const status = isObject(result['status']) ? result['status'] : {};
  const state = readA2aState(status['state']);
  const said = isObject(status['message']) ? readA2aParts(status['message']) : [];
  if (!isFinal(state)) return { kind: 'status', state, said };
  const isError = state === 'failed' || state === 'rejected';
  const message = said.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
  const error = isError ? { code: codeIn(status['message']), message: message || state } : null;
  return { kind: 'end', state, said, error };
}

const partEvents = (messageId: string, value: JsonObject, begins: boolean): RelayEvent[] =>
  readA2aParts(value).map((part, at) => ({
    kind: 'part',
    messageId,
    part,
    isFirst: begins && at === 0,
  }));

/** An event as one result of `message/stream`. The stream of a task that waits ends as well: the next message begins another. */
export function writeA2aEvent(
  event: RelayEvent,
  { taskId, contextId }: { taskId: string; contextId: string },
): Written<JsonObject> {
  const place = { taskId, contextId };
  const wrote = (value: JsonObject, lost: Loss[] = []) => ({ value, lost });
  const update = (status: JsonObject, final: boolean) => ({
    kind: 'status-update',
    ...place,
    status,
    final,
  });
  switch (event.kind) {
    case 'created':
      return wrote({ kind: 'task', id: taskId, contextId, status: { state: 'submitted' } });
    case 'status': {
      const { state } = event;
      const waits = state === 'input-required' || state === 'auth-required';
      const message = writeA2aStatusMessage({ taskId, ...event, error: null });
      return wrote(update({ state, ...message }, waits));
    }
    case 'end':
      return wrote(
        update({ state: event.state, ...writeA2aStatusMessage({ taskId, ...event }) }, true),
        lostOfA2aError(event.error),
      );
    case 'part': {
      const { value, lost } = writeA2aPart(event.part);
      const artifact = { artifactId: event.messageId, parts: [value] };
      const flags = { append: !event.isFirst, lastChunk: false };
      return wrote({ kind: 'artifact-update', ...place, artifact, ...flags }, lost);
    }
    case 'message-end': {
      const artifact = { artifactId: event.messageId, parts: [] };
      return wrote({ kind: 'artifact-update', ...place, artifact, append: true, lastChunk: true });
    }
    case 'other':
      return wrote({
        ...update({ state: 'working' }, false),
        metadata: { [otherKey]: event.value },
      });
  }
}
