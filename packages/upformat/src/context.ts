import type { JsonObject } from '@countersign/json/json-object';
import { resolveNode } from '@countersign/json-schema/schema-node';
import { z } from 'zod';
import { fieldHint } from './field-hints.ts';
import type { UpContext } from './message.ts';
import { conceptsOf, descriptionOf, schemaFields } from './schema-fields.ts';

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
