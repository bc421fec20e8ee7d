import { z } from 'zod';
import { toolSchema } from './run-input.ts';

export const controlActionSchema = z.enum(['pause', 'resume', 'stop', 'status']);
export type ControlAction = z.infer<typeof controlActionSchema>;

export const runControlStatusSchema = z.enum([
  'running',
  'paused',
  'stopping',
  'stopped',
  'finished',
]);
export type RunControlStatus = z.infer<typeof runControlStatusSchema>;

/** Sender ids that agents must not use: the server itself, and people (`operator:<id>`). */
export const isReservedSender = (id: string): boolean =>
  id === 'countersign' || id.startsWith('countersign:') || id.startsWith('operator:');

/** Id of the protocol of an agent, one of those the server lists. `detect`: not declared, recognised by its events. */
export const protocolIdSchema = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/);

/** The kind of server whose API for control is used; the possible values are declared by the server's protocols. `control.url` is then the base of their API. */
export const controlTemplateSchema = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/);

/**
 * A front-end tool that an agent calls, declared in every run: a person answers its calls. `result` is the JSON Schema of what it
 * returns. `approval`: a tool of the agent's own that its framework holds until it is approved, and of which its bridge sends only the
 * call: Mastra's `requireToolApproval`, Agno's `requires_confirmation`.
 */
export const declaredToolSchema = toolSchema.extend({
  name: z.string().min(1).max(200),
  result: z.unknown().optional(),
  approval: z.enum(['mastra', 'agno']).optional(),
});
export type DeclaredTool = z.infer<typeof declaredToolSchema>;

/** Who starts the tasks of an agent. */
export const startedBySchema = z.enum(['people', 'agents']);

/** What an administrator decided about a source of tools. */
export const mcpSettingsSchema = z.looseObject({
  /** Tools that are called without approval. */
  direct: z.array(z.string().min(1).max(500)).max(500).optional(),
  /** The folders it may work in; absent = a person is asked when it asks. */
  roots: z
    .array(
      z.looseObject({
        uri: z
          .string()
          .regex(/^file:\/\//)
          .max(2_000),
        name: z.string().max(200).optional(),
      }),
    )
    .max(100)
    .optional(),
});
export type McpSettings = z.infer<typeof mcpSettingsSchema>;

/** How to reach an agent and what it can do (docs/protocol/control.md). `headers` may contain secrets: they are never sent to browsers. */
export const agentDescriptorSchema = z.looseObject({
  id: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/)
    .refine((id) => !isReservedSender(id), 'is the name of the server itself'),
  name: z.string().min(1).max(200),
  protocol: protocolIdSchema.default('detect'),
  /** Or a command line, where the server allows it: see `commandIn`. */
  url: z.url({ protocol: /^(https?|stdio)$/ }).max(8_000),
  description: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  /**
   * Further origins that `headers` are sent to, if `control` or `feedback` are not on the origin of `url`. Entered together
   * with the headers, never taken from data of an agent.
   */
  headersAlsoTo: z
    .array(z.url({ protocol: /^https?$/ }))
    .max(10)
    .optional(),
  control: z
    .looseObject({
      url: z.url({ protocol: /^https?$/ }),
      /** With a template its capabilities are known and can be omitted. */
      actions: z.array(controlActionSchema).default([]),
      template: controlTemplateSchema.optional(),
    })
    .optional(),
  feedback: z.looseObject({ url: z.url({ protocol: /^https?$/ }) }).optional(),
  /** Tools whose calls a person answers. */
  tools: z.array(declaredToolSchema).max(200).optional(),
  /** What an agent of A2A says about itself, as it was registered: used instead of the card at its address. */
  card: z.record(z.string(), z.unknown()).optional(),
  /** Set for MCP servers. */
  mcp: mcpSettingsSchema.optional(),
  /** A comment answers the question; for all other agents it is only added to the question, which stays open. */
  commentsAreAnswers: z.boolean().optional(),
  /** Who starts its tasks: people, or other agents that call it directly. Absent = anyone. Not enforced. */
  startedBy: startedBySchema.optional(),
  /** JSON Schema of the structured input a task may be started with. */
  inputSchema: z.unknown().optional(),
});
export type AgentDescriptor = z.infer<typeof agentDescriptorSchema>;

/** Body of `POST <control.url>` (docs/protocol/control.md). */
export const controlRequestSchema = z.looseObject({
  threadId: z.string(),
  runId: z.string(),
  action: controlActionSchema,
  reason: z.string().optional(),
  operator: z.string().optional(),
  idempotencyKey: z.string().optional(),
});
export type ControlRequest = z.infer<typeof controlRequestSchema>;

/** Reply 200 to a control request. */
export const controlReplySchema = z.looseObject({
  runId: z.string(),
  status: runControlStatusSchema,
});
/** Value of the `CUSTOM hai.control` event with which an agent confirms a control in its stream. */
export const controlConfirmationSchema = z.looseObject({
  action: controlActionSchema,
  status: runControlStatusSchema,
});
export type ControlConfirmation = z.infer<typeof controlConfirmationSchema>;
