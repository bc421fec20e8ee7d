import { feedbackTypeSchema, severitySchema } from '@countersign/upformat/message';
import { z } from 'zod';

/** A page that helps to answer, shown with the question. */
const linkSchema = z.strictObject({
  title: z.string().trim().min(1).max(200),
  url: z.url({ protocol: /^https?$/ }).max(2_000),
});

/** Members of a question that may also be revised. What fits together is checked by the server (`invalid-question`). */
const revisable = {
  /** What is asked; its first line is shown in the inbox. */
  ask: z.string().trim().min(1).max(20_000),
  /** The proposal: any JSON. */
  payload: z.unknown(),
  /** JSON Schema of the value: the form, and what an edited value must fit. */
  schema: z.record(z.string(), z.unknown()),
  /** Which answers are possible. */
  allowed: z.array(feedbackTypeSchema).min(1).max(6),
  severity: severitySchema,
  confidence: z.number().min(0).max(1),
  /** Why it is asked, as Markdown. */
  explanation: z.string().max(100_000),
  reasoning: z.array(z.string().max(10_000)).max(100),
  /** Seconds until it ends without an answer. */
  expiresIn: z.number(),
  /** The answer that applies then. */
  default: feedbackTypeSchema,
  links: z.array(linkSchema).max(20),
  /** For how long an answer can be recalled before it is given, at most what the policy says. 0 = it is given at once. */
  holdMs: z.number().int().min(0).max(60_000),
};

/** Body of `POST /api/questions`. A member that is not known is refused by its name. */
export const createQuestionSchema = z
  .strictObject({
    ...revisable,
    /** Names the piece of work: questions with the same name are one task. Absent = a task of its own. */
    task: z.string().trim().min(1).max(200),
    /** Where the outcome is posted. */
    callback: z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(2_000) }),
  })
  .partial()
  .required({ ask: true });

/** Body of `PATCH /api/questions/{id}`: what is to be different. `null` takes a member away. */
export const reviseQuestionSchema = z.strictObject(
  Object.fromEntries(
    Object.entries(revisable).map(([name, schema]) => [name, schema.nullable().optional()]),
  ) as {
    [Name in keyof typeof revisable]: z.ZodOptional<z.ZodNullable<(typeof revisable)[Name]>>;
  },
);
export type ReviseQuestion = z.infer<typeof reviseQuestionSchema>;

/** Body of `POST /api/questions/{id}/result`: what became of the answer. */
export const questionResultSchema = z.strictObject({
  outcome: z.enum(['done', 'failed', 'reversed']),
  note: z.string().max(10_000).optional(),
});
export type QuestionResult = z.infer<typeof questionResultSchema>;

/** The answer to a question. Times are ISO 8601. */
export const questionOutcomeSchema = z.object({
  type: feedbackTypeSchema,
  /** Of `approve` the proposal, of `edit` the edited value, of `rank` the order. */
  value: z.unknown().optional(),
  /** The words of the person. */
  reason: z.string().optional(),
  /** The name of who answered; absent = nobody did. */
  by: z.string().optional(),
  /** A person, a person by one answer to several questions, an explicit rule, the default at the deadline, or the last step of an escalation. */
  how: z.enum(['operator', 'bulk', 'rule', 'default', 'escalation']),
  /** The signed receipt of the decision (docs/receipts.md); absent = the server signs none. */
  receipt: z.unknown().optional(),
  at: z.string(),
});

/** A question of a program, as the program sees it. */
export const questionSchema = z.object({
  id: z.string(),
  /** `failed`: it cannot be read any more. */
  status: z.enum(['open', 'answered', 'expired', 'withdrawn', 'failed']),
  /** Where people answer it. */
  url: z.string(),
  /** Why there is no answer. */
  reason: z.string().optional(),
  outcome: questionOutcomeSchema.optional(),
  /** What the program has reported last. */
  result: questionResultSchema.extend({ at: z.string() }).optional(),
});
export type Question = z.infer<typeof questionSchema>;

/** Body of the callback, signed as webhooks are. */
export interface QuestionCall {
  type: 'question.answered' | 'question.expired' | 'question.withdrawn';
  timestamp: string;
  data: Question;
}

/** Query of `GET /api/questions/{id}`: how many seconds to wait for the answer. */
export const waitQuerySchema = z.object({ wait: z.coerce.number().min(0).max(50).default(0) });
