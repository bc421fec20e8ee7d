import type { JsonObject } from '@countersign/json/json-object';
import { textOf } from '@countersign/json/text-of';
import { type AskedForm, askedForm, labelsOf } from '../answer/asked-form.ts';
import { type Frame, plannedAnswer } from '../answer/planned-answer.ts';
import { responsePlan } from '../answer/response-plan.ts';
import { sayAsk } from '../ask-statements.ts';
import type { Given, ShapedQuestion } from '../shapes/shape.ts';

/** A result that is yes or no, as a person gives it. */
export interface VerdictForm extends AskedForm {
  answers: NonNullable<ShapedQuestion['answers']>;
  /** What {@link verdictContent} needs, stored with the question. */
  keep: JsonObject;
}

/** The form of a result that Approve and Reject give; null = its schema has no yes and no. `args`: of the call, only shown. */
export function verdictForm(result: JsonObject, args: unknown): VerdictForm | null {
  const plan = responsePlan(result, '');
  if (plan.kind !== 'approval' && plan.kind !== 'yes-no') return null;
  const form = askedForm(plan, { args, details: null });
  const labels = labelsOf(plan);
  const wordsFor = (type: 'approve' | 'reject') => {
    const words = verdictContent(result, { proposed: form.payload, feedback: { type } }, form);
    return { effect: sayAsk('ask.result-is', { words: words ?? '' }), ...labels[type] };
  };
  return {
    ...form,
    answers: { approve: wordsFor('approve'), reject: wordsFor('reject') },
    keep: { result, shown: form.shown, wrapped: form.wrapped },
  };
}

/** The content of the result; null = the answer has no value. */
export function verdictContent(result: unknown, given: Given, frame: Frame): string | null {
  const answer = plannedAnswer(responsePlan(result, ''), given, frame);
  return answer.kind === 'value' ? textOf(answer.value) : null;
}
