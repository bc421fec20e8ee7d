import type { JsonObject } from '@countersign/json/json-object';
import { writeAcpPart } from './acp-parts.ts';
import { writeAcpRun } from './acp-runs.ts';
import { type Loss, lose } from './losses.ts';
import type { RelayEvent, RelayTask, Written } from './neutral.ts';

/**
 * Writes the events of one run. Parts have no ids of their messages: a reader takes them as those of the last message that began.
 *
 * @param uuidOf A UUID for a name, always the same: sessions of ACP have no others.
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
