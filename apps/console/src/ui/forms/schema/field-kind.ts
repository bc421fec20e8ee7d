import { jsonEqual } from '@countersign/json/json-equal';
import { isObject } from '@countersign/json/json-object';
import {
  followReferences,
  hasOpenReference,
  isNothingAllowed,
} from '@countersign/json-schema/follow-references';
import { fieldTypeOf, meantTypes } from '@countersign/json-schema/node-type';
import { numberOf, type SchemaNode } from '@countersign/json-schema/schema-members';
import { isSecret } from '@countersign/json-schema/secret';
import { branchesOf } from './branches.ts';
import { type Choice, choicesOf } from './choices.ts';

/** How one value is edited. */
export type FieldKind =
  | { kind: 'object' }
  | { kind: 'array' }
  | { kind: 'multi'; choices: Choice[] }
  | { kind: 'choice'; choices: Choice[] }
  | { kind: 'variant'; branches: SchemaNode[] }
  | { kind: 'text'; input: 'text' | 'email' | 'url'; mono: boolean }
  | { kind: 'date' }
  | { kind: 'moment'; dated: boolean }
  | { kind: 'secret' }
  | { kind: 'long-text' }
  | { kind: 'number'; integer: boolean }
  | { kind: 'boolean' }
  | { kind: 'null' }
  | { kind: 'json' }
  /** No value is allowed here: it is shown only if there is one nevertheless. */
  | { kind: 'nothing' };

const LONG = 120;
const MAX_CHECKS = 40;
const monoFormats = new Set(
  'uuid ipv4 ipv6 hostname regex json-pointer relative-json-pointer'.split(' '),
);
const longFormats = new Set(['textarea', 'markdown', 'multiline', 'html']);

function textKind(node: SchemaNode, value: unknown): FieldKind {
  const { format } = node;
  if (isSecret(node)) return { kind: 'secret' };
  if (format === 'date') return { kind: 'date' };
  if (format === 'date-time' || format === 'time') {
    return { kind: 'moment', dated: format === 'date-time' };
  }
  const long = (numberOf(node['maxLength']) ?? 0) > LONG || node['contentMediaType'] !== undefined;
  const isLong = typeof value === 'string' && (value.length > LONG / 2 || value.includes('\n'));
  if (typeof format === 'string') {
    if (longFormats.has(format)) return { kind: 'long-text' };
    if (/^(?:idn-)?email$/.test(format)) return { kind: 'text', input: 'email', mono: false };
    if (/^(?:ur[il]|iri)(?:-reference)?$/.test(format)) {
      return { kind: 'text', input: 'url', mono: false };
    }
    if (monoFormats.has(format) && !isLong) return { kind: 'text', input: 'text', mono: true };
  }
  return long || isLong ? { kind: 'long-text' } : { kind: 'text', input: 'text', mono: false };
}

function arrayKind(node: SchemaNode, value: unknown, root: SchemaNode): FieldKind {
  if (!isObject(node['items']) || node['prefixItems'] !== undefined) return { kind: 'array' };
  const choices = choicesOf(followReferences(root, node['items']));
  const items: unknown[] = Array.isArray(value) ? value : [];
  const isSet = items.every(
    (item, index) =>
      choices?.some((choice) => jsonEqual(choice.value, item)) &&
      items.findIndex((other) => jsonEqual(other, item)) === index,
  );
  // A list with an entry twice, or one that is no option, would lose it among checkboxes.
  if (choices === null || choices.length > MAX_CHECKS || choices.length < 2 || !isSet) {
    return { kind: 'array' };
  }
  return { kind: 'multi', choices };
}

/** Decides how a (resolved) node is edited; `value` is used where the schema gives no type. */
export function fieldKind(node: SchemaNode, value: unknown, root: SchemaNode = node): FieldKind {
  if (hasOpenReference(node)) return { kind: 'json' };
  if (isNothingAllowed(node)) return { kind: 'nothing' };
  const choices = choicesOf(node);
  if (choices !== null) return { kind: 'choice', choices };
  const branches = branchesOf(node, root);
  if (branches !== null && branches.length > 0) return { kind: 'variant', branches };
  switch (meantTypes(node)[0] ?? fieldTypeOf(value)) {
    case 'object':
      return { kind: 'object' };
    case 'array':
      return arrayKind(node, value, root);
    case 'string':
      return textKind(node, value);
    case 'number':
      return { kind: 'number', integer: false };
    case 'integer':
      return { kind: 'number', integer: true };
    case 'boolean':
      return { kind: 'boolean' };
    case 'null':
      return { kind: 'null' };
    default:
      return { kind: 'json' };
  }
}

/** Whether the kind fits one line of a row. */
export function isScalar(kind: FieldKind): boolean {
  return ['text', 'date', 'number', 'boolean', 'choice', 'secret', 'null'].includes(kind.kind);
}
