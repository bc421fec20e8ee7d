import type { Edited, EditedPlace } from '@countersign/api/edited-place';
import { diffValues } from '@countersign/json/diff';
import { jsonEqual } from '@countersign/json/json-equal';
import { isObject } from '@countersign/json/json-object';
import { pointerOf, tokensOf, valueAt } from '@countersign/json/json-pointer';
import { applyPatch } from '@countersign/json/patch';
import type { PatchOperation } from '@countersign/json/patch-operation';
import { keyAsWords } from '@countersign/json-schema/field-names';
import { followReferences } from '@countersign/json-schema/follow-references';
import { stepsTo } from '@countersign/json-schema/steps-to';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { schemaOf } from '@countersign/upformat/schema-reference';

const MAX_PLACES = 5;
const MAX_CHARS = 80;
const MAX_MEMBERS = 6;

const cut = (words: string): string =>
  words.length > MAX_CHARS ? `${words.slice(0, MAX_CHARS)}…` : words;

/** A value small enough for a line: texts are cut, of groups and lists only the first single values are kept. */
function gist(value: unknown): unknown {
  if (typeof value === 'string') return cut(value);
  if (typeof value !== 'object' || value === null) return value;
  const isSingle = (member: unknown) => typeof member !== 'object' || member === null;
  if (Array.isArray(value)) return value.filter(isSingle).slice(0, MAX_MEMBERS).map(gist);
  const members = Object.entries(value).filter(([, member]) => isSingle(member));
  return Object.fromEntries(members.slice(0, MAX_MEMBERS).map(([key, each]) => [key, gist(each)]));
}

/** The label of each key on the way to a pointer: its title, else the key as words. */
function labelsTo(schema: unknown, pointer: string): string[] {
  const root = isObject(schema) ? schema : {};
  return stepsTo(root, pointer).map(({ key, node }) => {
    const { title } = followReferences(root, node);
    return cut(typeof title === 'string' && title.trim() !== '' ? title : keyAsWords(key));
  });
}

/** The first words of an entry, which name it. */
function nameOf(entry: unknown): { name?: string } {
  const first = isObject(entry) ? Object.values(entry)[0] : entry;
  return typeof first === 'string' && first.trim() !== '' ? { name: cut(first) } : {};
}

/** Where a pointer leads in a value: the last entry of a list on the way, and the fields in it. `added`: the entry it adds. */
function placeOf(
  schema: unknown,
  value: unknown,
  { pointer, added }: { pointer: string; added?: unknown },
): Pick<EditedPlace, 'entry' | 'fields'> {
  const path = tokensOf(pointer);
  const labels = labelsTo(schema, pointer);
  let entry: EditedPlace['entry'];
  let fields: string[] = [];
  for (const [depth, label] of labels.entries()) {
    if (!Array.isArray(valueAt(value, path.slice(0, depth)))) {
      fields.push(label);
      continue;
    }
    const here = path.slice(0, depth + 1);
    const own = added !== undefined && here.length === path.length ? added : valueAt(value, here);
    entry = { ...nameOf(own), list: fields.at(-1) ?? '', index: Number(path[depth]) };
    fields = [];
  }
  return entry === undefined ? { fields } : { entry, fields };
}

function placeEdited(schema: unknown, before: unknown, operation: PatchOperation): EditedPlace {
  const { op, path, from, value } = operation;
  const way = tokensOf(path);
  const was = valueAt(before, way);
  const inList = Array.isArray(valueAt(before, way.slice(0, -1)));
  if (op === 'move') {
    const moved = placeOf(schema, before, { pointer: from ?? '' });
    return { op: 'moved', ...moved, ...(inList ? { to: Number(way.at(-1)) } : {}) };
  }
  if (op === 'add' && inList)
    return { op: 'added', ...placeOf(schema, before, { pointer: path, added: value }) };
  const place = placeOf(schema, before, { pointer: path });
  if (op === 'remove') return { op: 'removed', ...place, was: gist(was) };
  if (was === undefined) return { op: 'set', ...place, value: gist(value) };
  return { op: 'changed', ...place, was: gist(was), value: gist(value) };
}

/** The members that differ between two objects at a place. */
function replaced(
  path: string,
  was: Record<string, unknown>,
  value: Record<string, unknown>,
): PatchOperation[] {
  const names = new Set([...Object.keys(was), ...Object.keys(value)]);
  return [...names].flatMap((name): PatchOperation[] => {
    const at = `${path}${pointerOf([name])}`;
    if (!Object.hasOwn(value, name)) return [{ op: 'remove', path: at }];
    if (!Object.hasOwn(was, name)) return [{ op: 'add', path: at, value: value[name] }];
    const isEqual = jsonEqual(was[name], value[name]);
    return isEqual ? [] : [{ op: 'replace', path: at, value: value[name] }];
  });
}

/** The single values of a group that is set at once: each is a field of its own. */
function spread(operation: PatchOperation, before: unknown): PatchOperation[] {
  const { op, path, value } = operation;
  const was = valueAt(before, tokensOf(path));
  // A difference replaces the whole object for names that no path may contain, such as `constructor`.
  if (op === 'replace' && isObject(was) && isObject(value)) return replaced(path, was, value);
  const isNew = op === 'add' && valueAt(before, tokensOf(path)) === undefined;
  const isInList = Array.isArray(valueAt(before, tokensOf(path).slice(0, -1)));
  if (!isNew || isInList || !isObject(value) || Object.keys(value).length === 0) return [operation];
  return Object.entries(value).flatMap(([key, member]) =>
    spread({ op, path: `${path}${pointerOf([key])}`, value: member }, before),
  );
}

/**
 * What an edit changed, place by place, in the labels of its form; undefined = the answer is no edit of a value. The whole value and
 * its exact difference are with the question: this is for a line in a list.
 */
export function editedPlaces(message: UpMessage, feedback: UpFeedback): Edited | undefined {
  if (feedback.type !== 'edit') return undefined;
  const { patch, value } = feedback.content;
  const schema = schemaOf(message);
  const base = message.payload ?? {};
  const operations = patch === undefined ? (isObject(value) ? diffValues(base, value) : []) : patch;
  const all = operations.flatMap((each) => spread(each as PatchOperation, base));
  if (all.length === 0) return undefined;
  // The path of each operation counts in the value that the ones before it made.
  let now: unknown = base;
  const places = all.slice(0, MAX_PLACES).map((operation) => {
    const place = placeEdited(schema, now, operation);
    now = applyPatch(now, [operation]).document;
    return place;
  });
  return { places, more: all.length - places.length };
}
