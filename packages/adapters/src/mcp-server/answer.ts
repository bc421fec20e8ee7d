import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { UpFeedback } from '@countersign/upformat/message';
import { objectsIn } from '../a2a/values.ts';
import { editedValue, textOfFeedback } from '../feedback-text.ts';
import { argumentsOf } from '../shapes/action.ts';
import { type McpQuestion, typedField } from './question.ts';

/** What an answer means for a call that waits for approval; null = it is no decision. */
export type Approval =
  | { kind: 'call'; arguments: JsonObject }
  | { kind: 'rejected'; reason: string };

const objectOr = (value: unknown, other: JsonObject): JsonObject =>
  isObject(value) ? value : other;

/** Whether the feedback decides; a comment only adds to a question. */
export const decides = ({ type }: UpFeedback): boolean =>
  type === 'approve' || type === 'edit' || type === 'reject';

export function approvalOf(feedback: UpFeedback, { message }: McpQuestion): Approval {
  if (feedback.type !== 'approve' && feedback.type !== 'edit') {
    return { kind: 'rejected', reason: textOfFeedback(feedback) ?? '' };
  }
  const payload = message.payload ?? {};
  const value = feedback.type === 'edit' ? objectOr(editedValue(feedback), payload) : payload;
  // A typed confirmation has the arguments in a field of their own.
  const args = Object.hasOwn(payload, typedField) ? value['arguments'] : argumentsOf(value, true);
  return { kind: 'call', arguments: objectOr(args, {}) };
}

/** The result of `elicitation/create`. */
export function elicitedBy(feedback: UpFeedback, { kind, message }: McpQuestion): JsonObject {
  if (feedback.type !== 'approve' && feedback.type !== 'edit') return { action: 'decline' };
  if (kind === 'url') return { action: 'accept' };
  const payload = message.payload ?? {};
  const value = feedback.type === 'edit' ? objectOr(editedValue(feedback), payload) : payload;
  return { action: 'accept', content: value };
}

/** The text of an answer to a sampling request; null = it was declined. `model`: the person wants the model to answer. */
export function sampledBy(
  feedback: UpFeedback,
  { message }: McpQuestion,
): { kind: 'text'; text: string; edited: boolean } | { kind: 'approved' | 'declined' } {
  if (feedback.type === 'approve') {
    const text = message.payload?.['text'];
    return typeof text === 'string' && text !== ''
      ? { kind: 'text', text, edited: false }
      : { kind: 'approved' };
  }
  const text = objectOr(editedValue(feedback), {})['text'];
  return typeof text === 'string' ? { kind: 'text', text, edited: true } : { kind: 'declined' };
}

/** The result of `sampling/createMessage`. */
export const samplingResult = (
  text: string,
  model: string,
  stopReason = 'endTurn',
): JsonObject => ({
  role: 'assistant',
  content: { type: 'text', text },
  model,
  stopReason,
});

/** The result of `roots/list`; null = it was declined. */
export function rootsBy(feedback: UpFeedback): JsonObject | null {
  if (feedback.type === 'approve') return { roots: [] };
  if (feedback.type !== 'edit') return null;
  const roots = objectsIn(objectOr(editedValue(feedback), {})['roots'], 100).flatMap(
    ({ uri, name }) =>
      typeof uri === 'string'
        ? [{ uri, ...(typeof name === 'string' && name !== '' ? { name } : {}) }]
        : [],
  );
  return { roots };
}
