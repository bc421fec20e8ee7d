import { formSchemaOf } from './form-schema.ts';
import {
  type FeedbackType,
  feedbackTypeSchema,
  type UpFeedback,
  type UpMessage,
} from './message.ts';
import type { Fault } from './parse.ts';
import { isPrompt } from './prompt.ts';

/** Whether a kind of feedback is taken here, and if not, why. */
export type Allowance = { allowed: true } | { allowed: false; reason: string };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function labelOf(item: Record<string, unknown>): string {
  for (const key of ['label', 'name', 'title']) {
    const value = item[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return String(item['id']);
}

/** What can be put in order: the alternatives that have an id, else the first list of the payload whose items all have one. */
export function rankableItems(message: UpMessage): { id: string; label: string; item: unknown }[] {
  const withId = (item: unknown): item is Record<string, unknown> & { id: string } =>
    isRecord(item) && typeof item['id'] === 'string';
  const alternatives = (message.upThought?.alternatives ?? []).filter(withId);
  const lists = [alternatives, ...Object.values(message.payload ?? {}).filter(Array.isArray)];
  const list = lists.find((items) => items.length >= 2 && items.every(withId)) ?? [];
  return list.map((item) => ({ id: item.id, label: labelOf(item), item }));
}

/** Values the schema requires and the proposal does not have. */
function missingValues(message: UpMessage): string[] {
  const schema = formSchemaOf(message);
  return (schema?.required ?? []).filter((name) => {
    const value = message.payload?.[name];
    return value === undefined || value === null || value === '';
  });
}

const refused = (reason: string): Allowance => ({ allowed: false, reason });

function allowance(message: UpMessage, type: FeedbackType): Allowance {
  if (!isPrompt(message)) return refused('Nothing is asked here.');
  if (message.allowedFeedback && !message.allowedFeedback.includes(type)) {
    return refused(`This agent does not take ${type} here.`);
  }
  if (type === 'approve') {
    const missing = missingValues(message);
    if (missing.length > 0) {
      return refused(
        `Nothing to approve yet: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
      );
    }
  }
  if (type === 'rank' && rankableItems(message).length < 2) {
    return refused('There are not two things to put in order.');
  }
  return { allowed: true };
}

/** Which of the six kinds of feedback a person may give to this message, each refusal with its reason. */
export function allowedAnswers(message: UpMessage): Record<FeedbackType, Allowance> {
  const entries = feedbackTypeSchema.options.map(
    (type) => [type, allowance(message, type)] as const,
  );
  return Object.fromEntries(entries) as Record<FeedbackType, Allowance>;
}

/** Validates a value against a JSON Schema; supplied by the caller so that this package stays small. */
export type ValidateSchema = (schema: unknown, value: unknown) => Fault[];

function checkOrder(message: UpMessage, order: readonly string[]): Fault[] {
  const known = new Set(rankableItems(message).map((item) => item.id));
  const isPermutation =
    order.length === known.size &&
    new Set(order).size === order.length &&
    order.every((id) => known.has(id));
  return isPermutation
    ? []
    : [{ path: '/content/order', message: 'must hold each of the offered ids exactly once' }];
}

/** Faults of an answer to this prompt, as JSON Pointers into the feedback; empty = it fits (UpFormat section 3). */
export function checkFeedback(
  message: UpMessage,
  feedback: UpFeedback,
  validate: ValidateSchema,
): Fault[] {
  const allowed = allowedAnswers(message)[feedback.type];
  if (!allowed.allowed) return [{ path: '/type', message: allowed.reason }];
  if (feedback.target && feedback.target.messageId !== message.messageId) {
    return [{ path: '/target/messageId', message: 'is not the message that asks' }];
  }
  if (feedback.type === 'rank') return checkOrder(message, feedback.content.order);
  if (feedback.type !== 'edit') return [];
  const { value, text } = feedback.content;
  if (value === undefined) {
    return text === undefined || text.trim() === ''
      ? [{ path: '/content', message: 'needs an edited value or a text' }]
      : [];
  }
  const schema = formSchemaOf(message);
  if (schema === null) return [];
  return validate(schema, value).map((fault) => ({
    path: `/content/value${fault.path}`,
    message: fault.message,
  }));
}
