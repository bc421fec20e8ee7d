import { isObject, type JsonObject } from '@countersign/json/json-object';

const maxDepth = 64;

/** A schema as that of a field of an object. `root`: members for the schema of the object, where the references of the field lead. */
export function schemaOfField(
  schema: JsonObject,
  name: string,
): { field: JsonObject; root: JsonObject } {
  const { $schema, $id: _, $defs, definitions, ...field } = schema;
  const prefix = `#/properties/${name}`;
  const moved = movedReferences(field, prefix, 0);
  return {
    field: isObject(moved) ? moved : {},
    root: {
      ...(typeof $schema === 'string' ? { $schema } : {}),
      ...($defs === undefined ? {} : { $defs: movedReferences($defs, prefix, 0) }),
      ...(definitions === undefined
        ? {}
        : { definitions: movedReferences(definitions, prefix, 0) }),
    },
  };
}

/** References to the root, or to what was directly below it, are now one level deeper. */
function movedReferences(node: unknown, prefix: string, depth: number): unknown {
  if (depth > maxDepth || typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((item) => movedReferences(item, prefix, depth + 1));
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => {
      if (name !== '$ref' || typeof value !== 'string') {
        return [name, movedReferences(value, prefix, depth + 1)];
      }
      const stays = !value.startsWith('#') || /^#\/(\$defs|definitions)(\/|$)/.test(value);
      return [name, stays || /^#[^/]/.test(value) ? value : `${prefix}${value.slice(1)}`];
    }),
  );
}
