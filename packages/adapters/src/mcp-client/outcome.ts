import type { UpFeedback } from '@countersign/upformat/message';
import { editedValue, textOfFeedback } from '../feedback-text.ts';
import type { AskedQuestion, QuestionStatus } from '../program/status.ts';
import { unwrapped } from '../schema/wrapped-schema.ts';

/** Comments of operators in addition to the answer. */
export interface Beside {
  comments: readonly { by: string; text: string }[];
  messages: readonly { by: string; text: string }[];
}

/** The structured result of a tool that asks. */
export type Outcome = Record<string, unknown> & { status: string; question_id: string };

/** The answer to a question in the words of the tools. */
export function outcomeOf(
  question: AskedQuestion,
  questionStatus: QuestionStatus,
  beside: Beside,
): Outcome {
  const base = { question_id: question.id };
  const more = {
    ...(beside.comments.length === 0 ? {} : { comments: beside.comments }),
    ...(beside.messages.length === 0 ? {} : { operator_messages: beside.messages }),
  };
  if (questionStatus.kind === 'open') {
    const { expiresAt } = questionStatus;
    const deadline = expiresAt === null ? {} : { deadline: new Date(expiresAt).toISOString() };
    return { status: 'pending', ...base, ...deadline, ...more };
  }
  if (questionStatus.kind === 'closed') {
    return { status: questionStatus.state, ...base, reason: questionStatus.reason, ...more };
  }
  const said =
    question.kind === 'ask'
      ? answerOf(question, questionStatus)
      : verdictOf(question, questionStatus);
  return {
    ...said,
    ...base,
    answered_by: questionStatus.by,
    ...(questionStatus.how === 'default' ? { by_default: true } : {}),
    answered_at: new Date(questionStatus.at).toISOString(),
    ...more,
  };
}

type Answered = Extract<QuestionStatus, { kind: 'answered' }>;

const reasonIn = (feedback: UpFeedback) => {
  const words = textOfFeedback(feedback);
  return words === null ? {} : { reason: words };
};

function answerOf(
  { message, wrapped }: AskedQuestion,
  { feedback }: Answered,
): { status: string } & Record<string, unknown> {
  if (feedback.type === 'approve') {
    return { status: 'answered', answer: unwrapped(message.payload ?? {}, { wrapped }) };
  }
  const value = editedValue(feedback);
  if (value !== undefined) return { status: 'answered', answer: unwrapped(value, { wrapped }) };
  if (feedback.type === 'reject') return { status: 'declined', ...reasonIn(feedback) };
  return { status: 'instruction', instruction: textOfFeedback(feedback) ?? '' };
}

function verdictOf(
  { message }: AskedQuestion,
  { feedback }: Answered,
): { status: string } & Record<string, unknown> {
  const proposal = message.payload ?? {};
  if (feedback.type === 'approve') {
    return {
      status: 'approved',
      arguments: proposal,
      edited: false,
    };
  }
  const value = editedValue(feedback);
  if (value !== undefined) {
    return { status: 'approved', arguments: value, edited: true };
  }
  return { status: 'rejected', ...reasonIn(feedback) };
}

/** The result as text, for a model: one sentence with what to do next, then the data. */
export function outcomeText(outcome: Outcome): string {
  return `${sentence(outcome)}\n${JSON.stringify(outcome)}`;
}

function sentence({
  status,
  question_id: id,
  answered_by: by,
  reason,
  by_default: late,
}: Outcome): string {
  const why = typeof reason === 'string' && reason !== '' ? ` Reason: ${reason}` : '';
  switch (status) {
    case 'pending':
      return `No answer yet; the question stays open. Call get_answer with question_id "${id}" to go on waiting. Do not ask again.`;
    case 'answered':
      return late === true ? 'Nobody answered in time: the default applies.' : `Answered by ${by}.`;
    case 'approved':
      return late === true
        ? 'Nobody answered in time: approved by default.'
        : `Approved by ${by}. Use exactly the arguments below; they may have been edited.`;
    case 'rejected':
      return late === true
        ? 'Nobody answered in time: rejected by default. Do not carry out the action.'
        : `Rejected by ${by}. Do not carry out the action.${why}`;
    case 'declined':
      return `${by} declined to answer.${why}`;
    case 'instruction':
      return `${by} gave an instruction instead of an answer. Follow it.`;
    case 'expired':
      return `The deadline has passed without an answer.${why}`;
    default:
      return `The question was withdrawn.${why}`;
  }
}
