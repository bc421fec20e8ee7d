import type { Edited, EditedPlace } from '@countersign/api/prompts/edited-place';
import { diffValues } from '@countersign/json/diff';
import { jsonEqual } from '@countersign/json/json-equal';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { pointerOf, tokensOf, valueAt } from '@countersign/json/json-pointer';
import { applyPatch } from '@countersign/json/patch';
import type { PatchOperation } from '@countersign/json/patch-operation';
import { keyAsWords } from '@countersign/json-schema/field-names';
import { followReferences } from '@countersign/json-schema/follow-references';
import { isSecretAt } from '@countersign/json-schema/secret';
import { stepsTo } from '@countersign/json-schema/steps-to';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { schemaOf } from '@countersign/upformat/schema-reference';

const MAX_CHARS = 80;
const MAX_MEMBERS = 6;
/** In the place of what was left out. */
const more = '…';

/** Words for a line. */
const cut = (words: string): string =>
  words.length > MAX_CHARS ? `${words.slice(0, MAX_CHARS)}${more}` : words;

const isBox = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The first words of an entry, which name it, unless they are secret. */
function nameOf(schema: JsonObject, path: readonly string[], entry: unknown): string | undefined {
  const [key] = isObject(entry) ? Object.keys(entry) : [];
  const first = isObject(entry) && key !== undefined ? entry[key] : entry;
  if (typeof first !== 'string' || first.trim() === '') return undefined;
  return isSecretAt(schema, key === undefined ? path : [...path, key]) ? undefined : cut(first);
}

function memberGist(schema: JsonObject, path: readonly string[], value: unknown): unknown {
  if (isSecretAt(schema, path)) return more;
  if (typeof value === 'string') return cut(value);
  if (!isBox(value)) return value;
  const count = Object.keys(value).length;
  if (count === 0) return value;
  const name = nameOf(schema, path, value);
  return name === undefined ? more : count === 1 ? name : `${name} ${more}`;
}

/** A value small enough for a line: texts are cut, and of groups and lists the first members kept, with `…` for all that is not. */
function valueGist(schema: JsonObject, path: readonly string[], value: unknown): unknown {
  if (!isBox(value)) return memberGist(schema, path, value);
  const members = Object.entries(value);
  const kept = members
    .slice(0, MAX_MEMBERS)
    .map(([key, each]): [string, unknown] => [key, memberGist(schema, [...path, key], each)]);
  if (members.length > MAX_MEMBERS) kept.push([more, more]);
  return Array.isArray(value) ? kept.map(([, each]) => each) : Object.fromEntries(kept);
}

const MAX_PLACES = 5;
/** What was not there: nothing, or an empty text. */
const isNothing = (value: unknown) => value === undefined || value === null || value === '';

/** The label of each key on the way to a pointer: its title, else the key as words. */
function labelsTo(schema: JsonObject, pointer: string): string[] {
  return stepsTo(schema, pointer).map(({ key, node }) => {
    const { title } = followReferences(schema, node);
    return cut(typeof title === 'string' && title.trim() !== '' ? title : keyAsWords(key));
  });
}

/** The index that a key of a list means; what is none, such as `-`, means its end. */
const indexIn = (list: readonly unknown[], key: string): number =>
  /^\d{1,15}$/.test(key) ? Number(key) : list.length;

/** Where a pointer leads in a value: the last entry of a list on the way, and the fields in it. `added`: the entry it adds. */
function placeOf(
  schema: JsonObject,
  value: unknown,
  { pointer, added }: { pointer: string; added?: unknown },
): Pick<EditedPlace, 'entry' | 'fields'> {
  const path = tokensOf(pointer);
  const labels = labelsTo(schema, pointer);
  let entry: EditedPlace['entry'];
  let fields: string[] = [];
  for (const [depth, label] of labels.entries()) {
    const list = valueAt(value, path.slice(0, depth));
    if (!Array.isArray(list)) {
      fields.push(label);
      continue;
    }
    const here = path.slice(0, depth + 1);
    const own = added !== undefined && here.length === path.length ? added : valueAt(value, here);
    const name = nameOf(schema, here, own);
    const index = indexIn(list, path[depth] ?? '');
    entry = { ...(name === undefined ? {} : { name }), list: fields.at(-1) ?? '', index };
    fields = [];
  }
  return entry === undefined ? { fields } : { entry, fields };
}

/** Where a move leads. `before`: the value without what is moved. */
function movedTo(schema: JsonObject, before: unknown, { path, from }: PatchOperation) {
  const way = tokensOf(path);
  const list = valueAt(before, way.slice(0, -1));
  if (!Array.isArray(list)) return { into: labelsTo(schema, path) };
  const to = indexIn(list, way.at(-1) ?? '');
  const isSame = pointerOf(way.slice(0, -1)) === pointerOf(tokensOf(from ?? '').slice(0, -1));
  return isSame ? { to } : { to, into: labelsTo(schema, pointerOf(way.slice(0, -1))) };
}

function placeEdited(schema: JsonObject, before: unknown, operation: PatchOperation): EditedPlace {
  const { op, path, from, value } = operation;
  const way = tokensOf(path);
  if (op === 'move') {
    const source = from ?? '';
    const rest = applyPatch(before, [{ op: 'remove', path: source }]).document;
    const moved = placeOf(schema, before, { pointer: source });
    return { op: 'moved', ...moved, ...movedTo(schema, rest, operation) };
  }
  if (op === 'add' && Array.isArray(valueAt(before, way.slice(0, -1))))
    return { op: 'added', ...placeOf(schema, before, { pointer: path, added: value }) };
  const place = placeOf(schema, before, { pointer: path });
  const was = valueAt(before, way);
  // What a copy takes from a secret is one.
  const isSecret = [way, tokensOf(from ?? path)].some((each) => isSecretAt(schema, each));
  if (op === 'remove')
    return { op: 'removed', ...place, ...(isSecret ? {} : { was: valueGist(schema, way, was) }) };
  if (isSecret) return { op: 'changed', ...place };
  const reported = { ...place, value: valueGist(schema, way, value) };
  return isNothing(was)
    ? { op: 'set', ...reported }
    : { op: 'changed', ...reported, was: valueGist(schema, way, was) };
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
  const given = schemaOf(message);
  const schema = isObject(given) ? given : {};
  const base = message.payload ?? {};
  const operations = patch === undefined ? (isObject(value) ? diffValues(base, value) : []) : patch;
  const all = operations.flatMap((each) =>
    // A test changes nothing.
    each.op === 'test' ? [] : spread(each as PatchOperation, base),
  );
  if (all.length === 0) return undefined;
  // The path of each operation counts in the value that the ones before it made.
  let now: unknown = base;
  const places = all.slice(0, MAX_PLACES).map((operation) => {
    const { op, from } = operation;
    // A copy adds what it finds.
    const found =
      op === 'copy' ? { op: 'add' as const, value: valueAt(now, tokensOf(from ?? '')) } : {};
    const place = placeEdited(schema, now, { ...operation, ...found });
    now = applyPatch(now, [operation]).document;
    return place;
  });
  return { places, more: all.length - places.length };
}
