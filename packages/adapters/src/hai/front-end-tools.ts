import type { Tool } from '@countersign/hai/run-input';
import { parseExactly } from '@countersign/json/exact-json';
import { isExactNumber, writtenNumber } from '@countersign/json/exact-number';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { Severity, UpFeedback, UpMessage } from '@countersign/upformat/message';
import { proposesLasting } from '../answer/verdict.ts';
import type { AskPlace, ForeignAsk } from '../ask.ts';
import { askMembers } from '../ask-members.ts';
import { sayAsk, titlesIn } from '../ask-statements.ts';
import { editedValue, textOfFeedback } from '../feedback-text.ts';
import { type FormShape, formShape, unwrapped } from '../schema/wrapped-schema.ts';
import { type ToolCall, toolQuestion } from './tool-question.ts';

/** The tools that are answered by a person (docs/protocol/other-questions.md); declared in every run. */
export const frontEndTools: readonly Tool[] = [
  {
    name: 'confirmAction',
    description:
      'Ask the operator to confirm an action before you take it. The result is JSON: {"approved": boolean, "reason"?: string}, or {"instruction": string} when the operator has words for you and decides nothing.',
    parameters: {
      type: 'object',
      properties: {
        action: { type: 'string', description: 'What you are about to do, in one sentence' },
        importance: {
          type: 'string',
          enum: ['low', 'medium', 'high', 'critical'],
          description: 'What is at stake',
        },
      },
      required: ['action'],
    },
  },
  {
    name: 'ask',
    description:
      'Ask the operator a question and wait for the answer. The result is the answer: text, or JSON when schema is given; {"declined": true, "reason"?: string} when the operator does not answer.',
    parameters: {
      type: 'object',
      properties: {
        question: { type: 'string', description: 'The question, in plain language' },
        schema: { type: 'object', description: 'JSON Schema of the answer' },
        options: { type: 'array', description: 'Answers to choose from' },
        default: { description: 'The answer you suggest' },
      },
      required: ['question'],
    },
  },
];

export const isFrontEndTool = (name: string): boolean =>
  frontEndTools.some((tool) => tool.name === name);

const severities: ReadonlyMap<string, Severity> = new Map([
  ['low', 'info'],
  ['medium', 'minor'],
  ['high', 'major'],
  ['critical', 'critical'],
]);

/** A call of `confirmAction` or `ask` as the question a person answers; invalid arguments are shown as they are. */
export function toolCallAsk(call: ToolCall, place: AskPlace): ForeignAsk {
  const args = argumentsOf(call.args);
  const asked = call.name === 'ask' ? questionOf(args) : confirmationOf(args);
  return toolQuestion(call, place, args ?? call.args, asked);
}

type Asked = Pick<UpMessage, 'upPrompt' | 'payload' | 'upContext' | 'explanation'>;

function confirmationOf(args: JsonObject | null): Asked {
  const { action, importance } = args ?? {};
  const known = typeof action === 'string' && action.trim() !== '';
  return {
    ...askMembers({
      ask: known ? action : sayAsk('ask.may-continue'),
      ...(known ? { effect: sayAsk('ask.does-it') } : {}),
      severity:
        (typeof importance === 'string' ? severities.get(importance) : undefined) ?? 'minor',
      allowed: ['approve', 'reject', 'instruction'],
    }),
    payload: args ?? {},
  };
}

/** The form of a question; null = the answer is free text without suggestions. */
function answerShape(args: JsonObject): FormShape {
  const { schema, options } = args;
  const title = 'Answer';
  if (isObject(schema) && Object.keys(schema).length > 0) return formShape(schema, title);
  if (Array.isArray(options) && options.length > 0) return formShape({ enum: options }, title);
  return formShape({ type: 'string' }, title);
}

function questionOf(args: JsonObject | null): Asked {
  const { question, default: suggested } = args ?? {};
  const shape = answerShape(args ?? {});
  const payload = suggestion(shape, suggested);
  const { schema } = shape;
  const approves = payload !== null && !proposesLasting(schema, schema, payload);
  return {
    ...askMembers({
      ask:
        typeof question === 'string' && question.trim() !== ''
          ? question
          : sayAsk('ask.not-readable'),
      severity: 'info',
      allowed: [...(approves ? (['approve'] as const) : []), 'edit', 'reject', 'instruction'],
      titles: titlesIn(shape.schema),
    }),
    payload: payload ?? {},
    upContext: { schema: shape.schema },
  };
}

function suggestion({ wrapped }: FormShape, suggested: unknown): JsonObject | null {
  if (suggested === undefined) return null;
  if (wrapped) return { answer: suggested };
  return isObject(suggested) ? suggested : null;
}

/** Content of the tool message for an answer; null if `message` is not one of {@link toolCallAsk}. */
export function frontEndContent(message: UpMessage, feedback: UpFeedback): string | null {
  const call = message['toolCall'];
  if (!isObject(call)) return null;
  const words = textOfFeedback(feedback);
  if (call['name'] !== 'ask') return confirmationContent(feedback, words);
  if (feedback.type === 'reject') {
    return JSON.stringify(words === null ? { declined: true } : { declined: true, reason: words });
  }
  const given = feedback.type === 'approve' ? message.payload : editedValue(feedback);
  if (given === undefined) return words ?? '';
  const shape = answerShape(isObject(call['arguments']) ? call['arguments'] : {});
  const answer = unwrapped(given, shape);
  if (isExactNumber(answer)) return writtenNumber(answer);
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}

function confirmationContent(feedback: UpFeedback, words: string | null): string {
  if (feedback.type !== 'approve' && feedback.type !== 'reject') {
    // Words decide nothing.
    return JSON.stringify({ instruction: words ?? '' });
  }
  const approved = feedback.type === 'approve';
  return JSON.stringify(words === null ? { approved } : { approved, reason: words });
}

function argumentsOf(text: string): JsonObject | null {
  try {
    const value: unknown = parseExactly(text === '' ? '{}' : text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
