import { itemsOf, memberNode } from './members.ts';
import type { SchemaNode } from './schema-members.ts';
import { partsOf } from './steps-to.ts';

const MAX_PARTS = 200;

/** Whether a field is a password, or one that is written and never read. */
export const isSecret = (node: SchemaNode): boolean =>
  node['format'] === 'password' || node['writeOnly'] === true;

/** What may describe a member or an entry of what `parts` describe. */
const partsUnder = (parts: readonly SchemaNode[], key: string, root: SchemaNode): SchemaNode[] =>
  parts
    .flatMap((part) => [memberNode(part, key), itemsOf(part).nodeOf(Number(key))])
    .flatMap((node) => partsOf(node, root))
    .filter((part) => Object.keys(part).length > 0)
    .slice(0, MAX_PARTS);

/**
 * Whether any branch of a schema says that the value at a path is secret, or what it is part of.
 *
 * @param node - where the path begins; absent = at the schema itself, which is also the document of its references
 */
export function isSecretAt(
  schema: SchemaNode,
  path: readonly string[],
  node: unknown = schema,
): boolean {
  let parts = partsOf(node, schema);
  for (const key of path) {
    if (parts.some(isSecret)) return true;
    parts = partsUnder(parts, key, schema);
  }
  return parts.some(isSecret);
}

/** In the place of a secret. Always as long, so that it says nothing about what it hides. */
export const hidden = '••••••••';

interface Hiding {
  root: SchemaNode;
  /** What stands in the place of a secret. */
  mask: (path: readonly string[], value: unknown) => unknown;
}

function hideIn(
  value: unknown,
  parts: readonly SchemaNode[],
  path: readonly string[],
  hiding: Hiding,
): unknown {
  if (value === undefined || value === null || value === '') return value;
  if (parts.some(isSecret)) return hiding.mask(path, value);
  if (typeof value !== 'object' || parts.length === 0) return value;
  let isSame = true;
  const hide = ([key, member]: [string, unknown]): [string, unknown] => {
    const inner = hideIn(member, partsUnder(parts, key, hiding.root), [...path, key], hiding);
    if (inner !== member) isSame = false;
    return [key, inner];
  };
  const entries = Object.entries(value).map(hide);
  if (isSame) return value;
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

/**
 * A value without its secrets: each is replaced by `hidden`, or by what `mask` returns. The value itself if it contains none.
 *
 * @param node - describes the value; absent = the schema itself, which is also the document of its references
 */
export function withoutSecrets(
  schema: SchemaNode,
  value: unknown,
  { node = schema, mask = () => hidden }: { node?: unknown; mask?: Hiding['mask'] } = {},
): unknown {
  return hideIn(value, partsOf(node, schema), [], { root: schema, mask });
}
