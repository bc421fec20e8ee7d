import { z } from 'zod';
import { originSchema } from './origin.ts';

/** The members of an agent's descriptor that a protocol uses, besides URL and headers. */
export const descriptorFieldSchema = z.enum(['feedback', 'control', 'tools']);

/** A protocol's description for the dialog that adds an agent. */
export const protocolSchema = z.object({
  /** As in an agent's descriptor. */
  id: z.string(),
  name: z.string(),
  /** What it is, in a sentence. */
  about: z.string(),
  fields: z.array(descriptorFieldSchema),
  /** Kinds of question of its own, beside those in UpFormat. */
  origins: z.array(originSchema),
});
export type Protocol = z.infer<typeof protocolSchema>;

/** Answer of `GET /api/protocols`, in the order in which they are offered. */
export const protocolListSchema = z.object({ items: z.array(protocolSchema) });
