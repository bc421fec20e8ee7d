import { isObject, type JsonObject } from '@countersign/json/json-object';
import { z } from 'zod';
import { namedSchemas } from './schema-names.ts';

type Schema = z.core.$ZodType;
/** What a client sends, and what it gets: a default makes a member optional in one of them only. */
export type Direction = 'input' | 'output';

const folder = '#/components/schemas/';

/** Every reference in a value to a named schema: its name. */
export function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' && member.startsWith(folder)
      ? [member.slice(folder.length)]
      : namesIn(member),
  );
}

/** The same with other names in its references. */
function renamed(schema: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key !== '$ref' || typeof value !== 'string' || !value.startsWith(folder)) return value;
    const name = value.slice(folder.length);
    return folder + (names.get(name) ?? name);
  });
}

/** The schemas of a direction as JSON Schema, by name. Later versions may answer with more members: no answer is closed. */
function jsonSchemas(
  named: ReadonlyMap<Schema, string>,
  roots: ReadonlyMap<string, Schema>,
  io: Direction,
): Record<string, JsonObject> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of named) registry.add(schema, { id });
  for (const [id, schema] of roots) if (!registry.has(schema)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: (id) => folder + id,
    override: ({ zodSchema, jsonSchema }) => {
      const isOpen =
        zodSchema._zod.def.type === 'object' && zodSchema._zod.def.catchall === undefined;
      if (io === 'output' && isOpen) delete jsonSchema.additionalProperties;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...rest }]) => [
      id,
      JSON.parse(JSON.stringify(rest)),
    ]),
  );
}

/** Those that differ between the directions, themselves or by what they contain. */
function differing(
  input: Record<string, JsonObject>,
  output: Record<string, JsonObject>,
): Set<string> {
  const ids = Object.keys(input);
  const found = new Set(
    ids.filter((id) => JSON.stringify(input[id]) !== JSON.stringify(output[id])),
  );
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const id of ids) if (namesIn(input[id]).some((name) => found.has(name))) found.add(id);
  }
  return found;
}

/** Names that are reached from the schemas of some places. */
function reached(places: Iterable<string>, schemas: Record<string, JsonObject>): Set<string> {
  const found = new Set<string>(places);
  for (const id of found) for (const name of namesIn(schemas[id])) found.add(name);
  return found;
}

export interface Place {
  schema: Schema;
  direction: Direction;
}

export interface Components {
  /** All named schemas. */
  schemas: Record<string, JsonObject>;
  /** The schema of a place: a reference if it has a name. */
  at(place: string): JsonObject;
}

/** The schemas of requests and responses, each by its place. */
export function describeComponents(places: ReadonlyMap<string, Place>): Components {
  const roots = new Map([...places].map(([place, { schema }]) => [place, schema]));
  const named = namedSchemas(roots);
  const idOf = (place: string) => named.get(roots.get(place) ?? z.never()) ?? place;
  const input = jsonSchemas(named, roots, 'input');
  const output = jsonSchemas(named, roots, 'output');
  const idsOf = (wanted: Direction) =>
    [...places].filter(([, { direction }]) => direction === wanted).map(([place]) => idOf(place));
  const sent = reached(idsOf('input'), input);
  const got = reached(idsOf('output'), output);
  const forInput = new Map(
    [...differing(input, output)]
      .filter((id) => sent.has(id) && got.has(id))
      .map((id) => [id, `${id}Input`]),
  );
  const schemas: Record<string, JsonObject> = {};
  for (const id of named.values()) {
    if (got.has(id)) schemas[id] = output[id] ?? {};
    if (!sent.has(id)) continue;
    const name = forInput.get(id) ?? id;
    if (name !== id || !got.has(id)) schemas[name] = renamed(input[id] ?? {}, forInput);
  }
  return {
    schemas,
    at(place) {
      const isSent = places.get(place)?.direction === 'input';
      const id = idOf(place);
      if (id !== place) return { $ref: folder + ((isSent ? forInput.get(id) : undefined) ?? id) };
      return isSent ? renamed(input[id] ?? {}, forInput) : (output[id] ?? {});
    },
  };
}
