import type { HaiEvent } from '@countersign/hai/event';
import type { Part } from './thread.ts';

/** What a value that is no text, and what a box, weighs in characters. */
const plainWeight = 8;
/** Deeper is not weighed: it stands in the budget for what it holds above. */
const maxWalk = 200;

/** Roughly what a JSON value weighs in memory, in characters. A part that stands in two places weighs twice. */
export function weightOf(value: unknown, level = 0): number {
  if (typeof value === 'string') return value.length + plainWeight;
  if (typeof value !== 'object' || value === null || level > maxWalk) return plainWeight;
  let weight = plainWeight;
  if (Array.isArray(value)) {
    for (const member of value) weight += weightOf(member, level + 1);
    return weight;
  }
  // Not by entries: this runs for every event.
  for (const name in value) {
    if (Object.hasOwn(value, name)) {
      weight += name.length + weightOf((value as Record<string, unknown>)[name], level + 1);
    }
  }
  return weight;
}

export const weightOfPart = (part: Part): number =>
  part.kind === 'output' ? weightOf(part.output) : part.text.length;

export function weightOfParts(parts: readonly Part[]): number {
  let weight = 0;
  for (const part of parts) weight += weightOfPart(part);
  return weight;
}

/** What an event may add to a thread. The shared state has a limit of its own. */
export function weightOfEvent(event: HaiEvent): number {
  if (event.type === 'STATE_SNAPSHOT' || event.type === 'STATE_DELTA') return plainWeight;
  // Nearly all events of a long stream are these.
  if (event.type === 'BUSINESS_DATA_CONTENT' && typeof event.delta === 'string') {
    return event.delta.length;
  }
  return weightOf(event);
}
