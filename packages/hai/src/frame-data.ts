import { isObject } from '@countersign/json/json-object';
import type { SseFrame } from './sse.ts';

/**
 * The data of a frame with its type in it. Some servers name the event in the `event:` field alone and leave `type` out of
 * the data; the field then says it. `message` is what a frame without a name is called, and says nothing.
 */
export function dataOfFrame({ event, data }: SseFrame): string {
  if (event === undefined || event === '' || event === 'message') return data;
  if (!/^\s*\{/.test(data)) return data;
  try {
    const value: unknown = JSON.parse(data);
    if (!isObject(value) || typeof value['type'] === 'string') return data;
    return JSON.stringify({ ...value, type: event });
  } catch {
    // What is wrong with it is said by the decoder.
    return data;
  }
}
