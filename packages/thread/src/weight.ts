import type { HaiEvent } from '@countersign/hai/event';
import { weightOf } from '@countersign/hai/weight';
import type { Part } from './thread.ts';

export const weightOfPart = (part: Part): number =>
  part.kind === 'output' ? weightOf(part.output) : part.text.length;

export function weightOfParts(parts: readonly Part[]): number {
  let weight = 0;
  for (const part of parts) weight += weightOfPart(part);
  return weight;
}

/** An upper bound of what an event adds to a thread. The shared state has its own limit. */
export function weightOfEvent(event: HaiEvent): number {
  if (event.type === 'STATE_SNAPSHOT' || event.type === 'STATE_DELTA') return 0;
  // Nearly all events of a long stream are of these types.
  if (event.type === 'BUSINESS_DATA_CONTENT' && typeof event.delta === 'string') {
    return event.delta.length;
  }
  return weightOf(event);
}
