import { isObject } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { isSecretAt } from '@countersign/json-schema/secret';
import { memberName } from './place-names.ts';

const MAX_PLACES = 300;
const MAX_DEPTH = 8;

/** A place of the content that a note can be about. */
export interface Place {
  pointer: string;
  depth: number;
  /** The label of its field. */
  name: string;
  value: unknown;
  /** A group or a list: its own parts follow. */
  isGroup: boolean;
  /** Hidden until requested, with all that is in it; no stretch of it can be quoted. */
  isSecret: boolean;
}

/** Every place of a payload, as the content is read, under the names its schema gives. */
export function placesOf(payload: unknown, schema: unknown): Place[] {
  const places: Place[] = [];
  const walk = (value: unknown, path: readonly string[], name: string): void => {
    if (places.length >= MAX_PLACES || path.length > MAX_DEPTH) return;
    const isSecret = isSecretAt(schema, path);
    const entries = isSecret
      ? []
      : Array.isArray(value)
        ? value.map((item, index): [string, unknown] => [String(index), item])
        : isObject(value)
          ? Object.entries(value)
          : [];
    if (path.length > 0) {
      places.push({
        pointer: pointerOf(path),
        depth: path.length - 1,
        name,
        value,
        isGroup: entries.length > 0,
        isSecret,
      });
    }
    const owner = { name, isList: Array.isArray(value) };
    for (const [key, item] of entries) {
      const way = [...path, key];
      walk(item, way, memberName(schema, pointerOf(way), owner));
    }
  };
  walk(payload, [], '');
  return places.slice(0, MAX_PLACES);
}
