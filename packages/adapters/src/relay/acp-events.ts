import { isObject, type JsonObject } from '@countersign/json/json-object';
import { readAcpPart, writeAcpPart } from './acp-parts.ts';
import { readAcpRun, writeAcpRun } from './acp-runs.ts';
import { type Loss, lose } from './losses.ts';
import { type RelayEvent, RelayRefusal, type RelayTask, type Written } from './neutral.ts';
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

/**
 * Writes the events of one run. Parts have no ids of their messages: a reader takes them as those of the last message that began.
 *
 * @param uuidOf As of `writeAcpCall`.
 */
export function createAcpEventWriter(
  place: Pick<RelayTask, 'agent' | 'taskId' | 'contextId' | 'createdAt'>,
  options: { uuidOf: (text: string) => string },
): (event: RelayEvent) => Written<JsonObject[]> {
  const { agent, taskId, contextId, createdAt } = place;
  const about = { agent, taskId, contextId, createdAt, output: [] };
  const messages = new Map<string, JsonObject[]>();
  let last: string | null = null;
  const role = `agent/${agent}`;
  const run = (type: string, task: Pick<RelayTask, 'state' | 'said' | 'error'>) => {
    const { value, lost } = writeAcpRun({ ...about, ...task }, options);
    return { value: [{ type, run: value }], lost };
  };
  const part = (event: Extract<RelayEvent, { kind: 'part' }>): Written<JsonObject[]> => {
    const { messageId, isFirst } = event;
    const { value, lost } = writeAcpPart(event.part);
    const begins = isFirst ? [{ type: 'message.created', message: { role, parts: [] } }] : [];
    messages.set(messageId, [...(isFirst ? [] : (messages.get(messageId) ?? [])), value]);
    const isOfLast = isFirst || last === messageId;
    if (isFirst) last = messageId;
    const misplaced: Loss[] = isOfLast ? [] : [lose('lost.message-of-part')];
    return {
      value: [...begins, { type: 'message.part', part: value }],
      lost: [...lost, ...misplaced],
    };
  };
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
      case 'part':
        return part(event);
      case 'message-end': {
        const message = { role, parts: messages.get(event.messageId) ?? [] };
        return { value: [{ type: 'message.completed', message }], lost: [] };
      }
      case 'other':
        return { value: [{ type: 'generic', generic: event.value }], lost: [] };
    }
  };
}
