import { isRecord, sameJson } from './pointer.ts';
import { numberOf, type SchemaNode, stringsOf, textOf } from './schema-node.ts';

export interface Choice {
  value: unknown;
  label: string;
  description?: string;
}

/** How one value is edited. */
export type FieldKind =
  | { kind: 'object' }
  | { kind: 'array' }
  | { kind: 'multi'; choices: Choice[] }
  | { kind: 'choice'; choices: Choice[] }
  | { kind: 'variant'; branches: SchemaNode[] }
  | { kind: 'text'; input: 'text' | 'email' | 'url' | 'date' | 'datetime-local' | 'time' }
  | { kind: 'long-text' }
  | { kind: 'number'; integer: boolean }
  | { kind: 'boolean' }
  | { kind: 'json' };

const LONG = 120;
const MAX_CHOICES = 1_000;

const labelOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

function choicesOf(node: SchemaNode): Choice[] | null {
  const names = stringsOf(node['enumNames']);
  if (Array.isArray(node['enum'])) {
    return node['enum']
      .slice(0, MAX_CHOICES)
      .map((value, index) => ({ value, label: names[index] ?? labelOf(value) }));
  }
  const union = node['oneOf'] ?? node['anyOf'];
  if (!Array.isArray(union) || union.length === 0) return null;
  if (!union.every((branch) => isRecord(branch) && 'const' in branch)) return null;
  return union.slice(0, MAX_CHOICES).map((branch: SchemaNode) => {
    const description = textOf(branch['description']);
    return {
      value: branch['const'],
      label: textOf(branch['title']) ?? labelOf(branch['const']),
      ...(description ? { description } : {}),
    };
  });
}

function typeOf(node: SchemaNode, value: unknown): string | null {
  const { type } = node;
  const named = typeof type === 'string' ? type : stringsOf(type).find((name) => name !== 'null');
  if (named !== undefined) return named;
  if (isRecord(node['properties'])) return 'object';
  if (node['items'] !== undefined || node['prefixItems'] !== undefined) return 'array';
  if (node['minLength'] !== undefined || node['pattern'] !== undefined) return 'string';
  if (node['minimum'] !== undefined || node['maximum'] !== undefined) return 'number';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object') return null;
  return value === undefined ? null : typeof value;
}

function textKind(node: SchemaNode, value: unknown): FieldKind {
  switch (node['format']) {
    case 'date':
      return { kind: 'text', input: 'date' };
    case 'time':
      return { kind: 'text', input: 'time' };
    case 'email':
    case 'idn-email':
      return { kind: 'text', input: 'email' };
    case 'uri':
    case 'url':
    case 'iri':
      return { kind: 'text', input: 'url' };
    case 'textarea':
    case 'markdown':
      return { kind: 'long-text' };
    default:
  }
  const long = (numberOf(node['maxLength']) ?? 0) > LONG || node['contentMediaType'] !== undefined;
  const isLong = typeof value === 'string' && (value.length > LONG / 2 || value.includes('\n'));
  return long || isLong ? { kind: 'long-text' } : { kind: 'text', input: 'text' };
}

/** Decides how a (resolved) node is edited; `value` helps where the schema says nothing. */
export function fieldKind(node: SchemaNode, value: unknown): FieldKind {
  if (typeof node['$ref'] === 'string') return { kind: 'json' };
  const choices = choicesOf(node);
  if (choices !== null) return { kind: 'choice', choices };
  if ('const' in node) {
    return { kind: 'choice', choices: [{ value: node['const'], label: labelOf(node['const']) }] };
  }
  const union = node['oneOf'] ?? node['anyOf'];
  if (Array.isArray(union)) {
    const branches = union.filter(isRecord).filter((branch) => branch['type'] !== 'null');
    if (branches.length > 0) return { kind: 'variant', branches };
  }
  switch (typeOf(node, value)) {
    case 'object':
      return isRecord(node['properties']) ? { kind: 'object' } : { kind: 'json' };
    case 'array':
      return arrayKind(node);
    case 'string':
      return textKind(node, value);
    case 'number':
      return { kind: 'number', integer: false };
    case 'integer':
      return { kind: 'number', integer: true };
    case 'boolean':
      return { kind: 'boolean' };
    default:
      return { kind: 'json' };
  }
}

function arrayKind(node: SchemaNode): FieldKind {
  const { items } = node;
  if (!isRecord(items)) return { kind: 'json' };
  const choices = choicesOf(items);
  return choices !== null && choices.length <= 40 ? { kind: 'multi', choices } : { kind: 'array' };
}

/** The choice that `value` is, -1 when none. */
export function choiceIndex(choices: readonly Choice[], value: unknown): number {
  return choices.findIndex((choice) => sameJson(choice.value, value));
}

/** Whether the kind fits one line of a row. */
export function isScalar(kind: FieldKind): boolean {
  return (
    kind.kind === 'text' ||
    kind.kind === 'number' ||
    kind.kind === 'boolean' ||
    kind.kind === 'choice'
  );
}
