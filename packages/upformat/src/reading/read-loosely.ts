import { isObject, type JsonObject } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { z } from 'zod';
import type { Unread } from '../message.ts';
import { optionFor } from '../union-option.ts';
import { problemsOf } from './zod-faults.ts';

export type Read = { ok: true; value: unknown } | { ok: false };

interface Place {
  path: readonly PropertyKey[];
  /** Receives what cannot be read. */
  unread: Unread[];
}

const lost: Read = { ok: false };

/**
 * Reads a value by a schema, giving up as little as it can: an optional member or an item of a list that does not fit is left out and
 * kept as received; an invalid required member makes its container invalid. Null in an optional member counts as absent.
 */
export function readLoosely(schema: z.core.$ZodType, value: unknown, place: Place): Read {
  if (z.safeParse(schema, value).success) return { ok: true, value };
  if (schema instanceof z.ZodOptional) return readLoosely(schema.unwrap(), value, place);
  if (schema instanceof z.ZodArray && Array.isArray(value)) return inList(schema, value, place);
  if (!isObject(value)) return lost;
  if (schema instanceof z.ZodUnion) {
    const option = optionFor(schema.options, value);
    return option === undefined ? lost : readLoosely(option, value, place);
  }
  if (schema instanceof z.ZodRecord) return inRecord(schema, value, place);
  return schema instanceof z.ZodObject ? inObject(schema, value, place) : lost;
}

function inList(schema: z.ZodArray, value: unknown[], { path, unread }: Place): Read {
  const below: Unread[] = [];
  const kept = value.flatMap((item, index) => {
    const at = { path: [...path, index], unread: below };
    const read = readLoosely(schema.element, item, at);
    if (read.ok) return [read.value];
    below.push(unreadOf(schema.element, item, at.path));
    return [];
  });
  return settled(schema, kept, { below, unread });
}

function inRecord(schema: z.ZodRecord, value: JsonObject, { path, unread }: Place): Read {
  const below: Unread[] = [];
  const kept = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const at = { path: [...path, name], unread: below };
    const isName = z.safeParse(schema.keyType, name).success;
    const read = isName ? readLoosely(schema.valueType, member, at) : lost;
    if (read.ok) return [[name, read.value]];
    if (member !== null)
      below.push(unreadOf(isName ? schema.valueType : schema.keyType, member, at.path));
    return [];
  });
  return settled(schema, Object.fromEntries(kept), { below, unread });
}

function inObject(schema: z.ZodObject, value: JsonObject, { path, unread }: Place): Read {
  const below: Unread[] = [];
  const kept: JsonObject = { ...value };
  for (const [name, member] of Object.entries(schema.shape)) {
    if (!Object.hasOwn(value, name)) continue;
    const at = { path: [...path, name], unread: below };
    const read = readLoosely(member, value[name], at);
    if (read.ok) {
      kept[name] = read.value;
      continue;
    }
    if (!(member instanceof z.ZodOptional)) return lost;
    delete kept[name];
    if (value[name] !== null) below.push(unreadOf(member, value[name], at.path));
  }
  return settled(schema, kept, { below, unread });
}

/** Omissions are only reported if the rest is valid. */
function settled(
  schema: z.core.$ZodType,
  value: unknown,
  { below, unread }: { below: Unread[]; unread: Unread[] },
): Read {
  if (!z.safeParse(schema, value).success) return lost;
  unread.push(...below);
  return { ok: true, value };
}

/** An invalid value with its faults. */
export function unreadOf(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly PropertyKey[],
): Unread {
  const parsed = z.safeParse(schema, value);
  const problem = parsed.success ? undefined : problemsOf(parsed.error.issues)[0]?.message;
  return { path: pointerOf(path), problem: problem ?? 'It cannot be read.', value };
}
