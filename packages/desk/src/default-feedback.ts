import { patchOperationSchema } from '@countersign/hai/event';
import { applyPatch } from '@countersign/json/patch';
import type { WrittenStatement } from '@countersign/json/statement';
import { checkFeedback } from '@countersign/upformat/answers';
import type { FeedbackTools, ValidateSchema } from '@countersign/upformat/check-content';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { z } from 'zod';
import { checkSchema } from './content/schema-check.ts';
import { say } from './statements.ts';

/** The patch tool of every check of feedback on this server. */
export const applyFeedbackPatch: NonNullable<FeedbackTools['applyPatch']> = (
  document,
  operations,
) => {
  const parsed = z.array(patchOperationSchema).safeParse(operations);
  return parsed.success ? applyPatch(document, parsed.data) : { document, failed: [parsed.error] };
};

/** The feedback to send if there is no answer. */
export type DefaultFeedback =
  | { kind: 'none' }
  | { kind: 'allowed'; feedback: UpFeedback }
  /** The prompt does not accept it, so it is never sent. */
  | { kind: 'refused'; reason: WrittenStatement };

const validate: ValidateSchema = (schema, value) => checkSchema(schema, value).faults;

/** Depends only on the message, so that the result is the same at any time and after a restart. */
export function defaultFeedbackOf(message: UpMessage): DefaultFeedback {
  const feedback = upPromptOf(message).defaultFeedback;
  if (feedback === undefined) return { kind: 'none' };
  const tools = { applyPatch: applyFeedbackPatch, validate };
  const fault = checkFeedback(message, feedback, tools)[0];
  if (fault === undefined) return { kind: 'allowed', feedback };
  const {
    path,
    message: text,
    statement = say('deadline.fault', { fault: text }).statement,
  } = fault;
  const said = { text, statement };
  const reason =
    path === '' || path === '/type' ? said : say('deadline.fault-at', { fault: said, path });
  return { kind: 'refused', reason };
}
