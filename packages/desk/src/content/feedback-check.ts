import { upFormatOrigin } from '@countersign/api/origin';
import type { Prompt } from '@countersign/api/prompt';
import { type Fault, faultAt } from '@countersign/json/fault';
import { checkFeedback } from '@countersign/upformat/answers';
import { formSchemaOf } from '@countersign/upformat/form-schema';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { schemaOf, schemaReferenceOf } from '@countersign/upformat/schema-reference';
import { applyFeedbackPatch } from '../default-feedback.ts';
import { say } from '../statements.ts';
import { checkSchema, type SchemaVerdict } from './schema-check.ts';

/**
 * Checks an answer against its question, for any schema of the agent: faults as JSON Pointers into the feedback (none =
 * valid), and the parts of its content that could not be checked.
 */
export function judgeFeedback(
  { message, origin }: Pick<Prompt, 'message' | 'origin'>,
  feedback: UpFeedback,
): SchemaVerdict {
  let unchecked = unreadOf(message);
  const faults = checkFeedback(message, feedback, {
    applyPatch: applyFeedbackPatch,
    validate(schema, value) {
      const verdict = checkSchema(schema, value);
      unchecked = verdict.unchecked;
      return verdict.faults;
    },
  });
  return {
    faults: faults.length === 0 ? missingValue(message, origin, feedback) : faults,
    unchecked,
  };
}

/** Only a reader of UpFormat takes an edit in words alone: the form of any other agent has no place for them, and no value. */
function missingValue(
  message: UpMessage,
  { protocol }: Prompt['origin'],
  feedback: UpFeedback,
): Fault[] {
  const isWhole = feedback.type !== 'edit' || feedback.content.value !== undefined;
  if (isWhole || protocol === upFormatOrigin.protocol || formSchemaOf(message) === null) return [];
  return [faultAt('/content/value', say('answer.value-missing'))];
}

/** A schema that is only referred to, and is not in the message, is not checked. */
function unreadOf(message: UpMessage): string | null {
  const reference = schemaReferenceOf(message.upContext?.schema);
  return reference === null || schemaOf(message) !== undefined
    ? null
    : `The schema cannot be used: it is not in the message, which refers to ${reference}.`;
}
