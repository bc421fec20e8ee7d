import type { z } from 'zod';
import { type UpFeedback, type UpMessage, upFeedbackSchema, upMessageSchema } from './message.ts';

/** One fault of a message: JSON Pointer and what is wrong. */
export interface Fault {
  path: string;
  message: string;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const pointerOf = (path: readonly PropertyKey[]) =>
  path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const faultsOf = (error: z.ZodError): Fault[] =>
  error.issues.map((issue) => ({ path: pointerOf(issue.path), message: issue.message }));

/**
 * Reads an UpFormat message (UpFormat table 1). An id that is no UUID is a warning, since real agents send
 * `msg-1`; everything else that breaks the table is a problem, and the message must not become a decision.
 * Never throws.
 */
export function parseUpMessage(
  value: unknown,
): { ok: true; message: UpMessage; warnings: Fault[] } | { ok: false; problems: Fault[] } {
  const parsed = upMessageSchema.safeParse(value);
  if (!parsed.success) return { ok: false, problems: faultsOf(parsed.error) };
  const warnings = (['messageId', 'threadId', 'parentMessageId'] as const)
    .filter((field) => {
      const id = parsed.data[field];
      return id !== undefined && !uuid.test(id);
    })
    .map((field) => ({ path: `/${field}`, message: 'is not a UUID' }));
  return { ok: true, message: parsed.data, warnings };
}

/** Reads an upFeedback (UpFormat section 3). Never throws. */
export function parseUpFeedback(
  value: unknown,
): { ok: true; feedback: UpFeedback } | { ok: false; problems: Fault[] } {
  const parsed = upFeedbackSchema.safeParse(value);
  return parsed.success
    ? { ok: true, feedback: parsed.data }
    : { ok: false, problems: faultsOf(parsed.error) };
}
