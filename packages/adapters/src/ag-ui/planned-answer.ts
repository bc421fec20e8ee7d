import { jsonEqual } from '@countersign/json/json-equal';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { UpFeedback } from '@countersign/upformat/message';
import { withoutShown } from '../context.ts';
import { editedValue, textOfFeedback } from '../feedback-text.ts';
import { answered, type Given, givenUp, type ShapedAnswer } from '../shapes/shape.ts';
import { unwrapped } from '../wrapped-schema.ts';
import type { Interrupt } from './interrupt.ts';
import { editsArguments } from './interrupt-message.ts';
import type { ApprovalPlan, ResponsePlan } from './response-plan.ts';

/** The parts of a prompt's form that are not part of the answer. */
export interface Frame {
  shown: readonly string[];
  wrapped: boolean;
}

/** The answer in the format of its interrupt: a refusal is written into the payload if there is a place for it. */
export function plannedAnswer(
  interrupt: Pick<Interrupt, 'reason'>,
  plan: ResponsePlan,
  given: Given,
  frame: Frame,
): ShapedAnswer {
  const { feedback } = given;
  const words = textOfFeedback(feedback);
  const own = (value: unknown) => unwrapped(withoutShown(value, frame.shown), frame);
  switch (plan.kind) {
    case 'yes-no':
      return answered(feedback.type === 'approve', words);
    case 'open':
      return answered(openPayload(interrupt, feedback, words));
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

function openPayload(
  { reason }: Pick<Interrupt, 'reason'>,
  feedback: UpFeedback,
  words: string | null,
): unknown {
  const value = editedValue(feedback);
  if (value !== undefined) return value;
  if (feedback.type === 'approve' || feedback.type === 'reject') {
    const approved = feedback.type === 'approve';
    return words === null ? { approved } : { approved, reason: words };
  }
  return reason === 'tool_call' ? { approved: false, feedback: words } : words;
}

interface Verdict {
  proposed: JsonObject;
  /** The edited value; undefined without one. */
  value: unknown;
  feedback: UpFeedback;
  words: string | null;
}

function approvalPayload(plan: ApprovalPlan, verdict: Verdict): JsonObject {
  const { proposed, value, feedback, words } = verdict;
  const { field, text, edited } = plan;
  const required = text !== null && plan.required.includes(text);
  const said = text === null || (words === null && !required) ? {} : { [text]: words ?? '' };
  // An edit in text only has changed nothing yet, so it must not approve the proposal.
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

/** The other properties of the schema that have a value. */
const kept = (plan: ApprovalPlan, value: JsonObject): JsonObject =>
  Object.fromEntries(
    plan.others.flatMap(([name]) => (value[name] === undefined ? [] : [[name, value[name]]])),
  );
