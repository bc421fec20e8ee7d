import { isObject, type JsonObject } from '@countersign/json/json-object';
import { readAcpPart, writeAcpPart } from './acp-parts.ts';
import { readAcpRun, writeAcpRun } from './acp-runs.ts';
import { type RelayEvent, RelayRefusal } from './neutral.ts';
import { say } from './relay-statements.ts';
import { textOrNull } from './relay-values.ts';

/** Reads the events of one run. Messages of ACP have no ids: they get their number. */
export function createAcpEventReader(): (event: JsonObject) => RelayEvent[] {
  let message = 0;
  let isNew = true;
  const begin = () => {
    message += 1;
    isNew = true;
  };
  const part = (sent: JsonObject): RelayEvent => {
    if (message === 0) begin();
    const read = readAcpPart(sent);
    if (read === null) throw new RelayRefusal('content-type', say('relay.part-empty'));
    const isFirst = isNew;
    isNew = false;
    return { kind: 'part', messageId: String(message), part: read, isFirst };
  };
  return (event) => {
    const type = textOrNull(event, 'type') ?? '';
    if (type.startsWith('run.') && isObject(event['run']))
      return [readRunEvent(type, event['run'])];
    if (type === 'message.created') {
      begin();
      return [];
    }
    if (type === 'message.part' && isObject(event['part'])) return [part(event['part'])];
    if (type === 'message.completed') return [{ kind: 'message-end', messageId: String(message) }];
    const { type: _, ...value } = event;
    return [{ kind: 'other', value: isObject(value['generic']) ? value['generic'] : value }];
  };
}

function readRunEvent(type: string, run: JsonObject): RelayEvent {
  const { taskId, contextId, state, said, error } = readAcpRun(run);
  if (type === 'run.created') return { kind: 'created', taskId, contextId };
  if (type === 'run.in-progress') return { kind: 'status', state: 'working', said };
  if (type === 'run.awaiting') return { kind: 'status', state, said };
  const end =
    type === 'run.completed' ? 'completed' : type === 'run.failed' ? 'failed' : 'canceled';
  return { kind: 'end', state: end, said, error };
}

/** Writes the events of one run. */
export function createAcpEventWriter(place: {
  agent: string;
  taskId: string;
  contextId: string | null;
}): (event: RelayEvent) => JsonObject[] {
  let parts: JsonObject[] = [];
  const role = `agent/${place.agent}`;
  const run = (
    type: string,
    task: Pick<Extract<RelayEvent, { kind: 'end' }>, 'state' | 'said' | 'error'>,
  ) => [{ type, run: writeAcpRun({ ...place, ...task, output: [] }).value }];
  return (event) => {
    switch (event.kind) {
      case 'created':
        return run('run.created', { state: 'submitted', said: [], error: null });
      case 'status': {
        const waits = event.state === 'input-required' || event.state === 'auth-required';
        return run(waits ? 'run.awaiting' : 'run.in-progress', { ...event, error: null });
      }
      case 'end': {
        const isFailed = event.state === 'failed' || event.state === 'rejected';
        return run(
          `run.${isFailed ? 'failed' : event.state === 'canceled' ? 'cancelled' : 'completed'}`,
          event,
        );
      }
      case 'part': {
        const part = writeAcpPart(event.part).value;
        const begins = event.isFirst
          ? [{ type: 'message.created', message: { role, parts: [] } }]
          : [];
        parts = event.isFirst ? [part] : [...parts, part];
        return [...begins, { type: 'message.part', part }];
      }
      case 'message-end':
        return [{ type: 'message.completed', message: { role, parts } }];
      case 'other':
        return [{ type: 'generic', generic: event.value }];
    }
  };
}
