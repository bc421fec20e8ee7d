import { type Fault, faultAt } from '@countersign/json/fault';
import { pointerOf } from '@countersign/json/json-pointer';
import { shapeDetail } from '@countersign/json/shape-message';
import type { z } from 'zod';
import { say } from '../statements.ts';

/** The outcome of reading what was sent. */
export type Read<Value> = { ok: true; value: Value } | { ok: false; faults: Fault[] };

export const refused = (...faults: Fault[]): { ok: false; faults: Fault[] } => ({
  ok: false,
  faults,
});

export function parseShape<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Read<z.infer<Schema>> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const faults = parsed.error.issues.slice(0, 20).map(({ path, message }) => {
    const keys = path.map((key) => (typeof key === 'number' ? key : String(key)));
    return faultAt(pointerOf(keys), say('memory.shape', { detail: shapeDetail(message) }));
  });
  return { ok: false, faults };
}

/** The faults of a fault list below a member. */
export const under = (name: string, faults: readonly Fault[]): Fault[] =>
  faults.map((fault) => ({ ...fault, path: `${pointerOf([name])}${fault.path}` }));

const limits = { chars: 200_000, depth: 32, values: 20_000 };
const forbidden: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * What makes a value unfit to be stored or walked: too large, too deep, or names that reach a prototype. It walks without recursion,
 * so that depth cannot exhaust the stack.
 */
export function treeFaults(value: unknown): Fault[] {
  const waiting: { value: unknown; path: readonly PropertyKey[] }[] = [{ value, path: [] }];
  let chars = 0;
  let values = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value: here, path } = next;
    values += 1;
    if (typeof here === 'string') chars += here.length;
    if (chars > limits.chars || values > limits.values) {
      return [faultAt('', say('memory.too-large', { limit: limits.chars }))];
    }
    if (typeof here !== 'object' || here === null) continue;
    if (path.length >= limits.depth) {
      return [faultAt('', say('memory.too-deep', { limit: limits.depth }))];
    }
    for (const [name, member] of Object.entries(here)) {
      if (!Array.isArray(here) && forbidden.has(name)) {
        return [faultAt(pointerOf(path), say('memory.name'))];
      }
      chars += name.length;
      waiting.push({ value: member, path: [...path, name] });
    }
  }
  return [];
}
