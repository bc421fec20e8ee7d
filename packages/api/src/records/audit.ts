import { z } from 'zod';
import { decisionOutcomeSchema, decisionStateSchema, promptSchema } from '../prompt.ts';
import { pageOf } from '../shapes/page.ts';

/** What an entry is about, by which the audit is filtered. */
export const auditKinds = [
  'decision',
  'task',
  'policy',
  'people',
  'session',
  'connection',
  'knowledge',
  'export',
  'refused',
  'erasure',
  'other',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** For how long an operator had a prompt open before deciding, in which revision; null = it was not open. */
const auditSeenSchema = z.object({
  since: z.number(),
  visibleMs: z.number(),
  revision: z.number().int(),
});

/** How far a decision came, and what became of it, as it is now. */
const auditDeliverySchema = z.object({
  state: decisionStateSchema,
  deliveredAt: z.number().nullable(),
  acknowledgedAt: z.number().nullable(),
  failure: z.string().nullable(),
  /** What the agent or program reported; null = nothing. */
  outcome: decisionOutcomeSchema.nullable(),
});
export type AuditDelivery = z.infer<typeof auditDeliverySchema>;

/** One entry of the audit. `detail` is what the action recorded. Times are epoch milliseconds. */
export const auditEntrySchema = z.object({
  number: z.number().int(),
  at: z.number(),
  /** The id of an operator, `rule:<id>`, or the part of the server that acted. */
  operator: z.string(),
  who: z.object({
    kind: z.enum(['person', 'rule', 'default', 'program', 'server', 'nobody']),
    /** As it was recorded with the action, else as it is now; the id if there is none. */
    name: z.string(),
  }),
  action: z.string(),
  kind: z.enum(auditKinds),
  threadId: z.string().nullable(),
  agentId: z.string().nullable(),
  tool: z.string().nullable(),
  /** What it is about, in the words of the question, the task or the thing. */
  about: z.string(),
  seen: auditSeenSchema.nullable(),
  delivery: auditDeliverySchema.nullable(),
  detail: z.unknown(),
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
export const auditPageSchema = pageOf(auditEntrySchema);

/** One entry with everything that proves it. */
export const auditRecordSchema = z.object({
  entry: auditEntrySchema,
  /** The exact text that is chained: canonical JSON. Its hash is SHA-256 of the hash before, a line feed, and this. */
  row: z.string(),
  previous: z.string(),
  /** The entries around it, oldest first, with itself. */
  chain: z.array(
    z.object({
      number: z.number().int(),
      at: z.number(),
      operator: z.string(),
      action: z.string(),
      hash: z.string(),
    }),
  ),
  /** Of a decision: the receipt as signed, and when its one use began. */
  receipt: z
    .object({ receipt: z.unknown(), text: z.string(), started: z.number().nullable() })
    .nullable(),
  /**
   * The question as it was on screen, from the journal. `isProven`: its content has the digest that was decided. `sequence`: the place in
   * its task at that moment.
   */
  screen: z
    .object({ prompt: promptSchema, isProven: z.boolean(), sequence: z.number().int() })
    .nullable(),
});
export type AuditRecord = z.infer<typeof auditRecordSchema>;

/** Body of `POST /api/executions`: who acts on a decision begins, or has ended. */
export const reportExecutionSchema = z.strictObject({
  /** As it was delivered, or its JSON text. */
  receipt: z.unknown(),
  state: z.enum(['started', 'finished']),
  outcome: decisionOutcomeSchema.shape.status.optional(),
  /** Of the result: SHA-256 in hex over its canonical JSON. */
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  note: z.string().max(10_000).optional(),
});

const instant = z.coerce.number<number>().int().min(0);

/** What the audit is filtered by; an unknown filter is refused, because ignoring it would show more than was asked for. */
export const auditFilterSchema = z.strictObject({
  task: z.string().optional(),
  operator: z.string().optional(),
  agent: z.string().optional(),
  tool: z.string().optional(),
  kind: z.enum(auditKinds).optional(),
  /** Words that the entry contains; the last one may be the beginning of a word. */
  text: z.string().max(200).optional(),
  /** Epoch milliseconds: from this time on, and before that one. */
  from: instant.optional(),
  until: instant.optional(),
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;
