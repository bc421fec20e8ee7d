import { z } from 'zod';

/** What of an agent's descriptor a protocol uses, beside the URL and the headers. */
export const descriptorFieldSchema = z.enum(['feedback', 'control', 'tools']);

/** What a protocol says of itself to whoever adds an agent. */
export const protocolSchema = z.object({
  /** As it stands in an agent's descriptor. */
  id: z.string(),
  name: z.string(),
  /** What it is, in a sentence. */
  about: z.string(),
  fields: z.array(descriptorFieldSchema),
});
export type Protocol = z.infer<typeof protocolSchema>;

/** Answer of `GET /api/protocols`, in the order in which they are offered. */
export const protocolListSchema = z.object({ items: z.array(protocolSchema) });
