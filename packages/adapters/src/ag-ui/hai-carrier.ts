import type { HaiEvent } from '@countersign/hai/event';
import { isObject, type JsonObject } from '@countersign/json/json-object';

/**
 * How HAI events are carried in AG-UI where AG-UI has no exact counterpart: `metadata.hai` holds the original HAI event; CUSTOM
 * `hai.output` holds a Gen UI output, CUSTOM `hai.event` any other event.
 */
const carrierName = { output: 'hai.output', event: 'hai.event' } as const;

/** The AG-UI event, with the exact HAI event in its metadata. */
export function standFor(event: HaiEvent, closest: JsonObject): JsonObject {
  const { timestamp: _, rawEvent: __, ...rest } = closest;
  const time = Number.isSafeInteger(event.timestamp) ? { timestamp: event.timestamp } : {};
  return { ...rest, ...time, metadata: { ...event.metadata, hai: event } };
}

/** A Gen UI output that AG-UI text cannot carry. */
export function outputCarrier(event: HaiEvent): JsonObject {
  const { type: _, timestamp, rawEvent, metadata, ...value } = event;
  return {
    type: 'CUSTOM',
    name: carrierName.output,
    value,
    ...(timestamp === undefined ? {} : { timestamp }),
    ...(rawEvent === undefined ? {} : { rawEvent }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

/** Any HAI event, whole. */
export function eventCarrier(event: HaiEvent): JsonObject {
  return { type: 'CUSTOM', name: carrierName.event, value: event };
}

/** The HAI event carried by an AG-UI event, or null if there is none. */
export function carriedEvent(event: JsonObject): JsonObject | null {
  const standIn = isObject(event['metadata']) ? event['metadata']['hai'] : undefined;
  if (isObject(standIn) && typeof standIn['type'] === 'string') return standIn;
  if (event['type'] !== 'CUSTOM' || !isObject(event['value'])) return null;
  if (event['name'] === carrierName.event) return event['value'];
  if (event['name'] !== carrierName.output) return null;
  const { name: _, value: __, ...rest } = event;
  return { ...rest, ...event['value'], type: 'BUSINESS_DATA_CONTENT' };
}
