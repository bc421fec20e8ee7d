import { z } from 'zod';
import { statementSchema } from './statements/statement.ts';

/** One fault: a JSON Pointer and a message, in English and as data. */
export const faultSchema = z.object({
  path: z.string(),
  message: z.string(),
  statement: statementSchema.optional(),
});

/** An error over HTTP (RFC 9457), media type `application/problem+json`. `type` ends with the slug of a page in docs/problems. */
export const problemSchema = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().optional(),
  /** Whether the same request may succeed later without a change. */
  retryable: z.boolean().optional(),
  /** Validation: JSON Pointer and message per fault. */
  errors: z.array(faultSchema).optional(),
  /** Of a fault of the server: the request's id in its log. */
  requestId: z.string().optional(),
  /** `detail` as data. */
  statement: statementSchema.optional(),
});
export type Problem = z.infer<typeof problemSchema>;

/** The slug at the end of `problem.type`. */
export function problemSlug(problem: Problem): string {
  return problem.type.slice(problem.type.lastIndexOf('/') + 1);
}
