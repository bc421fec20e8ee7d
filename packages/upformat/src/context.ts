import type { JsonObject } from '@countersign/json/json-object';
import { isObject } from '@countersign/json/json-object';
import { resolveNode } from '@countersign/json-schema/schema-node';
import { z } from 'zod';
import { conceptsOf, descriptionOf, schemaFields } from './mapping/schema-fields.ts';
import type { UpContext } from './message.ts';

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
function fieldHint(node: JsonObject, required: boolean): string {
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

/**
 * Derives upContext from a JSON Schema (docs/protocol/message.md): entity from title and description,
 * field descriptions by path (`candidates[].email`), constraints as short hints, concepts from `x-concepts` and `@type`
 * anywhere in it, and the schema itself. Empty members are left out, except `fields` and `constraints`.
 */
export function contextFromJsonSchema(schema: Readonly<Record<string, unknown>>): UpContext {
  const root = resolveNode(schema, schema);
  const listed = schemaFields(schema);
  const entity = entityOf(root);
  const concepts = [root, ...listed.map(({ node }) => node)].flatMap(conceptsOf);
  return {
    ...(entity === undefined ? {} : { entity }),
    fields: Object.fromEntries(
      listed.flatMap(({ path, node }) => {
        const description = descriptionOf(node);
        return description === undefined ? [] : [[path, description]];
      }),
    ),
    ...(concepts.length === 0 ? {} : { concepts: [...new Set(concepts)] }),
    constraints: Object.fromEntries(
      listed.flatMap(({ path, node, required }) => {
        const hint = fieldHint(node, required);
        return hint === '' ? [] : [[path, hint]];
      }),
    ),
    schema,
  };
}

/**
 * Derives upContext from a zod schema; titles, descriptions and concepts come from `.describe()` and `.meta()`. It describes what
 * the schema accepts (`io: 'input'`), so a member with a default is not required; `'output'` describes what it produces.
 */
export function contextFromZod(
  schema: z.ZodType,
  { io = 'input' }: { io?: 'input' | 'output' } = {},
): UpContext {
  return contextFromJsonSchema(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
}

function entityOf(root: JsonObject): string | undefined {
  const [title, description] = [root['title'], root['description']].map((text) =>
    typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined,
  );
  if (title === undefined || description === undefined) return title ?? description;
  return description.includes(title) ? description : `${title}: ${description}`;
}
