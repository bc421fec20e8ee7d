import { checkFeedback } from '@countersign/upformat/answers';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { schemaOf, schemaReferenceOf } from '@countersign/upformat/schema-reference';
import { applyFeedbackPatch } from './default-feedback.ts';
import { checkSchema, type SchemaVerdict } from './schema-check.ts';

/**
 * Checks an answer against its question, for any schema of the agent: faults as JSON Pointers into the feedback (none =
 * valid), and the parts of its content that could not be checked.
 */
export function judgeFeedback(message: UpMessage, feedback: UpFeedback): SchemaVerdict {
  let unchecked = unreadOf(message);
  const faults = checkFeedback(message, feedback, {
    applyPatch: applyFeedbackPatch,
    validate(schema, value) {
      const verdict = checkSchema(schema, value);
      unchecked = verdict.unchecked;
      return verdict.faults;
    },
  });
  return { faults, unchecked };
}

/** A schema that is only referred to, and is not in the message, is not checked. */
function unreadOf(message: UpMessage): string | null {
  const reference = schemaReferenceOf(message.upContext?.schema);
  return reference === null || schemaOf(message) !== undefined
    ? null
    : `The schema cannot be used: it is not in the message, which refers to ${reference}.`;
}
