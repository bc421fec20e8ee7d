import {
  agentDescriptorSchema,
  controlActionSchema,
  controlTemplateSchema,
  declaredToolSchema,
  mcpSettingsSchema,
  protocolIdSchema,
  startedBySchema,
} from '@countersign/hai/agent-descriptor';
import { z } from 'zod';
import { statementSchema } from './statements/statement.ts';

/** An agent as the browser sees it: header names only, never their values. */
export const agentSchema = z.object({
  id: z.string(),
  name: z.string(),
  protocol: z.string(),
  /** The protocol detected from its last events; null = none yet. */
  spoke: z.string().nullable().default(null),
  /** The display names of the two, given by the protocols. */
  protocolNames: z.object({ protocol: z.string(), spoke: z.string().nullable() }).optional(),
  controlTemplate: controlTemplateSchema.optional(),
  url: z.string(),
  description: z.string().nullable(),
  headerNames: z.array(z.string()),
  /** Its headers cannot be read any more because the server's key has changed: they must be entered again. */
  secretLost: z.literal(true).optional(),
  /** Further origins that the headers are sent to. */
  headersAlsoTo: z.array(z.string()).optional(),
  controlActions: z.array(controlActionSchema),
  takesFeedback: z.boolean(),
  /** Who starts its tasks; absent = not said. */
  startedBy: startedBySchema.optional(),
  inputSchema: z.unknown().optional(),
  /** Front-end tools that it declares. */
  tools: z.array(declaredToolSchema).optional(),
  /** What an administrator decided about a source of tools. */
  mcp: mcpSettingsSchema.optional(),
  /** Tools whose calls are shown but not asked about any more, with the operator who decided it. */
  dismissedTools: z
    .array(z.object({ tool: z.string(), name: z.string(), at: z.number() }))
    .optional(),
  /** `config`: from the file of agents, read-only here. `mcp`, `http`: a program that asks, managed in the settings. */
  source: z.enum(['config', 'api', 'mcp', 'http']),
  /** Of one that a call through the gateway has added: `gone` = its service is not in the registry any more. Absent: it is no service. */
  service: z.enum(['registered', 'gone']).optional(),
  /** Health as last seen by a run: null = never tried. */
  lastContact: z
    .object({
      at: z.number(),
      ok: z.boolean(),
      detail: z.string().nullable(),
      /** `detail` as data; contacts of older versions have none. */
      statement: statementSchema.optional(),
    })
    .nullable(),
});
export type Agent = z.infer<typeof agentSchema>;
export const agentListSchema = z.object({ items: z.array(agentSchema), nextCursor: z.null() });

const count = z.number().int();

/** Figures of an agent, counted when they are read. */
export const agentFiguresSchema = z.object({
  /** Tasks in which it had a run; those with a run that has not ended. */
  tasks: z.object({ all: count, going: count }),
  /** Runs of it, and those that failed or were lost. */
  runs: z.object({ all: count, failed: count }),
  openPrompts: z.object({ blocking: count, followup: count }),
  /** Who answered its questions. */
  answers: z.object({ people: count, rules: count, defaults: count }),
  /** Answers being delivered to it, accepted by it, and those that were undeliverable or refused. */
  deliveries: z.object({ waiting: count, delivered: count, failed: count }),
  /** Faults in the streams of the tasks that it leads. */
  anomalies: count,
  /** The last task in which another agent claimed to act for this id: a claim, not a contact. */
  actedThrough: z.object({ agentId: z.string(), taskId: z.string(), at: z.number() }).nullable(),
});
export type AgentFigures = z.infer<typeof agentFiguresSchema>;

/** Query of `DELETE /api/agents/{id}/dismissed-tools`. */
export const dismissedToolQuerySchema = z.object({ tool: z.string().min(1) });

/** Body of `POST /api/agents`. */
export const createAgentSchema = agentDescriptorSchema;

/** Body of `PATCH /api/agents/{id}`: omitted members are unchanged, including the protocol. */
export const changeAgentSchema = createAgentSchema
  .partial()
  .omit({ id: true })
  .extend({ protocol: protocolIdSchema.optional() });
