import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import { customName, roleSchema } from './event.ts';
import { parseJsonText } from './json-text.ts';
import { say } from './statements.ts';

/** Receives a remark about something that was read leniently; `path` is a JSON Pointer. */
export type Note = (path: string, said: WrittenStatement) => void;

/**
 * Converts one event in the form that the HAI demo server and similar ones send to the normal form of `event.ts`
 * (docs/protocol/events.md). One wire event may become several.
 */
export function normalise(event: JsonObject, note: Note): JsonObject[] {
  switch (event['type']) {
    case 'BUSINESS_DATA_CONTENT':
      return content(event, note);
    case 'AGENT_COLLABORATIVE_MESSAGE_CONTENT':
      return collaboration(event);
    case 'TOOL_CALL_ARGS':
      return [toolCallArgs(event)];
    case 'STATE_DELTA':
      return [stateDelta(event, note)];
    case 'MESSAGE_SNAPSHOT':
    case 'MESSAGES_SNAPSHOT':
      return [messageSnapshot(event, note)];
    case 'RUN_ERROR':
      return [runError(event, note)];
    default:
      return [event];
  }
}

const hasOutputType = (value: unknown): value is JsonObject =>
  isObject(value) && isObject(value['output']) && typeof value['output']['type'] === 'string';

/** The JSON objects a string consists of, or none when it is anything else: plain text may resemble JSON. */
function objectsIn(text: string): JsonObject[] {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) return [];
  const { values, problems } = parseJsonText(trimmed);
  return problems.length === 0 && values.every(isObject) ? values : [];
}

function content(event: JsonObject, note: Note): JsonObject[] {
  const delta = event['delta'];
  if (typeof delta === 'string') {
    if (!delta.includes('"output"')) return [event];
    const outputs = objectsIn(delta);
    if (outputs.length === 0 || !outputs.every(hasOutputType)) return [event];
    return outputs.map((output) => outputEvent(event, output));
  }
  if (delta === undefined) return [event];
  if (hasOutputType(delta)) return [outputEvent(event, delta)];
  note('/delta', say('frame.not-an-output'));
  return [{ ...event, delta: { output: { type: 'json', value: delta } } }];
}

function outputEvent(event: JsonObject, delta: JsonObject): JsonObject {
  const { blockId, style, ...rest } = delta;
  const output = isObject(rest['output']) ? rest['output'] : {};
  const { delta: _, ...around } = event;
  const lifted = {
    ...(blockId === undefined || blockId === null ? {} : { blockId }),
    ...(style === undefined || style === null ? {} : { style }),
    ...around,
  };
  if (output['type'] === 'upformat' && isObject(output['message'])) {
    return { ...lifted, type: 'CUSTOM', name: customName.upformat, value: output['message'] };
  }
  if (output['type'] === 'think') {
    return { ...lifted, delta: { ...rest, output: { ...output, type: 'thinking' } } };
  }
  return { ...lifted, delta: rest };
}

function collaboration(event: JsonObject): JsonObject[] {
  const delta = event['delta'];
  if (typeof delta !== 'string') return [event];
  const objects = objectsIn(delta);
  if (objects.length === 0) return [event];
  return objects.map((object) => ({ ...event, delta: object }));
}

function toolCallArgs(event: JsonObject): JsonObject {
  const delta = event['delta'];
  if (typeof delta === 'string' || delta === undefined) return event;
  return { ...event, delta: JSON.stringify(delta) };
}

function stateDelta(event: JsonObject, note: Note): JsonObject {
  let delta = event['delta'];
  if (typeof delta === 'string') {
    const { values } = parseJsonText(delta);
    note('/delta', say('frame.patch-as-text'));
    delta = values.flat();
  }
  const operations = Array.isArray(delta) ? delta : [delta];
  return { ...event, delta: operations.map(withoutEmptyFrom) };
}

/** `from` applies to move and copy only; the demo server writes it everywhere, empty. */
function withoutEmptyFrom(operation: unknown): unknown {
  if (!isObject(operation) || !('from' in operation)) return operation;
  if (operation['op'] === 'move' || operation['op'] === 'copy') return operation;
  if (operation['from'] !== '' && operation['from'] !== null) return operation;
  const { from: _, ...rest } = operation;
  return rest;
}

/** A message with an unknown role does not affect the others: it is listed in `unread`. */
function messageSnapshot(event: JsonObject, note: Note): JsonObject {
  const type = 'MESSAGE_SNAPSHOT';
  const { messages } = event;
  if (!Array.isArray(messages)) return { ...event, type };
  const isOdd = (message: unknown): boolean =>
    isObject(message) && !roleSchema.safeParse(message['role']).success;
  const unread = messages.filter(isOdd);
  if (unread.length === 0) return { ...event, type };
  note('/messages', say('frame.unknown-roles', { count: unread.length }));
  return { ...event, type, messages: messages.filter((message) => !isOdd(message)), unread };
}

/** The end of a run must never be lost because a text is missing. */
function runError(event: JsonObject, note: Note): JsonObject {
  if (event['message'] !== undefined && event['message'] !== null) return event;
  note('/message', say('frame.missing'));
  return { ...event, message: 'The agent reported an error without saying which.' };
}
