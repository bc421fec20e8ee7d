import { isObject } from '@countersign/json/json-object';
import type { Message } from './event.ts';

/** The ids of the messages of a list. */
export function* messageIdsOf(messages: readonly Message[]): Generator<string> {
  for (const { id } of messages) yield id;
}

/** The ids of the tool calls in a list of messages: from the calls themselves and from results. */
export function* toolCallIdsOf(messages: readonly Message[]): Generator<string> {
  for (const { toolCalls, toolCallId } of messages) {
    if (toolCallId !== undefined) yield toolCallId;
    for (const call of toolCalls ?? []) {
      if (isObject(call) && typeof call['id'] === 'string') yield call['id'];
    }
  }
}
