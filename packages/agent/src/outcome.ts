import { type Fault, faultAt } from '@countersign/json/fault';
import type { JsonObject } from '@countersign/json/json-object';
import { pointerOf } from '@countersign/json/json-pointer';
import { faultStatement } from '@countersign/json-schema/fault-statement';
import { judge } from '@countersign/json-schema/judge';
import { contextFromJsonSchema, contextFromZod } from '@countersign/upformat/context';
import type { QuestionEnd } from '@countersign/upformat/ended-message';
import type { UpContext, UpFeedback } from '@countersign/upformat/message';
import { type Holder, proposalOf } from '@countersign/upformat/reading/bare-payload';
import { problemsOf } from '@countersign/upformat/reading/zod-faults';
import { z } from 'zod';

/** Describes the value that a question proposes: a zod schema, which gives the answer its type, or a JSON Schema. */
export type ValueSchema = z.ZodType | JsonObject;

/**
 * The answer of a person, read (docs/protocol/answers.md). `value` is the proposal as approved or edited; it fits the schema of
 * the question.
 */
export type Outcome<Value> =
  | { type: 'approve'; value: Value; reason: string | null }
  | { type: 'edit'; value: Value; text: string | null }
  | { type: 'reject'; reason: string | null }
  | { type: 'rank'; order: readonly string[] }
  | { type: 'comment' | 'instruction'; text: string }
  /** There is no answer: nobody gave one in time, or the question is not asked any more. */
  | { type: 'expired' | 'withdrawn'; reason: string };

/** An answer as read, or why it cannot be the answer: JSON Pointers into the feedback. */
export type ReadOutcome = { outcome: Outcome<unknown> } | { faults: Fault[] };

/** Reads values and answers by the schema of one question. */
export interface ValueReader {
  value(value: unknown): { value: unknown } | { faults: Fault[] };
  feedback(question: Holder, feedback: UpFeedback): ReadOutcome;
}

const isZod = (schema: ValueSchema): schema is z.ZodType => schema instanceof z.ZodType;

/**
 * Describes a question by its schema.
 *
 * @throws TypeError for an asynchronous schema: an answer is accepted or refused at once
 */
export function contextOf(schema: ValueSchema): UpContext {
  if (!isZod(schema)) return contextFromJsonSchema(schema);
  try {
    schema.safeParse({});
  } catch (error) {
    if (error instanceof z.core.$ZodAsyncError) {
      throw new TypeError('The schema of a question must not be asynchronous.');
    }
  }
  return contextFromZod(schema);
}

function readerOf(schema: ValueSchema | undefined): ValueReader['value'] {
  if (schema === undefined) return (value) => ({ value });
  if (isZod(schema)) {
    return (value) => {
      try {
        const read = schema.safeParse(value);
        return read.success ? { value: read.data } : { faults: problemsOf(read.error.issues) };
      } catch (error) {
        // A transformation of the author's that failed on this value.
        const message = error instanceof Error ? error.message : String(error);
        return { faults: [{ path: '', message }] };
      }
    };
  }
  return (value) => {
    const { faults } = judge(schema, value);
    return faults.length === 0
      ? { value }
      : {
          faults: faults.map((fault) =>
            faultAt(
              pointerOf(fault.path),
              faultStatement(fault, (name) => name),
            ),
          ),
        };
  };
}

/** Reads answers by the schema of a question. A value that does not fit is no answer: its sender is informed why. */
export function valueReader(schema: ValueSchema | undefined): ValueReader {
  const read = readerOf(schema);
  const readFeedback: ValueReader['feedback'] = (question, feedback) => {
    switch (feedback.type) {
      case 'approve': {
        const reason = feedback.content?.reason ?? null;
        const given = read(proposalOf(question) ?? {});
        if ('faults' in given) return at('', given.faults);
        return { outcome: { type: 'approve', value: given.value, reason } };
      }
      case 'edit': {
        const { value, text = null } = feedback.content;
        // Without a schema an edited text is a value as well.
        const given = read(value === undefined && schema === undefined ? text : value);
        if ('faults' in given) return at('/content/value', given.faults);
        return { outcome: { type: 'edit', value: given.value, text } };
      }
      case 'reject':
        return { outcome: { type: 'reject', reason: feedback.content?.reason ?? null } };
      case 'rank':
        return { outcome: { type: 'rank', order: feedback.content.order } };
      default:
        return { outcome: { type: feedback.type, text: feedback.content.text } };
    }
  };
  return { value: read, feedback: readFeedback };
}

/** The outcome of a question that has ended without an answer. */
export const outcomeOfEnd = ({ ended, explanation }: QuestionEnd): Outcome<never> => ({
  type: ended === 'expired' || ended === 'default-refused' ? 'expired' : 'withdrawn',
  reason: explanation,
});

const at = (path: string, faults: readonly Fault[]): { faults: Fault[] } => ({
  faults: faults.map((fault) => ({ ...fault, path: `${path}${fault.path}` })),
});
