import { itemsOf, memberNode } from './members.ts';
import type { SchemaNode } from './schema-members.ts';
import { partsOf } from './steps-to.ts';

const MAX_PARTS = 200;

/** Whether a field is a password, or one that is written and never read. */
export const isSecret = (node: SchemaNode): boolean =>
  node['format'] === 'password' || node['writeOnly'] === true;

/** Whether any branch of a schema says that the value at a path is secret, or what it is part of. */
export function isSecretAt(schema: SchemaNode, path: readonly string[]): boolean {
  let parts = partsOf(schema, schema);
  for (const key of path) {
    if (parts.some(isSecret)) return true;
    parts = parts
      .flatMap((part) => [memberNode(part, key), itemsOf(part).nodeOf(Number(key))])
      .flatMap((node) => partsOf(node, schema))
      .filter((part) => Object.keys(part).length > 0)
      .slice(0, MAX_PARTS);
  }
  return parts.some(isSecret);
}
