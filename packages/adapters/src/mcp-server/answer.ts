import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { UpFeedback } from '@countersign/upformat/message';
import { editedValue } from '../feedback-text.ts';
import { argumentsField, type McpQuestion, typedField } from './question.ts';
import type { CallRisk } from './risk.ts';

/** What a decision means for a call that waits for approval. */
export type Approval =
  | { kind: 'call'; arguments: JsonObject }
  /** `why`: what the answer lacks; null = a person does not want the call. */
  | { kind: 'rejected'; why: string | null };

const objectOr = (value: unknown, other: JsonObject): JsonObject =>
  isObject(value) ? value : other;

/** Whether the feedback decides; a comment only adds to a question. */
export const decides = ({ type }: UpFeedback): boolean =>
  type === 'approve' || type === 'edit' || type === 'reject';

/** What a person agreed to; null = to nothing: words in place of a value are no consent to the proposal. */
export function agreedValue(feedback: UpFeedback, { message }: McpQuestion): JsonObject | null {
  if (feedback.type === 'approve') return message.payload ?? {};
  const value = editedValue(feedback);
  return isObject(value) ? value : null;
}

/** `approval`: how the call is approved. The arguments do not show it: any of them may be named like a field of ours. */
export function approvalOf(
  feedback: UpFeedback,
  question: McpQuestion,
  { approval }: Pick<CallRisk, 'approval'>,
): Approval {
  const value = agreedValue(feedback, question);
  if (value === null) return { kind: 'rejected', why: null };
  if (approval !== 'typed') return { kind: 'call', arguments: value };
  const args = value[argumentsField];
  if (question.toolName === null || value[typedField] !== question.toolName) {
    return { kind: 'rejected', why: 'The name of the tool was not typed.' };
  }
  return isObject(args)
    ? { kind: 'call', arguments: args }
    : { kind: 'rejected', why: 'The answer has no arguments.' };
}

/** The result of `elicitation/create`. */
export function elicitedBy(feedback: UpFeedback, question: McpQuestion): JsonObject {
  const value = agreedValue(feedback, question);
  if (value === null) return { action: 'decline' };
  return question.kind === 'url' ? { action: 'accept' } : { action: 'accept', content: value };
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
