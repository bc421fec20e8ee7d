import { isObject, type JsonObject } from '@countersign/json/json-object';
import { z } from 'zod';
import { optionFor } from '../union-option.ts';

/**
 * A copy without null in members that are optional in a schema: Pydantic and others write null for absent, and this
 * loses nothing. Where null is a value (payloads, unknown members, `default`), it stays. Returns the same reference when nothing changed.
 */
export function withoutNulls(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodOptional) return withoutNulls(schema.unwrap(), value);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return changed(
      value,
      value.map((item) => withoutNulls(schema.element, item)),
    );
  }
  if (schema instanceof z.ZodUnion && isObject(value)) {
    const option = optionFor(schema.options, value);
    return option === undefined ? value : withoutNulls(option, value);
  }
  return schema instanceof z.ZodObject && isObject(value) ? inObject(schema.shape, value) : value;
}

function inObject(shape: Readonly<Record<string, z.core.$ZodType>>, value: JsonObject): JsonObject {
  let result = value;
  for (const [name, member] of Object.entries(shape)) {
    if (!Object.hasOwn(value, name)) continue;
    const before = value[name];
    if (before === null) {
      if (!(member instanceof z.ZodOptional) || member.unwrap() instanceof z.ZodUnknown) continue;
      const { [name]: _, ...rest } = result;
      result = rest;
      continue;
    }
    const after = withoutNulls(member, before);
    if (after !== before) result = { ...result, [name]: after };
  }
  return result;
}

const changed = (before: unknown[], after: unknown[]): unknown[] =>
  after.some((item, index) => item !== before[index]) ? after : before;
