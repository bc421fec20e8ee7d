import type { JsonObject } from '@countersign/json/json-object';
import { z } from 'zod';

/** The option of a union for a value: the one with its `type`, else the only object. */
export function optionFor(
  options: readonly z.core.$ZodType[],
  value: JsonObject,
): z.core.$ZodType | undefined {
  const objects = options.filter((option) => option instanceof z.ZodObject);
  return (
    objects.find((option) => {
      const { type } = option.shape;
      return type instanceof z.ZodLiteral && type.safeParse(value['type']).success;
    }) ?? (objects.length === 1 ? objects[0] : undefined)
  );
}
