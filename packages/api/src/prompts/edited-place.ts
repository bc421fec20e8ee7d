import { z } from 'zod';

/** One place that an edit changed, with the labels of its form. Values are cut for a line of a list. */
export const editedPlaceSchema = z.object({
  op: z.enum(['set', 'changed', 'removed', 'added', 'moved']),
  /** The entry of a list that it is in, or that it is; absent = it is in no list. */
  entry: z
    .object({
      /** Its first words; absent = it has none. */
      name: z.string().optional(),
      /** The label of its list, and its index. */
      list: z.string(),
      index: z.number().int(),
    })
    .optional(),
  /** The label of each level, within the entry if there is one. */
  fields: z.array(z.string()),
  /** Both are absent where the value is secret. */
  was: z.unknown().optional(),
  value: z.unknown().optional(),
  /** With `moved`: the new index. */
  to: z.number().int().optional(),
  /** With `moved`: the label of each level of the field or list that it is in now; absent = the same list. */
  into: z.array(z.string()).optional(),
});
export type EditedPlace = z.infer<typeof editedPlaceSchema>;

/** What an edit changed: its first places, and the number of the others. */
export const editedSchema = z.object({
  places: z.array(editedPlaceSchema),
  more: z.number().int(),
});
export type Edited = z.infer<typeof editedSchema>;
