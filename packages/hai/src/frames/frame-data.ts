import { isObject } from '@countersign/json/json-object';
import type { SseFrame } from '../sse.ts';

/**
 * The data of a frame, including its type. Some servers name the event only in the `event:` field and leave `type` out of
 * the data; the field is used then. `message` is the default name of a frame and carries no type.
 */
export function dataOfFrame({ event, data }: SseFrame): string {
  if (event === undefined || event === '' || event === 'message') return data;
  if (!/^\s*\{/.test(data)) return data;
  try {
    const value: unknown = JSON.parse(data);
    if (!isObject(value) || typeof value['type'] === 'string') return data;
    return JSON.stringify({ ...value, type: event });
  } catch {
    // The decoder reports the fault.
    return data;
  }
}
