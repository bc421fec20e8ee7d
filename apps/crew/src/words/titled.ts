import type { CrewText } from './crew-text.ts';

const readByPeople = new Set(['title', 'description']);

/** A schema with its titles and descriptions in a reader's language; agents are given the English one. */
export function titledIn<Schema>(schema: Schema, { fields }: CrewText): Schema {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, held]) => [
        name,
        readByPeople.has(name) && typeof held === 'string' ? (fields[held] ?? held) : visit(held),
      ]),
    );
  };
  return visit(schema) as Schema;
}
