import { type SchemaNode, stringsOf } from './schema-members.ts';
import { typeOfValue } from './schema-node.ts';

export type TypeName = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';

const known = new Set('string number integer boolean array object null'.split(' '));
const isTypeName = (name: string): name is TypeName => known.has(name);

/** Keywords that apply to one type only, from which the type of a node without `type` is inferred. */
const hints: [TypeName, string[]][] = [
  [
    'object',
    ['properties', 'patternProperties', 'propertyNames', 'minProperties', 'maxProperties'],
  ],
  ['array', ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['minLength', 'maxLength', 'pattern', 'format', 'contentMediaType']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
  ['object', ['required', 'additionalProperties', 'dependentRequired']],
];

/** The type of the field a value goes into: every number is a number there. Undefined for what is not JSON. */
export function fieldTypeOf(value: unknown): TypeName | undefined {
  const type = typeOfValue(value);
  return type === 'integer' ? 'number' : isTypeName(type) ? type : undefined;
}

/** The types of a node, without unknown ones; `integer` together with `number` is `number`. */
export function namedTypes(node: SchemaNode): TypeName[] {
  const { type } = node;
  const names = (typeof type === 'string' ? [type] : stringsOf(type)).filter(isTypeName);
  return names.includes('number') ? names.filter((name) => name !== 'integer') : names;
}

/** The types of a node: those it declares, else the one implied by its keywords; empty = any. */
export function meantTypes(node: SchemaNode): TypeName[] {
  const named = namedTypes(node);
  if (named.length > 0) return named;
  const hint = hints.find(([, keywords]) =>
    keywords.some((keyword) => node[keyword] !== undefined),
  );
  return hint === undefined ? [] : [hint[0]];
}
