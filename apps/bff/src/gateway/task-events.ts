import { isFinal, type RelayEvent, type RelayTask } from '@countersign/adapters/relay/neutral';

/** The events of a stream, from the states of a task as they follow each other. */
export function eventsOf(): (task: RelayTask) => RelayEvent[] {
  let isBegun = false;
  return (task) => {
    const { state, said, error, taskId, contextId } = task;
    const events: RelayEvent[] = isBegun ? [] : [{ kind: 'created', taskId, contextId }];
    isBegun = true;
    if (!isFinal(state)) {
      if (state !== 'submitted' || said.length > 0) events.push({ kind: 'status', state, said });
      return events;
    }
    for (const { id, parts } of task.output) {
      for (const [at, part] of parts.entries()) {
        events.push({ kind: 'part', messageId: id, part, isFirst: at === 0 });
      }
      events.push({ kind: 'message-end', messageId: id });
    }
    events.push({ kind: 'end', state, said, error });
    return events;
  };
}
