import type { DeclaredTool } from '@countersign/hai/agent-descriptor';
import type { Tool } from '@countersign/hai/run-input';
import { parseExactly } from '@countersign/json/exact-json';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { textOf } from '@countersign/json/text-of';
import type { FeedbackType, UpFeedback, UpMessage } from '@countersign/upformat/message';
import type { AskPlace, ForeignAsk } from '../ask.ts';
import { askMembers } from '../ask-members.ts';
import { sayAsk, titlesIn } from '../ask-statements.ts';
import { type FormInContext, withContext, withoutShown } from '../context.ts';
import { editedValue, textOfFeedback } from '../feedback-text.ts';
import { questionTextIn } from '../question-text.ts';
import { answerField, formShape, unwrapped } from '../wrapped-schema.ts';
import { frontEndContent, frontEndTools } from './front-end-tools.ts';
import { type ToolCall, toolQuestion } from './tool-question.ts';

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

/** Sent without a reason when a person declines to answer a call. */
export const declinedContent = 'The operator declined to answer this call.';

/** A call that only a person can answer, as a question; `tool` = its declaration, if there is one. */
export function anyToolAsk(call: ToolCall, place: AskPlace, tool: DeclaredTool | null): ForeignAsk {
  const args = parsed(call.args);
  const { kind, form } = resultForm(args, tool);
  const { text } = questionTextIn(args);
  const allowed: FeedbackType[] = ['edit', 'instruction', 'reject'];
  if (kind === 'parameters') allowed.unshift('approve');
  return toolQuestion(call, place, args, {
    ...askMembers({
      ask: text === null ? sayAsk('ask.tool-result', { tool: call.name }) : `${call.name}: ${text}`,
      explanation: tool?.description === undefined ? [] : [tool.description],
      severity: 'minor',
      allowed,
      titles: titlesIn(form.schema),
      answers: {
        ...(kind === 'parameters'
          ? {
              approve: {
                label: sayAsk('ask.label-return'),
                effect: sayAsk('ask.returns-arguments'),
              },
            }
          : {}),
        edit: {
          label: sayAsk('ask.label-answer'),
          effect:
            kind === 'parameters' ? sayAsk('ask.returns-edited') : sayAsk('ask.value-is-result'),
        },
        instruction: {
          label: sayAsk('ask.label-in-words'),
          effect: sayAsk('ask.words-are-result'),
        },
        reject: {
          label: sayAsk('ask.label-decline'),
          effect: sayAsk('ask.result-is', { words: declinedContent }),
        },
      },
    }),
    payload: form.payload,
    upContext: { entity: call.name, schema: form.schema },
    question: { shape: 'tool', keep: { kind, shown: form.shown, wrapped: form.wrapped } },
  });
}

function resultForm(
  args: unknown,
  tool: DeclaredTool | null,
): { kind: ResultForm; form: FormInContext } {
  const context = {
    arguments: isObject(args) && Object.keys(args).length === 0 ? undefined : args,
  };
  const { result, parameters } = tool ?? {};
  if (isObject(result) && Object.keys(result).length > 0) {
    const shape = formShape(result, 'Answer');
    const form = withContext(shape.schema, {}, context);
    return { kind: 'result', form: { ...form, wrapped: form.wrapped || shape.wrapped } };
  }
  const hasFields = isObject(parameters) && isObject(parameters['properties']);
  if (
    hasFields &&
    Object.keys(parameters['properties'] as JsonObject).length > 0 &&
    isObject(args)
  ) {
    const shape = formShape(parameters);
    const form = { schema: shape.schema, payload: args, shown: [], wrapped: false };
    return { kind: 'parameters', form };
  }
  const schema = {
    type: 'object',
    properties: { [answerField]: { title: 'Answer' } },
    required: [answerField],
  };
  return { kind: 'open', form: { ...withContext(schema, {}, context), wrapped: true } };
}

/** Content of the tool message for an answer; null if the message is not about a tool call. */
export function toolContent(message: UpMessage, feedback: UpFeedback): string | null {
  const { question } = message;
  if (!isObject(question) || question['shape'] !== 'tool')
    return frontEndContent(message, feedback);
  const keep = isObject(question['keep']) ? question['keep'] : {};
  const words = textOfFeedback(feedback);
  if (feedback.type === 'reject') return words ?? declinedContent;
  const given = feedback.type === 'approve' ? message.payload : editedValue(feedback);
  if (given === undefined) return words ?? '';
  const shown = Array.isArray(keep['shown']) ? keep['shown'].map(String) : [];
  return textOf(unwrapped(withoutShown(given, shown), { wrapped: keep['wrapped'] === true }));
}

function parsed(text: string): unknown {
  try {
    return parseExactly(text === '' ? '{}' : text);
  } catch {
    return text;
  }
}
