import type { JsonObject } from '@countersign/json/json-object';
import { isObject } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { shapeFault } from '@countersign/json/shape-message';
import { textOf } from '@countersign/json/text-of';
import type { z } from 'zod';
import type { Decoded, Issue } from './decoded.ts';
import { eventSchema } from './event.ts';

type Path = readonly PropertyKey[];
type Complaint = z.core.$ZodIssue;

/**
 * Repairs small faults of an event that the schema refused: null for absent, a number where text is expected, a date as text.
 * Members that cannot be repaired are left out. Copies what it changes; the event as sent stays readable in `rawEvent`.
 */
function repair(
  event: JsonObject,
  complaints: readonly Complaint[],
): { event: JsonObject; remarks: Issue[] } {
  const remarks: Issue[] = [];
  let repaired: unknown = event;
  for (const complaint of complaints) {
    if (complaint.path.length === 0) continue;
    repaired = edit(repaired, complaint.path, (value) => {
      // Null for absent is common and lossless: not reported.
      if (value === null || value === undefined) return undefined;
      remarks.push(shapeFault(pointerOf(complaint.path), complaint.message));
      return repairOne(value, complaint);
    });
  }
  const copy = isObject(repaired) ? repaired : event;
  const keepsAll = remarks.length === 0 || 'rawEvent' in copy;
  return { event: keepsAll ? copy : { ...copy, rawEvent: event }, remarks };
}

/** The repaired value, or undefined to leave the member out. */
function repairOne(value: unknown, complaint: Complaint): unknown {
  if (complaint.path.at(-1) === 'timestamp' && typeof value === 'string') {
    const time = value.trim() === '' ? Number.NaN : Number(value);
    const parsed = Number.isNaN(time) ? Date.parse(value) : time;
    return Number.isFinite(parsed) ? parsed : undefined;
  }
  if (complaint.code === 'invalid_type' && complaint.expected === 'string') {
    return textOf(value);
  }
  return undefined;
}

function edit(node: unknown, path: Path, change: (value: unknown) => unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return change(node);
  if (Array.isArray(node)) {
    return node.map((item, index) => (index === head ? edit(item, rest, change) : item));
  }
  if (!isObject(node) || typeof head !== 'string') return node;
  const value = edit(node[head], rest, change);
  if (value !== undefined) return { ...node, [head]: value };
  const { [head]: _, ...others } = node;
  return others;
}

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
