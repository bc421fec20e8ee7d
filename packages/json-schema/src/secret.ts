import { isObject } from '@countersign/json/json-object';
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

/** Whether anything in a document is secret. Most have nothing to hide, and to walk a large value is slow. */
const mayHide = new WeakMap<object, boolean>();

function hasSecrets(schema: unknown): schema is SchemaNode {
  if (!isObject(schema)) return false;
  let known = mayHide.get(schema);
  if (known === undefined) {
    known = /"(?:format":"password"|writeOnly":true)/.test(JSON.stringify(schema));
    mayHide.set(schema, known);
  }
  return known;
}

/** What may describe the value at a path from the root; ends at what is secret. */
function partsAt(schema: SchemaNode, path: readonly string[]): SchemaNode[] {
  let parts = partsOf(schema, schema);
  for (const key of path) {
    if (parts.some(isSecret)) return parts;
    parts = partsUnder(parts, key, schema);
  }
  return parts;
}

/** Whether any branch of a schema says that the value at a path from its root is secret, or what it is part of. */
export const isSecretAt = (schema: unknown, path: readonly string[]): boolean =>
  hasSecrets(schema) && partsAt(schema, path).some(isSecret);

/** In the place of a secret. Always as long, so that it says nothing about what it hides. */
export const hidden = '••••••••';

interface Hiding {
  root: SchemaNode;
  /** What is shown in place of a secret. */
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
 * @param schema - of the whole document
 * @param path - where the value is in the document; absent = it is the document
 */
export function withoutSecrets(
  schema: unknown,
  value: unknown,
  { path = [], mask = () => hidden }: { path?: readonly string[]; mask?: Hiding['mask'] } = {},
): unknown {
  if (!hasSecrets(schema)) return value;
  return hideIn(value, partsAt(schema, path), path, { root: schema, mask });
}
