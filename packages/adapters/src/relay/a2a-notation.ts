import type { JsonObject } from '@countersign/json/json-object';
import { type A2aCall, readA2aCall } from './a2a-calls.ts';
import {
  fromA2a10,
  notationOf,
  toA2a10Event,
  toA2a10Task,
  writeA2a10Error,
} from './a2a-current.ts';
import { writeA2aEvent } from './a2a-events.ts';
import { writeA2aTask } from './a2a-tasks.ts';
import { lose } from './losses.ts';
import type { RelayCall, RelayError, RelayEvent, RelayTask, Written } from './neutral.ts';
import { writeA2aError } from './relay-errors.ts';

/** How a client of A2A over JSON-RPC is read and answered, in its version of the protocol. */
export interface A2aNotated {
  /** @throws {RelayRefusal} as `readA2aCall`. */
  read(call: A2aCall, agent: string): RelayCall;
  /** A task that was read or cancelled. */
  task(task: RelayTask): Written<JsonObject>;
  /** The answer to a message. */
  sent(task: RelayTask): Written<JsonObject>;
  /** A result of a stream; null = the version does not say this. */
  event(
    event: RelayEvent,
    place: { taskId: string; contextId: string },
  ): Written<JsonObject | null>;
  error(error: RelayError): JsonObject;
}

const task10 = (task: RelayTask): Written<JsonObject> => {
  const { value, lost } = writeA2aTask(task);
  return { value: toA2a10Task(value), lost };
};

const former: A2aNotated = {
  read: readA2aCall,
  task: writeA2aTask,
  sent: writeA2aTask,
  event: writeA2aEvent,
  error: writeA2aError,
};

const current: A2aNotated = {
  read: (call, agent) => readA2aCall(fromA2a10(call), agent),
  task: task10,
  sent(task) {
    const { value, lost } = task10(task);
    return { value: { task: value }, lost };
  },
  event(event, place) {
    const written = writeA2aEvent(event, place);
    const value = toA2a10Event(written.value);
    return { value, lost: value === null ? [lose('lost.message-end')] : written.lost };
  },
  error: writeA2a10Error,
};

/** The notation of the version that a method belongs to. */
export const a2aNotated = (method: string): A2aNotated =>
  notationOf(method) === '1.0' ? current : former;

/** Whether a method follows a task that is there. */
export const isSubscription = (method: string): boolean =>
  method === 'tasks/resubscribe' || method === 'SubscribeToTask';

/** Whether a method is answered by a stream. */
export const isStreamed = (method: string): boolean =>
  method === 'message/stream' || method === 'SendStreamingMessage' || isSubscription(method);

/** Versions of the header `A2A-Version` that are served. */
export const isServedVersion = (version: string): boolean => /^(1\.0|0\.3)(\.\d+)?$/.test(version);
