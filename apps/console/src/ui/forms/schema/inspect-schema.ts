import { isObject } from '@countersign/json/json-object';

export type Inspection =
  | { ok: true }
  | { ok: false; reason: 'not-a-schema' | 'too-deep' | 'too-many' };

/** Levels a schema may be nested, as a document; a form of more could not be read. */
export const MAX_DEPTH = 64;
/** Parts a schema may have. */
export const MAX_PARTS = 20_000;

const valueKeywords = new Set(['enum', 'const', 'default', 'examples', 'required']);

/**
 * Traverses a schema as a document and stops at the first exceeded limit, so its cost is limited too. References are not followed.
 */
export function inspectSchema(schema: unknown): Inspection {
  if (!isObject(schema)) return { ok: false, reason: 'not-a-schema' };
  const open: { node: unknown; depth: number }[] = [{ node: schema, depth: 0 }];
  let parts = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    // A property is two levels: the map and itself.
    if (depth > MAX_DEPTH * 2) return { ok: false, reason: 'too-deep' };
    if (typeof node !== 'object' || node === null) continue;
    for (const [key, child] of Object.entries(node)) {
      if (typeof child !== 'object' || child === null) continue;
      if (Array.isArray(child) && valueKeywords.has(key)) continue;
      parts += 1;
      if (parts > MAX_PARTS) return { ok: false, reason: 'too-many' };
      open.push({ node: child, depth: depth + 1 });
    }
  }
  return { ok: true };
}
