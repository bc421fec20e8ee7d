import { jsonEqual } from '@countersign/json/json-equal';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { allowedAnswers, checkFeedback, rankableItems } from '@countersign/upformat/answers';
import { formSchemaOf } from '@countersign/upformat/form-schema';
import { type UpFeedback, type UpMessage, upFeedbackSchema } from '@countersign/upformat/message';
import { parseUpMessage } from '@countersign/upformat/parse';
import { askOf } from '@countersign/upformat/prompt';
import {
  feedbackAsRead,
  messageAsSent,
  proposalOf,
} from '@countersign/upformat/reading/bare-payload';
import { upPromptOf } from '@countersign/upformat/up-prompt';
import { textOfFeedback } from '../feedback-text.ts';
import type { Interrupt } from './interrupt.ts';
import type { ResumeEntry } from './resume-entry.ts';

/**
 * A question in UpFormat as an AG-UI interrupt: any client answers it by `approved`, `editedArgs`, `reason` and `order`, and a
 * client that supports UpFormat finds the whole question under `metadata.upformat`. The interrupt has the id of the message.
 */
export function upFormatInterrupt(message: UpMessage): Interrupt {
  const { approve } = allowedAnswers(message);
  const { expiresAt } = upPromptOf(message);
  return {
    id: message.messageId,
    reason: approve.allowed ? 'confirmation' : 'input_required',
    message: askOf(message),
    responseSchema: responseSchemaOf(message),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    metadata: { upformat: messageAsSent(message) },
  };
}

function responseSchemaOf(message: UpMessage): JsonObject {
  const { edit, rank, comment, instruction } = allowedAnswers(message);
  const takesWords = comment.allowed || instruction.allowed;
  const whole = formSchemaOf(message) ?? { type: 'object' };
  const form = message.barePayload === undefined ? whole : partOf(whole, message.barePayload);
  const proposal = proposalOf(message);
  const proposed = proposal === undefined ? {} : { default: proposal };
  const ids = rankableItems(message).map(({ id }) => id);
  return {
    type: 'object',
    properties: {
      approved: { type: 'boolean', description: askOf(message) },
      ...(edit.allowed ? { editedArgs: { ...form, ...proposed } } : {}),
      ...(rank.allowed ? { order: { type: 'array', items: { type: 'string', enum: ids } } } : {}),
      reason: { type: 'string' },
    },
    required: takesWords ? [] : ['approved'],
  };
}

function partOf({ properties }: JsonObject, name: string): JsonObject {
  const part = isObject(properties) ? properties[name] : undefined;
  return isObject(part) ? part : {};
}

/** The question in UpFormat that an interrupt carries; null if there is none. */
export function upFormatOfInterrupt({ id, metadata }: Interrupt): UpMessage | null {
  const parsed = parseUpMessage(metadata?.['upformat']);
  return parsed.ok && parsed.message.messageId === id ? parsed.message : null;
}

/** The answer to such a question: by its schema, with the exact feedback in the metadata. */
export function upFormatResume(interruptId: string, feedback: UpFeedback): ResumeEntry {
  const metadata = { upFeedback: feedback };
  return { interruptId, status: 'resolved', payload: payloadOf(feedback), metadata };
}

function payloadOf(feedback: UpFeedback): JsonObject {
  const words = textOfFeedback(feedback);
  const reason = words === null ? {} : { reason: words };
  switch (feedback.type) {
    case 'approve':
      return { approved: true, ...reason };
    case 'rank':
      return { approved: true, order: feedback.content.order };
    case 'edit': {
      const { value } = feedback.content;
      return value === undefined ? reason : { approved: true, editedArgs: value, ...reason };
    }
    case 'reject':
      return { approved: false, ...reason };
    // Words are no verdict.
    default:
      return reason;
  }
}

/** A client's answer to {@link upFormatInterrupt} as feedback; `problem` has the reason, in a sentence, if it is invalid. */
export function feedbackOfResume(
  message: UpMessage,
  { payload, metadata }: Pick<ResumeEntry, 'payload' | 'metadata'>,
): { feedback: UpFeedback } | { problem: string } {
  const exact = upFeedbackSchema.safeParse(metadata?.['upFeedback']);
  const feedback = exact.success ? exact.data : readPayload(message, payload);
  if (feedback === null) return { problem: 'The answer does not say `approved`.' };
  const [fault] = checkFeedback(message, feedbackAsRead(message, feedback));
  return fault === undefined ? { feedback } : { problem: fault.message };
}

function readPayload(message: UpMessage, payload: unknown): UpFeedback | null {
  const given = isObject(payload) ? payload : { approved: payload };
  const { approved, editedArgs, order, reason } = given;
  const words = typeof reason === 'string' && reason.trim() !== '' ? reason : null;
  const content = words === null ? {} : { content: { reason: words } };
  const allowed = allowedAnswers(message);
  const isVerdict = approved === true || (approved === false && allowed.reject.allowed);
  const kind = (['instruction', 'comment'] as const).find((type) => allowed[type].allowed);
  if (!isVerdict && words !== null && kind !== undefined) {
    return { type: kind, content: { text: words } };
  }
  if (typeof approved !== 'boolean') return null;
  if (!approved) return { type: 'reject', ...content };
  if (Array.isArray(order)) {
    const ids = order.filter((id) => typeof id === 'string');
    if (ids.length > 0) return { type: 'rank', content: { order: ids } };
  }
  // A proposal sent back unchanged is an approval, if that is allowed.
  const isChanged = editedArgs !== undefined && !jsonEqual(editedArgs, proposalOf(message));
  return isChanged
    ? { type: 'edit', content: { value: editedArgs, ...(words === null ? {} : { text: words }) } }
    : { type: 'approve', ...content };
}
