import { controlActionSchema } from '@countersign/hai/agent-descriptor';
import { z } from 'zod';
import { originSchema } from '../origin.ts';

/** The members of an agent's descriptor that a protocol uses, besides URL and headers. */
export const descriptorFieldSchema = z.enum(['feedback', 'control', 'tools', 'command', 'mcp']);

/** How one kind of server controls its runs: a control template. */
export const controlDescriptionSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Meaning and example of `control.url`. */
  urlLabel: z.string(),
  urlHelp: z.string(),
  actions: z.array(controlActionSchema),
  /** How the URL of such an agent ends, with `{id}` for a part of its path; `control.url` is what comes before. */
  agentUrlEnds: z.string().optional(),
});
export type ControlDescription = z.infer<typeof controlDescriptionSchema>;

/** A protocol's description for the dialog that adds an agent. */
export const protocolSchema = z.object({
  /** As in an agent's descriptor. */
  id: z.string(),
  name: z.string(),
  /** What it is, in a sentence. */
  about: z.string(),
  fields: z.array(descriptorFieldSchema),
  /** Its own kinds of question, in addition to UpFormat. */
  origins: z.array(originSchema),
  /** What an operator may attach to a request: texts, and other files. */
  attachments: z.array(z.enum(['text', 'file'])).default([]),
  /** Possible values of `control.template`, in addition to the HAI control endpoint. */
  controls: z.array(controlDescriptionSchema),
});
export type Protocol = z.infer<typeof protocolSchema>;

/** Answer of `GET /api/protocols`, in the order in which they are offered. */
export const protocolListSchema = z.object({ items: z.array(protocolSchema) });
