import { isRecord } from './pointer.ts';
import { followRefs, type SchemaNode } from './schema-node.ts';

export type Inspection =
  | { ok: true; fields: number }
  | { ok: false; reason: 'not-a-schema' | 'too-deep' | 'too-many' | 'recursive' };

export const MAX_DEPTH = 12;
export const MAX_FIELDS = 500;

class Refused extends Error {
  readonly reason: Exclude<Inspection, { ok: true }>['reason'];
  constructor(reason: Refused['reason']) {
    super(reason);
    this.reason = reason;
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Walks what a form would draw and stops at the first bound that is passed, so its cost is bounded too. */
export function inspectSchema(schema: unknown): Inspection {
  if (!isRecord(schema)) return { ok: false, reason: 'not-a-schema' };
  const root: SchemaNode = schema;
  let fields = 0;
  const walk = (node: unknown, depth: number, above: readonly string[]): void => {
    if (depth > MAX_DEPTH) throw new Refused('too-deep');
    if (!isRecord(node)) return;
    const reference = node['$ref'];
    if (typeof reference === 'string' && above.includes(reference)) throw new Refused('recursive');
    const inside = typeof reference === 'string' ? [...above, reference] : above;
    const at = followRefs(node, root);
    for (const part of listOf(at['allOf'])) walk(part, depth + 1, inside);
    for (const part of [...listOf(at['oneOf']), ...listOf(at['anyOf'])])
      walk(part, depth + 1, inside);
    for (const part of [at['then'], at['else'], at['items']]) walk(part, depth + 1, inside);
    const { properties } = at;
    if (!isRecord(properties)) return;
    for (const child of Object.values(properties)) {
      fields += 1;
      if (fields > MAX_FIELDS) throw new Refused('too-many');
      walk(child, depth + 1, inside);
    }
  };
  try {
    walk(root, 0, []);
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.reason };
    return { ok: false, reason: 'not-a-schema' };
  }
  return { ok: true, fields };
}
