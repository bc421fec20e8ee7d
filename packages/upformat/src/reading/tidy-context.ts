import { isObject, type JsonObject, memberOf } from '@countersign/json/json-object';
import { type Note, textIn, tidyLines } from './tidy-words.ts';

const descriptionNames = 'description text label title hint meaning'.split(' ');
const nameNames = 'name field path key property'.split(' ');
const conceptNames = '@id id uri iri name label concept'.split(' ');
const hintNames = 'constraint rule hint description text'.split(' ');

/** A self-description as agents write it (docs/protocol/message.md), brought into the shapes we read. */
export function tidyContext(value: JsonObject, path: string, note: Note): JsonObject {
  const limits = tidyConstraints(value['constraints'] ?? {});
  const constraints = isObject(limits) ? { ...limits } : limits;
  const fields = tidyFields(value['fields'], constraints);
  const concepts = tidyLines(value['concepts'], conceptNames, { path: `${path}/concepts`, note });
  return {
    ...value,
    ...(fields === undefined ? {} : { fields }),
    ...(isEmpty(constraints) && value['constraints'] === undefined ? {} : { constraints }),
    ...(concepts === undefined ? {} : { concepts }),
  };
}

const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;

/** By name; list items are numbered, a single sentence is one item. */
function tidyConstraints(value: unknown): unknown {
  if (typeof value === 'string') return { all: value };
  if (!Array.isArray(value)) return value;
  return Object.fromEntries(
    value.map((item: unknown, index): [string, unknown] => {
      const name = isObject(item) ? textIn(item, nameNames) : undefined;
      if (!isObject(item) || name === undefined) return [String(index + 1), item];
      const others = Object.entries(item).filter(([, member]) => member !== name);
      const [only, ...more] = others;
      const isHint = only !== undefined && more.length === 0 && hintNames.includes(only[0]);
      return [name, isHint ? only[1] : Object.fromEntries(others)];
    }),
  );
}

/** A description per name; further members of an object are added to the constraints of the field. */
function tidyFields(value: unknown, constraints: unknown): unknown {
  const named = Array.isArray(value) ? byName(value) : value;
  if (!isObject(named)) return named;
  return Object.fromEntries(
    Object.entries(named).map(([name, field]): [string, unknown] => {
      if (!isObject(field)) return [name, field];
      const id = textIn(field, ['@id']);
      const description = textIn(field, descriptionNames);
      const said = [description, id === undefined ? undefined : `(${id})`].filter(Boolean);
      if (said.length === 0) return [name, field];
      const rest = Object.entries(field).filter(
        ([, member]) => member !== description && member !== id,
      );
      if (rest.length === 0) return [name, said.join(' ')];
      // Without a member for the rest it is unchanged, and shown as received.
      const hasPlace = isObject(constraints) && memberOf(constraints, name) === undefined;
      if (!hasPlace || name === '__proto__') return [name, field];
      constraints[name] = Object.fromEntries(rest);
      return [name, said.join(' ')];
    }),
  );
}

function byName(fields: readonly unknown[]): unknown {
  const entries = fields.map((field): [string, unknown] | null => {
    if (typeof field === 'string') return [field, ''];
    const name = isObject(field) ? textIn(field, nameNames) : undefined;
    if (!isObject(field) || name === undefined) return null;
    return [
      name,
      Object.fromEntries(Object.entries(field).filter(([, member]) => member !== name)),
    ];
  });
  const found = entries.filter((entry) => entry !== null);
  const isWhole = found.length === fields.length;
  return isWhole && new Set(found.map(([name]) => name)).size === found.length
    ? Object.fromEntries(found)
    : fields;
}
