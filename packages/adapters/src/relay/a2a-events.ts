import type { JsonObject } from '@countersign/json/json-object';
import { writeA2aPart } from './a2a-parts.ts';
import { lostOfA2aError, writeA2aStatusMessage } from './a2a-tasks.ts';
import type { Loss } from './losses.ts';
import type { RelayEvent, Written } from './neutral.ts';

/** The key under which an event that A2A does not have is passed on. */
const otherKey = 'countersign.relayed';

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
