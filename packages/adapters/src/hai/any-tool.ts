import type { DeclaredTool } from '@countersign/hai/agent-descriptor';
import type { Tool } from '@countersign/hai/run-input';
import { parseExactly } from '@countersign/json/exact-json';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { textOf } from '@countersign/json/text-of';
import type { FeedbackType, UpFeedback, UpMessage } from '@countersign/upformat/message';
import type { AskedForm } from '../answer/asked-form.ts';
import type { AskPlace, ForeignAsk } from '../ask.ts';
import { askMembers } from '../ask-members.ts';
import { sayAsk, titlesIn } from '../ask-statements.ts';
import { withContext, withoutShown } from '../context.ts';
import { editedValue, textOfFeedback } from '../feedback-text.ts';
import { questionTextIn } from '../question-text.ts';
import { answerField, formShape, unwrapped } from '../schema/wrapped-schema.ts';
import type { ShapedQuestion } from '../shapes/shape.ts';
import { frontEndContent, frontEndTools } from './front-end-tools.ts';
import { type ToolCall, toolQuestion } from './tool-question.ts';
import { type VerdictForm, verdictContent, verdictForm } from './tool-verdict.ts';

/** The tools that a run declares: those of the agent's descriptor take precedence over ours of the same name. */
export const declaredTools = (own: readonly DeclaredTool[] = []): Tool[] => [
  ...frontEndTools.filter(({ name }) => !own.some((tool) => tool.name === name)),
  // The schema of the result is for the form; the agent knows its tools, and tools for approval are not ours to declare.
  ...own
    .filter(({ approval }) => approval === undefined)
    .map(({ result: _, approval: __, ...tool }) => tool),
];

/** How a call is answered: by a result of the declared schema, by its arguments, or by any value. */
type ResultForm = 'result' | 'parameters' | 'open';

const resultTitle = 'Answer';

/** Sent without a reason when a person declines to answer a call. */
export const declinedContent = 'The operator declined to answer this call.';

/** A call that only a person can answer, as a question; `tool` = its declaration, if there is one. */
export function anyToolAsk(call: ToolCall, place: AskPlace, tool: DeclaredTool | null): ForeignAsk {
  const args = parsed(call.args);
  const { kind, form } = resultForm(args, tool);
  const { text } = questionTextIn(args);
  return toolQuestion(call, place, args, {
    ...askMembers({
      ask: text === null ? sayAsk('ask.tool-result', { tool: call.name }) : `${call.name}: ${text}`,
      explanation: tool?.description === undefined ? [] : [tool.description],
      severity: 'minor',
      allowed: form.allowed,
      titles: form.schema === null ? {} : titlesIn(form.schema),
      answers: form.answers ?? resultWords(kind),
    }),
    payload: form.payload,
    upContext: { entity: call.name, ...(form.schema === null ? {} : { schema: form.schema }) },
    question: {
      shape: 'tool',
      keep: { kind, shown: form.shown, wrapped: form.wrapped, ...form.keep },
    },
  });
}

const resultWords = (kind: ResultForm): NonNullable<ShapedQuestion['answers']> => ({
  ...(kind === 'parameters'
    ? { approve: { label: sayAsk('ask.label-return'), effect: sayAsk('ask.returns-arguments') } }
    : {}),
  edit: {
    label: sayAsk('ask.label-answer'),
    effect: kind === 'parameters' ? sayAsk('ask.returns-edited') : sayAsk('ask.value-is-result'),
  },
  instruction: {
    label: sayAsk('ask.label-in-words'),
    effect: sayAsk('ask.words-are-result'),
  },
  reject: {
    label: sayAsk('ask.label-decline'),
    effect: sayAsk('ask.result-is', { words: declinedContent }),
  },
});

type AnswerableForm = AskedForm & Partial<VerdictForm>;

function resultForm(
  args: unknown,
  tool: DeclaredTool | null,
): { kind: ResultForm; form: AnswerableForm } {
  const shown = isObject(args) && Object.keys(args).length === 0 ? undefined : args;
  const { result, parameters } = tool ?? {};
  if (isObject(result) && Object.keys(result).length > 0) {
    return { kind: 'result', form: declaredForm(result, shown) };
  }
  const allowed: FeedbackType[] = ['edit', 'instruction', 'reject'];
  const hasFields = isObject(parameters) && isObject(parameters['properties']);
  if (
    hasFields &&
    Object.keys(parameters['properties'] as JsonObject).length > 0 &&
    isObject(args)
  ) {
    const { schema } = formShape(parameters);
    const form = { schema, payload: args, shown: [], wrapped: false };
    return { kind: 'parameters', form: { ...form, allowed: ['approve', ...allowed] } };
  }
  const schema = {
    type: 'object',
    properties: { [answerField]: { title: resultTitle } },
    required: [answerField],
  };
  const form = withContext(schema, {}, { arguments: shown });
  return { kind: 'open', form: { ...form, wrapped: true, allowed } };
}

/** The form of a declared result. One that is yes or no is given by Approve and Reject; any other can be declined too. */
function declaredForm(result: JsonObject, args: unknown): AnswerableForm {
  const verdict = verdictForm(result, args);
  if (verdict !== null) return verdict;
  const shape = formShape(result, resultTitle);
  const form = withContext(shape.schema, {}, { arguments: args });
  return {
    ...form,
    wrapped: form.wrapped || shape.wrapped,
    allowed: ['edit', 'instruction', 'reject'],
  };
}

/** Content of the tool message for an answer; null if the message is not about a tool call. */
export function toolContent(message: UpMessage, feedback: UpFeedback): string | null {
  const { question } = message;
  if (!isObject(question) || question['shape'] !== 'tool')
    return frontEndContent(message, feedback);
  const keep = isObject(question['keep']) ? question['keep'] : {};
  const words = textOfFeedback(feedback);
  const shown = Array.isArray(keep['shown']) ? keep['shown'].map(String) : [];
  const frame = { shown, wrapped: keep['wrapped'] === true };
  if (keep['result'] !== undefined) {
    const given = { proposed: message.payload ?? {}, feedback };
    return verdictContent(keep['result'], given, frame) ?? words;
  }
  if (feedback.type === 'reject') return words ?? declinedContent;
  const given = feedback.type === 'approve' ? message.payload : editedValue(feedback);
  if (given === undefined) return words ?? '';
  return textOf(unwrapped(withoutShown(given, shown), frame));
}

function parsed(text: string): unknown {
  try {
    return parseExactly(text === '' ? '{}' : text);
  } catch {
    return text;
  }
}
