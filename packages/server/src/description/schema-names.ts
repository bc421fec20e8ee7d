import { z } from 'zod';
import { capitalized, exportedSchemas, isNameable } from './exported-schemas.ts';

type Schema = z.core.$ZodType;

/** A part of a schema, and what it adds to the name of its place. */
type Part = readonly [place: string, schema: Schema];

/** The literal that tells an alternative from the others, if it has one. */
function discriminator(schema: Schema): string | null {
  if (!(schema instanceof z.ZodObject)) return null;
  for (const member of Object.values(schema.shape)) {
    if (member instanceof z.ZodLiteral && typeof member.value === 'string') return member.value;
  }
  return null;
}

const words = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join('');

function partsOf(schema: Schema): Part[] {
  const parts: Part[] = [];
  const add = (place: string, value: unknown) => {
    if (value instanceof z.ZodType) parts.push([place, value]);
  };
  for (const [key, value] of Object.entries(schema._zod.def)) {
    if (key === 'shape') {
      for (const [member, of] of Object.entries(Object(value))) add(words(member), of);
    } else if (key === 'getter' && typeof value === 'function') add('', value());
    else if (Array.isArray(value)) {
      for (const of of value)
        add(words(of instanceof z.ZodType ? (discriminator(of) ?? '') : ''), of);
    } else add('', value);
  }
  add('', schema._zod.parent);
  return parts;
}

/**
 * A name for each schema that is exported or occurs in several places. One that is not exported is named after its first place:
 * `takeOver` of `Claim` is `ClaimTakeOver`.
 */
export function namedSchemas(roots: Iterable<Part>): Map<Schema, string> {
  const names = exportedSchemas();
  const taken = new Set(names.values());
  const firstPlaces = new Map<Schema, string>();
  const unique = (place: string) => {
    let name = place;
    for (let count = 2; taken.has(name); count += 1) name = `${place}${count}`;
    taken.add(name);
    return name;
  };
  const visit = (place: string, schema: Schema): void => {
    const first = firstPlaces.get(schema);
    if (first !== undefined && isNameable(schema)) {
      if (!names.has(schema)) names.set(schema, unique(first));
      return;
    }
    const own = names.get(schema) ?? place;
    firstPlaces.set(schema, own);
    for (const [part, of] of partsOf(schema)) visit(own + part, of);
  };
  for (const [place, schema] of roots) visit(place, schema);
  return names;
}
