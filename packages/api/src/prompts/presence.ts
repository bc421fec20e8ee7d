import { z } from 'zod';

/** When an operator first had a prompt open. */
export const seenSchema = z.object({ at: z.number(), operator: z.string(), name: z.string() });

/** Who has a prompt open now, and what they do with it. Never journalled: it ends with the connection. */
export const presenceSchema = z.object({
  promptId: z.string(),
  people: z.array(
    z.object({
      operator: z.string(),
      name: z.string(),
      mode: z.enum(['viewing', 'editing']),
      /** Epoch ms. */
      since: z.number(),
    }),
  ),
  /** The first time an operator with the right to answer had it open; null = not yet. Included because no fact contains it. */
  seen: seenSchema.nullable().optional(),
});
export type Presence = z.infer<typeof presenceSchema>;

/** Body of `PUT /api/prompts/{id}/presence`: one tab says what it does, again at least every 30 s. */
export const presenceUpdateSchema = z.object({
  /** The id of this tab: an operator with two tabs is present until both have ended. */
  tab: z.string().min(1).max(100),
  mode: z.enum(['viewing', 'editing', 'gone']),
});
export type PresenceUpdate = z.infer<typeof presenceUpdateSchema>;

/** Answer of `GET /api/presence`; changes are sent as `event: presence` frames of the stream, without an id, each with the complete state of one prompt. */
export const presenceListSchema = z.object({ items: z.array(presenceSchema) });
