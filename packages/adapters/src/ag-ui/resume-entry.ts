import { isObject, type JsonObject } from '@countersign/hai/json-text';
import { jsonEqual } from '@countersign/upformat/json-object';
import type { UpFeedback } from '@countersign/upformat/message';
import { editedValue, wordsOf } from '../words.ts';
import { unwrapped } from '../wrapped-schema.ts';
import type { Interrupt } from './interrupt.ts';
import { editsArguments, shownNames } from './interrupt-message.ts';
import type { ApprovalPlan, ResponsePlan } from './response-plan.ts';

/** One answer in the input of the run that goes on. */
export interface ResumeEntry {
  interruptId: string;
  status: 'resolved' | 'cancelled';
  payload?: unknown;
  metadata?: JsonObject;
}

interface Answer {
  /** The payload of the prompt, as it was shown. */
  proposed: JsonObject;
  feedback: UpFeedback;
}

/** The answer in the words of its interrupt: a refusal is said inside the payload wherever there is a place for it. */
export function resumeEntryOf(
  interrupt: Interrupt,
  plan: ResponsePlan,
  answer: Answer,
): ResumeEntry {
  const { feedback } = answer;
  const words = wordsOf(feedback);
  const resolved = (payload: unknown, said = true): ResumeEntry => ({
    interruptId: interrupt.id,
    status: 'resolved',
    payload,
    ...(said || words === null ? {} : { metadata: { reason: words } }),
  });
  const cancelled: ResumeEntry = {
    interruptId: interrupt.id,
    status: 'cancelled',
    ...(words === null ? {} : { metadata: { reason: words } }),
  };
  switch (plan.kind) {
    case 'yes-no':
      return resolved(feedback.type === 'approve', false);
    case 'open':
      return resolved(openPayload(interrupt, feedback, words));
    case 'form': {
      if (feedback.type === 'reject') return cancelled;
      const value = editedValue(feedback);
      if (value !== undefined) return resolved(unwrapped(withoutShown(value, plan.schema), plan));
      if (feedback.type === 'approve')
        return resolved(unwrapped(withoutShown(answer.proposed, plan.schema), plan), false);
      return plan.wrapped ? resolved(words) : cancelled;
    }
    case 'approval':
      return resolved(approvalPayload(plan, answer, words), plan.text !== null);
  }
}

function openPayload(interrupt: Interrupt, feedback: UpFeedback, words: string | null): unknown {
  const value = editedValue(feedback);
  if (value !== undefined) return value;
  if (feedback.type === 'approve' || feedback.type === 'reject') {
    const approved = feedback.type === 'approve';
    return words === null ? { approved } : { approved, reason: words };
  }
  return interrupt.reason === 'tool_call' ? { approved: false, feedback: words } : words;
}

function approvalPayload(
  plan: ApprovalPlan,
  { proposed, feedback }: Answer,
  words: string | null,
): JsonObject {
  const { field, text, edited } = plan;
  const required = text !== null && plan.required.includes(text);
  const said = text === null || (words === null && !required) ? {} : { [text]: words ?? '' };
  const value = editedValue(feedback);
  // An edit in words alone changes nothing yet, so it must not let the proposal pass.
  if (feedback.type !== 'approve' && value === undefined) {
    return { [field]: plan.no, ...(plan.others.length === 0 ? {} : kept(plan, proposed)), ...said };
  }
  if (editsArguments(plan) && edited !== null) {
    return value === undefined
      ? { [field]: plan.yes, ...said }
      : { [field]: plan.changed, [edited.name]: value, ...said };
  }
  if (plan.others.length === 0) return { [field]: plan.yes, ...said };
  const given = isObject(value) ? value : proposed;
  const changes =
    edited !== null && isObject(value) && value[edited.name] !== undefined
      ? !jsonEqual(value[edited.name], proposed[edited.name])
      : false;
  return {
    [field]: changes ? plan.changed : plan.yes,
    ...kept(plan, given),
    ...(changes && edited !== null ? { [edited.name]: given[edited.name] } : {}),
    ...said,
  };
}

/** The further properties of the schema that have a value. */
const kept = (plan: ApprovalPlan, value: JsonObject): JsonObject =>
  Object.fromEntries(
    plan.others.flatMap(([name]) => (value[name] === undefined ? [] : [[name, value[name]]])),
  );

/** What was only shown beside the form is no part of the answer, unless the schema has a field of that name. */
function withoutShown(value: unknown, schema: JsonObject): unknown {
  if (!isObject(value)) return value;
  const own = isObject(schema['properties']) ? schema['properties'] : {};
  const names = Object.values(shownNames).filter((name) => !Object.hasOwn(own, name));
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => !names.some((shown) => shown === name)),
  );
}
