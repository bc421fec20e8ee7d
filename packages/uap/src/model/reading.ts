import { type Fault, faultAt } from '@countersign/json/fault';
import { pointerOf } from '@countersign/json/json-pointer';
import { shapeDetail } from '@countersign/json/shape-message';
import type { z } from 'zod';
import { say } from '../statements.ts';

/**
 * The outcome of reading what a peer sent. `unparsable`: a member has another type than the contract says (HTTP 400); `invalid`:
 * the types are right and a rule is broken (422).
 */
export type Read<Value> =
  | { ok: true; value: Value }
  | { ok: false; kind: 'unparsable' | 'invalid'; faults: Fault[] };

/** How exactly a registration is checked. */
export interface Strictness {
  /**
   * true = as the public contract is written: complete agent cards, no unknown members in checks and routes, its protocols only.
   * false = also what the public registry accepts nevertheless, and the protocols of this registry.
   */
  strict?: boolean;
}

/** Parses the types; the rules are checked afterwards. */
export function parseShape<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): Read<z.infer<Schema>> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const faults = parsed.error.issues.slice(0, 20).map(({ path, message }) => {
    const keys = path.map((key) => (typeof key === 'number' ? key : String(key)));
    return faultAt(pointerOf(keys), say('uap.shape', { detail: shapeDetail(message) }));
  });
  return { ok: false, kind: 'unparsable', faults };
}
