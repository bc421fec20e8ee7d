import { z } from 'zod';

/** A note for those who come after: `by` is the operator's id. Times are epoch milliseconds. */
export const shiftNoteSchema = z.object({
  id: z.string(),
  at: z.number(),
  by: z.string(),
  name: z.string(),
  text: z.string(),
});
export type ShiftNote = z.infer<typeof shiftNoteSchema>;

/** Query of `GET /api/shift-notes`: the newest twenty after a time. */
export const shiftNotesQuerySchema = z.object({ after: z.coerce.number<number>().default(0) });
export const shiftNotesSchema = z.object({ items: z.array(shiftNoteSchema), nextCursor: z.null() });

/** Body of `POST /api/shift-notes`. */
export const createShiftNoteSchema = z.object({
  text: z.string().trim().min(1).max(4_000),
  /** A request that is repeated under the same key writes nothing again. */
  idempotencyKey: z.string().min(8).max(200),
});
export type CreateShiftNote = z.infer<typeof createShiftNoteSchema>;
