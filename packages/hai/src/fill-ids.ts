import type { JsonObject } from '@countersign/json/json-object';
import { textOf } from '@countersign/json/text-of';

type Slot = 'message' | 'collaboration' | 'toolCall';
type Phase = 'start' | 'within' | 'end' | 'after';

const roles = new Map<unknown, { slot: Slot; phase: Phase }>(
  Object.entries({
    BUSINESS_DATA_START: { slot: 'message', phase: 'start' },
    BUSINESS_DATA_CONTENT: { slot: 'message', phase: 'within' },
    BUSINESS_DATA_END: { slot: 'message', phase: 'end' },
    AGENT_COLLABORATIVE_MESSAGE_START: { slot: 'collaboration', phase: 'start' },
    AGENT_COLLABORATIVE_MESSAGE_CONTENT: { slot: 'collaboration', phase: 'within' },
    AGENT_COLLABORATIVE_MESSAGE_END: { slot: 'collaboration', phase: 'end' },
    TOOL_CALL_START: { slot: 'toolCall', phase: 'start' },
    TOOL_CALL_ARGS: { slot: 'toolCall', phase: 'within' },
    TOOL_CALL_END: { slot: 'toolCall', phase: 'end' },
    TOOL_CALL_RESULT: { slot: 'toolCall', phase: 'after' },
  }),
);

const isRunEdge = (type: unknown): boolean =>
  type === 'RUN_STARTED' || type === 'RUN_FINISHED' || type === 'RUN_ERROR';

/**
 * Gives events without an id the id of the message (or tool call) that is open, else a new one counted from 1.
 * Counted ids never restart within a stream, so that two runs on it do not share them.
 */
export function createIdFiller(prefix: string): (event: JsonObject) => JsonObject {
  const open = new Map<Slot, string>();
  const last = new Map<Slot, string>();
  const counts = { message: 0, toolCall: 0 };

  const nextId = (slot: Slot): string => {
    if (slot !== 'toolCall') return `${prefix}message-${++counts.message}`;
    return `${prefix}tool-call-${++counts.toolCall}`;
  };
  const idFor = (slot: Slot, phase: Phase): string => {
    const known = phase === 'start' ? undefined : open.get(slot);
    return known ?? (phase === 'after' ? last.get(slot) : undefined) ?? nextId(slot);
  };

  return (event) => {
    const { type } = event;
    if (isRunEdge(type)) open.clear();
    const role = roles.get(type);
    if (role === undefined) return event;
    const key = role.slot === 'toolCall' ? 'toolCallId' : 'messageId';
    const given = event[key];
    const missing = given === undefined || given === null || given === '';
    const id = missing ? idFor(role.slot, role.phase) : textOf(given);
    if (role.phase === 'start' || role.phase === 'within') open.set(role.slot, id);
    else if (open.get(role.slot) === id) open.delete(role.slot);
    last.set(role.slot, id);
    return missing ? { ...event, [key]: id } : event;
  };
}
