import { isObject } from '@countersign/json/json-object';
import type { FeedbackType, Severity, UpFeedback, UpMessage } from '@countersign/upformat/message';
import { editedValue, textOfFeedback } from '../feedback-text.ts';
import { inferredSchema } from '../schema/inferred-schema.ts';
import { answerField, type FormShape, formShape, unwrapped } from '../schema/wrapped-schema.ts';
import { argumentsForm } from '../shapes/action.ts';
import {
  askAndText,
  askingMessage,
  expiry,
  isoAt,
  proposed,
  type QuestionPlace,
} from './question.ts';
import type { AskedQuestion, QuestionStatus } from './status.ts';

/** A question as a program posts it. */
export interface HttpQuestion {
  ask: string;
  payload?: unknown;
  schema?: Record<string, unknown> | undefined;
  allowed?: FeedbackType[] | undefined;
  severity?: Severity | undefined;
  confidence?: number | undefined;
  explanation?: string | undefined;
  reasoning?: string[] | undefined;
  /** Seconds. */
  expiresIn?: number | undefined;
  default?: FeedbackType | undefined;
  links?: { title: string; url: string }[] | undefined;
  holdMs?: number | undefined;
}

const hasPayload = ({ payload }: HttpQuestion): boolean =>
  payload !== undefined && payload !== null;

/** Unless the program says which answers it takes: those that it can use. */
const allowedIn = (question: HttpQuestion): FeedbackType[] => {
  if (question.allowed !== undefined) return question.allowed;
  if (hasPayload(question)) return ['approve', 'edit', 'reject'];
  return question.schema === undefined ? ['approve', 'reject'] : ['edit', 'reject'];
};

/** The form of the value; null = there is nothing but a yes or a no. */
export function formOfQuestion(question: HttpQuestion): FormShape | null {
  const { payload, schema } = question;
  if (schema !== undefined) return formShape(schema, 'Answer');
  if (isObject(payload))
    return { wrapped: false, schema: argumentsForm(payload, undefined).schema };
  if (hasPayload(question)) {
    return { wrapped: true, schema: inferredSchema({ [answerField]: payload }) };
  }
  if (!allowedIn(question).includes('edit')) return null;
  return formShape({ type: 'string', minLength: 1 }, 'Answer');
}

/** The message of a posted question. `keptExpiry`: the deadline that it has already, epoch ms. */
export function httpMessage(
  question: HttpQuestion,
  place: QuestionPlace,
  keptExpiry: number | null = null,
): UpMessage {
  const said = askAndText(question.ask, question.explanation);
  const form = formOfQuestion(question);
  const { confidence, reasoning, severity, links, holdMs } = question;
  const thought = {
    ...(confidence === undefined ? {} : { confidence }),
    ...(reasoning === undefined ? {} : { reasoning }),
  };
  const falls = question.default;
  return {
    ...askingMessage(place),
    ...(said.text === null ? {} : { explanation: said.text }),
    ...(form !== null && hasPayload(question) ? { payload: proposed(question.payload, form) } : {}),
    ...(Object.keys(thought).length === 0 ? {} : { upThought: thought }),
    ...(form === null ? {} : { upContext: { schema: form.schema } }),
    upPrompt: {
      ask: said.ask,
      ...(severity === undefined ? {} : { severity }),
      ...(keptExpiry === null
        ? expiry(place, question.expiresIn)
        : { expiresAt: isoAt(keptExpiry) }),
      ...(falls === 'approve' || falls === 'reject' ? { defaultFeedback: { type: falls } } : {}),
      allowed: allowedIn(question),
      ...(links === undefined || links.length === 0 ? {} : { links }),
      ...(holdMs === undefined ? {} : { holdMs }),
    },
  };
}

/** What was answered, for a program. */
export interface HttpOutcome {
  type: FeedbackType;
  value?: unknown;
  reason?: string;
  by?: string;
  /** `bulk`: a person, by one answer to several questions. */
  how: 'operator' | 'bulk' | 'default' | 'escalation' | 'rule';
  /** ISO 8601. */
  at: string;
}

/** The answer in the words of the interface. */
export function httpOutcome(
  question: AskedQuestion,
  { feedback, by, how, at }: Extract<QuestionStatus, { kind: 'answered' }>,
): HttpOutcome {
  const value = answeredValue(question, feedback);
  const reason = feedback.type === 'rank' ? null : textOfFeedback(feedback);
  return {
    type: feedback.type,
    ...(value === undefined ? {} : { value }),
    ...(reason === null ? {} : { reason }),
    ...(how === 'default' || how === 'escalation' ? {} : { by }),
    how,
    at: new Date(at).toISOString(),
  };
}

function answeredValue({ message, wrapped }: AskedQuestion, feedback: UpFeedback): unknown {
  if (feedback.type === 'rank') return feedback.content.order;
  const value = feedback.type === 'approve' ? message.payload : editedValue(feedback);
  return value === undefined ? undefined : unwrapped(value, { wrapped });
}

/** What was reversed is finished as well: as it was before. */
const reported = { done: 'completed', failed: 'failed', reversed: 'completed' } as const;

/** What became of an answer, as the program's message in the task. `parent`: the answer, or the question if there is none. */
export const resultMessage = (
  place: QuestionPlace,
  {
    parent,
    outcome,
    note,
  }: { parent: string; outcome: keyof typeof reported; note?: string | undefined },
): UpMessage => ({
  ...askingMessage(place),
  parentMessageId: parent,
  state: reported[outcome],
  payload: { outcome },
  ...(note === undefined ? {} : { explanation: note }),
});
