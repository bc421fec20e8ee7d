import { isObject, type JsonObject } from '@countersign/json/json-object';

const maxOptions = 8;

/** The text for a keyword with a number or string. */
const phrases: Record<string, (value: string) => string> = {
  minimum: (value) => `at least ${value}`,
  exclusiveMinimum: (value) => `more than ${value}`,
  maximum: (value) => `at most ${value}`,
  exclusiveMaximum: (value) => `less than ${value}`,
  multipleOf: (value) => `a multiple of ${value}`,
  minLength: (value) => `at least ${counted(value, 'character')}`,
  maxLength: (value) => `at most ${counted(value, 'character')}`,
  minItems: (value) => `at least ${counted(value, 'item')}`,
  maxItems: (value) => `at most ${counted(value, 'item')}`,
  format: (value) => `format ${value}`,
  pattern: (value) => `pattern ${value}`,
};

/** The constraint of a field in a few words for people and agents, such as `required; at least 1; format email`; `''` = none. */
export function fieldHint(node: JsonObject, required: boolean): string {
  const hints = required ? ['required'] : [];
  if (node['type'] === 'integer') hints.push('a whole number');
  for (const [keyword, phrase] of Object.entries(phrases)) {
    const value = node[keyword];
    if (typeof value === 'number' || typeof value === 'string') hints.push(phrase(String(value)));
  }
  if (node['uniqueItems'] === true) hints.push('no repeats');
  if (node['const'] !== undefined) hints.push(`always ${said(node['const'])}`);
  const options = optionsOf(node);
  if (options.length > 0) hints.push(`one of ${listed(options)}`);
  if (node['readOnly'] === true) hints.push('read-only');
  return hints.join('; ');
}

/** The values a node lists: its `enum`, or a union of constants. */
function optionsOf(node: JsonObject): unknown[] {
  if (Array.isArray(node['enum'])) return node['enum'];
  const union = node['oneOf'] ?? node['anyOf'];
  if (!Array.isArray(union)) return [];
  const branches = union.filter(isObject);
  return branches.length > 0 && branches.every((branch) => branch['const'] !== undefined)
    ? branches.map((branch) => branch['const'])
    : [];
}

function listed(options: readonly unknown[]): string {
  const shown = options.slice(0, maxOptions).map(said);
  const rest = options.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}

const said = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));

const counted = (count: string, noun: string): string =>
  `${count} ${count === '1' ? noun : `${noun}s`}`;
