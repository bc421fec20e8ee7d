import type { Message } from '@countersign/hai/event';
import { isObject, type JsonObject } from '@countersign/json/json-object';

/** A call in an assistant message. */
export interface CalledTool extends JsonObject {
  id: string;
  function: { name: string; arguments: string };
}

const isCalledTool = (call: unknown): call is CalledTool =>
  isObject(call) &&
  typeof call['id'] === 'string' &&
  isObject(call['function']) &&
  typeof call['function']['name'] === 'string' &&
  typeof call['function']['arguments'] === 'string';

const none: readonly CalledTool[] = [];

/** The calls of a message; entries of another shape are skipped. */
export function callsOf({ toolCalls }: Message): readonly CalledTool[] {
  return toolCalls === undefined ? none : toolCalls.filter(isCalledTool);
}
