import type { JsonObject } from '@countersign/json/json-object';
import type { FeedbackType, UpFeedback } from '@countersign/upformat/message';

/** One question found in a value, as a person answers it. */
export interface ShapedQuestion {
  /** The question in words; null = the value has none. */
  ask: string | null;
  explanation?: string;
  /** What happens when it is approved. */
  effect?: string;
  allowed: FeedbackType[];
  /** What an answer is to the agent, where its name does not say so. */
  answers?: Partial<Record<FeedbackType, { label?: string; effect?: string }>>;
  payload: JsonObject;
  schema: JsonObject | null;
  toolName: string | null;
  /** What has to be known to answer: JSON, kept with the question. */
  keep: JsonObject;
}

/** An answer with what was proposed. */
export interface Given {
  /** The payload of the prompt, as it was shown. */
  proposed: JsonObject;
  feedback: UpFeedback;
}

/** The answer to one question; `given-up`: there is no value that says so, the carrier has to. */
export type ShapedAnswer =
  /** `unsaid`: words that found no place in the value. */
  { kind: 'value'; value: unknown; unsaid?: string } | { kind: 'given-up' };

export const answered = (value: unknown, unsaid: string | null = null): ShapedAnswer => ({
  kind: 'value',
  value,
  ...(unsaid === null ? {} : { unsaid }),
});
export const givenUp: ShapedAnswer = { kind: 'given-up' };

/** What is asked and what value answers it, apart from how either travels. */
export interface Shape {
  /** The questions in a value, in order; null when it is not of this shape. */
  find(value: unknown): ShapedQuestion[] | null;
  answer(keep: JsonObject, given: Given): ShapedAnswer;
  /** The answer to the whole value, from those to its questions in order. */
  assemble(answers: readonly unknown[]): unknown;
}

/** More questions in one value are asked as one: nobody answers them one by one. */
export const maxParts = 1_000;
