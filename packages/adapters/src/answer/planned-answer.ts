import { jsonEqual } from '@countersign/json/json-equal';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { UpFeedback } from '@countersign/upformat/message';
import { withoutShown } from '../context.ts';
import { editedValue, textOfFeedback } from '../feedback-text.ts';
import { unwrapped } from '../schema/wrapped-schema.ts';
import { answered, type Given, givenUp, type ShapedAnswer } from '../shapes/shape.ts';
import {
  type ApprovalPlan,
  editsArguments,
  hasFields,
  type ResponsePlan,
} from './response-plan.ts';

/** The parts of a prompt's form that are not part of the answer. */
export interface Frame {
  shown: readonly string[];
  wrapped: boolean;
}

/** The answer in the format that is expected: a refusal is written into the payload if there is a place for it. */
export function plannedAnswer(plan: ResponsePlan, given: Given, frame: Frame): ShapedAnswer {
  const { feedback } = given;
  const words = textOfFeedback(feedback);
  const own = (value: unknown) => unwrapped(withoutShown(value, frame.shown), frame);
  switch (plan.kind) {
    case 'yes-no':
      if (feedback.type === 'approve') return answered(plan.yes, words);
      return feedback.type === 'reject' ? answered(plan.no, words) : givenUp;
    case 'open':
      return answered(openPayload(feedback, words));
    case 'form': {
      if (feedback.type === 'reject') return givenUp;
      const value = editedValue(feedback);
      if (value !== undefined) return answered(unwrapped(own(value), plan));
      if (feedback.type === 'approve') return answered(unwrapped(own(given.proposed), plan), words);
      return plan.wrapped ? answered(words) : givenUp;
    }
    case 'approval': {
      const proposed = own(given.proposed);
      const edited = editedValue(feedback);
      const value = edited === undefined ? undefined : own(edited);
      const payload = approvalPayload(plan, {
        proposed: isObject(proposed) ? proposed : {},
        value,
        feedback,
        words,
      });
      return answered(payload, plan.text === null ? words : null);
    }
  }
}

function openPayload(feedback: UpFeedback, words: string | null): unknown {
  const value = editedValue(feedback);
  if (value !== undefined) return value;
  if (feedback.type === 'approve' || feedback.type === 'reject') {
    const approved = feedback.type === 'approve';
    return words === null ? { approved } : { approved, reason: words };
  }
  return words;
}

interface Answer {
  proposed: JsonObject;
  /** The edited value; undefined without one. */
  value: unknown;
  feedback: UpFeedback;
  words: string | null;
}

function approvalPayload(plan: ApprovalPlan, answer: Answer): JsonObject {
  const { proposed, value, feedback, words } = answer;
  const { field, text, edited } = plan;
  const said = text === null || words === null ? {} : { [text]: words };
  // Words are no verdict.
  if (feedback.type === 'instruction' || feedback.type === 'comment') return said;
  const needsText = text !== null && plan.required.includes(text);
  const spoken = { ...(needsText ? { [text]: '' } : {}), ...said };
  // An edit in text only has changed nothing yet, so it must not approve the proposal.
  if (feedback.type !== 'approve' && value === undefined) {
    return { [field]: plan.no, ...(hasFields(plan) ? kept(plan, proposed) : {}), ...spoken };
  }
  if (editsArguments(plan) && edited !== null) {
    return value === undefined
      ? { [field]: plan.yes, ...spoken }
      : { [field]: plan.changed, [edited.name]: value, ...spoken };
  }
  if (!hasFields(plan)) return { [field]: plan.yes, ...spoken };
  if (!isObject(value)) return { [field]: plan.yes, ...kept(plan, proposed), ...spoken };
  const changes = edited === null || !jsonEqual(value[edited.name], proposed[edited.name]);
  const isSent = ([name]: [string, unknown]) => changes || name !== edited?.name;
  // What is given is sent as given, the verdict too.
  return {
    [field]: changes ? plan.changed : plan.yes,
    ...spoken,
    ...Object.fromEntries(Object.entries(value).filter(isSent)),
  };
}

/** The other properties of the schema that have a value. */
const kept = (plan: ApprovalPlan, value: JsonObject): JsonObject =>
  Object.fromEntries(
    plan.others.flatMap(([name]) => (value[name] === undefined ? [] : [[name, value[name]]])),
  );
