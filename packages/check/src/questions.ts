import { customName, type HaiEvent } from '@countersign/hai/event';
import type { Fault } from '@countersign/json/fault';
import { isObject } from '@countersign/json/json-object';
import { missingValues } from '@countersign/json-schema/missing-values';
import { allowedAnswers } from '@countersign/upformat/answers';
import { formSchemaOf } from '@countersign/upformat/form-schema';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { parseUpMessage } from '@countersign/upformat/parse';
import { isPrompt } from '@countersign/upformat/prompt';
import { rankableItems } from '@countersign/upformat/rankable-items';
import { valueAsSent } from '@countersign/upformat/reading/bare-payload';

/** An UpFormat message of a stream, read. */
export type ReadMessage =
  | { ok: true; message: UpMessage; warnings: Fault[] }
  | { ok: false; problems: Fault[]; raw: string };

/** The UpFormat message in an event; null = it has none. */
export function upMessageIn(event: HaiEvent): ReadMessage | null {
  if (event.type !== 'CUSTOM' || event.name !== customName.upformat) return null;
  const read = parseUpMessage(event.value);
  return read.ok ? read : { ...read, raw: JSON.stringify(event.value).slice(0, 300) };
}

/** The question in an event that can be answered; null = none. */
export function questionIn(event: HaiEvent): UpMessage | null {
  const read = upMessageIn(event);
  return read?.ok === true && isPrompt(read.message) ? read.message : null;
}

/** An answer that fits a question: approval where it is possible, else what comes closest; null = it takes knowledge to answer it. */
export function fittingAnswer(question: UpMessage): UpFeedback | null {
  const allowed = allowedAnswers(question);
  const lacks = missingValues(formSchemaOf(question), question.payload).length > 0;
  if (allowed.approve.allowed && !lacks) return { type: 'approve' };
  if (allowed.rank.allowed) {
    return { type: 'rank', content: { order: rankableItems(question).map(({ id }) => id) } };
  }
  if (allowed.reject.allowed) return { type: 'reject', content: { reason: 'Checked' } };
  if (allowed.instruction.allowed) return { type: 'instruction', content: { text: 'Checked' } };
  if (allowed.edit.allowed && !lacks)
    return { type: 'edit', content: { value: valueAsSent(question, question.payload ?? {}) } };
  return null;
}

/** The message that acknowledges an answer: in state `submitted`, and child of the answer. */
export const acknowledges =
  (answerId: string) =>
  (event: HaiEvent): boolean => {
    const read = upMessageIn(event);
    return read?.ok === true && read.message.parentMessageId === answerId;
  };

/** The confirmation of a control with a status. */
export const confirms =
  (action: string, status: string) =>
  (event: HaiEvent): boolean =>
    event.type === 'CUSTOM' &&
    event.name === customName.control &&
    isObject(event.value) &&
    event.value['action'] === action &&
    event.value['status'] === status;
