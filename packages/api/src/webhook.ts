import { severitySchema } from '@countersign/upformat/message';
import { z } from 'zod';
import { statementSchema } from './statements/statement.ts';

/** An address that is called when a prompt blocks. Times are epoch milliseconds. */
export const webhookSchema = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  enabled: z.boolean(),
  /** Only prompts at least this severe. */
  severityFrom: severitySchema,
  /** Interval of repeated calls until an operator has seen the prompt; null = one call. */
  repeatMs: z.number().int().nullable(),
  createdBy: z.string(),
  lastDelivery: z
    .object({
      at: z.number(),
      promptId: z.string().nullable(),
      ok: z.boolean(),
      status: z.number().int().nullable(),
      attempts: z.number().int(),
      detail: z.string().nullable(),
      /** `detail` as data; calls of older versions have none. */
      statement: statementSchema.optional(),
    })
    .nullable(),
});
export type Webhook = z.infer<typeof webhookSchema>;
export const webhookListSchema = z.object({ items: z.array(webhookSchema), nextCursor: z.null() });

/** Body of `POST /api/webhooks`; `PUT /api/webhooks/{id}` takes the same. */
export const createWebhookSchema = z.object({
  name: z.string().trim().min(1).max(80),
  url: z.url({ protocol: /^https?$/ }),
  enabled: z.boolean(),
  severityFrom: severitySchema,
  repeatMs: z.number().int().min(60_000).max(86_400_000).nullable(),
});
export type CreateWebhook = z.infer<typeof createWebhookSchema>;

/** Answer of the same: the secret that signs the calls is shown once. */
export const createdWebhookSchema = webhookSchema.extend({ secret: z.string() });
export type CreatedWebhook = z.infer<typeof createdWebhookSchema>;

/** Body of a call about a prompt. It reports that an operator is needed, without the question: the content requires a sign-in. */
const promptCallSchema = z.object({
  type: z.enum(['prompt.opened', 'prompt.waiting', 'test']),
  timestamp: z.string(),
  data: z.object({
    promptId: z.string(),
    /** Null = the question has no task. */
    taskId: z.string().nullable(),
    agentId: z.string(),
    severity: severitySchema,
    openedAt: z.string(),
    expiresAt: z.string().nullable(),
    /** URL of the prompt in the console. */
    url: z.string(),
  }),
});
export type PromptCall = z.infer<typeof promptCallSchema>;

/** Body of a call about an agent that does not follow a stop or a pause. */
const controlCallSchema = z.object({
  type: z.literal('task.not-obeying'),
  timestamp: z.string(),
  data: z.object({
    taskId: z.string(),
    agentId: z.string(),
    controlId: z.string(),
    action: z.enum(['pause', 'resume', 'stop']),
    requestedAt: z.string(),
    eventsSince: z.number().int(),
    /** URL of the task in the console. */
    url: z.string(),
  }),
});
export type ControlCall = z.infer<typeof controlCallSchema>;

export const webhookCallSchema = z.union([promptCallSchema, controlCallSchema]);
export type WebhookCall = z.infer<typeof webhookCallSchema>;
