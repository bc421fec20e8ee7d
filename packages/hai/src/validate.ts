import type { JsonObject } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { shapeFault } from '@countersign/json/shape-message';
import type { Decoded } from './decoded.ts';
import { eventSchema } from './event.ts';
import { repair } from './repair.ts';

/**
 * Checks one event in normal form against its schema and adds it to `out`, repaired if possible,
 * or adds its problems. The schema runs once for a valid event.
 */
export function validateEvent(event: JsonObject, out: Decoded): void {
  const first = eventSchema.safeParse(event);
  if (first.success) {
    out.events.push(first.data);
    return;
  }
  const repaired = repair(event, first.error.issues);
  const second = eventSchema.safeParse(repaired.event);
  if (second.success) {
    out.events.push(second.data);
    out.issues.push(...repaired.remarks);
    return;
  }
  out.refused += 1;
  for (const issue of first.error.issues) {
    out.issues.push(shapeFault(pointerOf(issue.path), issue.message));
  }
}
