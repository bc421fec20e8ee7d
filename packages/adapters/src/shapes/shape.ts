import type { JsonObject } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import type { FeedbackType, UpFeedback } from '@countersign/upformat/message';
import type { Explained } from '../ask-members.ts';

/** One question found in a value, as a person answers it. */
export interface ShapedQuestion {
  /** The text of the question; null = the value has none. */
  ask: Explained | null;
  explanation?: string;
  /** What happens when it is approved. */
  effect?: Explained;
  allowed: FeedbackType[];
  /** What an answer means to the agent, if its name does not express it. */
  answers?: Partial<Record<FeedbackType, { label?: Explained; effect?: Explained }>>;
  /** Titles in the schema that are words of this server, by JSON Pointer. */
  titles?: Readonly<Record<string, WrittenStatement>>;
  payload: JsonObject;
  schema: JsonObject | null;
  toolName: string | null;
  /** What is needed to build the answer: JSON, stored with the question. */
  keep: JsonObject;
}

/** An answer with the proposal. */
export interface Given {
  /** The payload of the prompt as displayed. */
  proposed: JsonObject;
  feedback: UpFeedback;
}

/** The answer to one question; `given-up`: no value expresses it, only the carrier can. */
export type ShapedAnswer =
  /** `unsaid`: text that has no place in the value. */
  { kind: 'value'; value: unknown; unsaid?: string } | { kind: 'given-up' };

export const answered = (value: unknown, unsaid: string | null = null): ShapedAnswer => ({
  kind: 'value',
  value,
  ...(unsaid === null ? {} : { unsaid }),
});
export const givenUp: ShapedAnswer = { kind: 'given-up' };

/** What is asked and what value answers it, independent of how both are sent. */
export interface Shape {
  /** The questions in a value, in order; null when it is not of this shape. */
  find(value: unknown): ShapedQuestion[] | null;
  answer(keep: JsonObject, given: Given): ShapedAnswer;
  /** The answer to the whole value, from those to its questions in order. */
  assemble(answers: readonly unknown[]): unknown;
}

/** A value with more questions than this is one question: they would not be answered one by one. */
export const maxParts = 1_000;
