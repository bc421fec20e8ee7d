import { z } from 'zod';

/** A named set of inbox filters: the members of its address, kept on the server. */
export const savedViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Visible to all; only its owner and administrators can change it. */
  shared: z.boolean(),
  owner: z.string(),
  ownerName: z.string(),
  /** Members of the inbox's address (`q`, `agent`, `turn`, …). */
  search: z.record(z.string(), z.string()),
  /** Epoch ms. */
  updatedAt: z.number(),
});
export type SavedView = z.infer<typeof savedViewSchema>;

/** Body of `POST /api/views`; `PUT /api/views/{id}` takes the same. */
export const createViewSchema = z.object({
  name: z.string().trim().min(1).max(80),
  shared: z.boolean(),
  search: z.record(z.string().max(40), z.string().max(400)),
});
export type CreateView = z.infer<typeof createViewSchema>;
export const viewListSchema = z.object({ items: z.array(savedViewSchema), nextCursor: z.null() });
