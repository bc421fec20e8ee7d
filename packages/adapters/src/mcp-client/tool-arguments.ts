import { alternativeSchema, severitySchema, upContextSchema } from '@countersign/upformat/message';
import { z } from 'zod';

const text = z.string().trim().min(1);
/** The longest deadline, seconds: 30 days. */
export const maxDeadline = 2_592_000;
/** The longest time that one call waits for an answer, seconds. */
export const maxWait = 3_600;

const shared = {
  idempotency_key: text.max(200).optional(),
  task: text.max(200).optional(),
};
const timed = {
  deadline_seconds: z.number().int().min(5).max(maxDeadline).optional(),
  wait_seconds: z.number().min(0).max(maxWait).optional(),
};

const optionSchema = z.union([
  text.max(2_000),
  z.object({
    value: z.unknown().optional(),
    label: text.max(2_000),
    description: z.string().max(10_000).optional(),
  }),
]);
export type Option = z.infer<typeof optionSchema>;

/** Arguments of `ask_human`. Lengths are bounded here, the whole question when it is received. */
export const askSchema = z.object({
  message: text.max(20_000),
  context: z.string().max(100_000).optional(),
  schema: z.record(z.string(), z.unknown()).optional(),
  options: z.array(optionSchema).min(1).max(200).optional(),
  default: z.unknown().optional(),
  severity: severitySchema.optional(),
  ...timed,
  ...shared,
});
export type AskArguments = z.infer<typeof askSchema>;

/** Arguments of `request_approval`. */
export const approvalSchema = z.object({
  action: text.max(500),
  arguments: z.record(z.string(), z.unknown()).optional(),
  arguments_schema: z.record(z.string(), z.unknown()).optional(),
  question: text.max(20_000).optional(),
  reason: z.string().max(100_000).optional(),
  effect: z.string().max(10_000).optional(),
  severity: severitySchema.optional(),
  /** Its scale before `severity`. */
  risk: z.enum(['low', 'medium', 'high', 'critical']).optional(),
  confidence: z.number().min(0).max(1).optional(),
  can_proceed: z.boolean().optional(),
  reasoning: z.union([text.max(100_000), z.array(z.string().max(10_000)).max(100)]).optional(),
  alternatives: z.array(alternativeSchema).max(100).optional(),
  /** Markdown, or a description of the arguments in UpFormat. */
  context: z.union([z.string().max(100_000), upContextSchema]).optional(),
  if_unanswered: z.enum(['reject', 'approve']).optional(),
  ...timed,
  ...shared,
});
export type ApprovalArguments = z.infer<typeof approvalSchema>;

/** Arguments of `permission_prompt`, as Claude Code sends them. */
export const permissionSchema = z.object({
  tool_name: text.max(500),
  input: z.record(z.string(), z.unknown()),
  tool_use_id: text.max(200).optional(),
});

/** Arguments of `notify`. */
export const noticeSchema = z.object({ message: text.max(100_000), ...shared });

/** Arguments of `get_answer`. */
export const fetchSchema = z.object({
  question_id: text.max(200),
  wait_seconds: timed.wait_seconds,
});

/** Arguments as a tool accepts them, or what is wrong with them in one sentence each. */
export type Read<Value> = { ok: true; value: Value } | { ok: false; faults: string[] };

export function readArguments<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
): Read<z.output<Schema>> {
  // A client may send null for what it leaves out.
  const parsed = schema.safeParse(withoutNulls(given ?? {}));
  if (parsed.success) return { ok: true, value: parsed.data };
  const faults = parsed.error.issues
    .slice(0, 10)
    .map(({ path, message }) => `${path.join('.') || 'The arguments'}: ${message}`);
  return { ok: false, faults };
}

function withoutNulls(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const kept = Object.entries(given).filter(
    ([name, value]) => value !== null || name === 'default',
  );
  return Object.fromEntries(kept);
}
