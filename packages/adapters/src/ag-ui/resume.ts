import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { textOfFeedback } from '../feedback-text.ts';
import type { ShapedAnswer } from '../shapes/shape.ts';
import { isShapeName, shapes } from '../shapes/shapes.ts';
import { readInterrupt } from './interrupt.ts';
import { answerOf, partOf } from './interrupts.ts';
import { abandonedResume, type ResumeEntry } from './resume-entry.ts';
import { upFormatResume } from './upformat-interrupt.ts';

/** One answered question of an interrupt. */
export interface InterruptAnswer {
  message: UpMessage;
  feedback: UpFeedback;
}

/** A placeholder for the missing answer to another question of the same interrupt; without it, an incomplete answer gives it up. */
export interface ResumeOptions {
  missing?: string;
}

/** All answers to one interrupt. */
interface Whole {
  interruptId: string;
  /** The answer to each question in order; undefined = not answered. */
  answers: (ShapedAnswer | undefined)[];
  lead: InterruptAnswer;
}

function wholes(answers: readonly InterruptAnswer[]): Whole[] {
  const found = new Map<string, Whole>();
  for (const answer of answers) {
    const interrupt = readInterrupt(answer.message['interrupt']);
    if (interrupt === null) continue;
    const { part, parts } = partOf(answer.message);
    const { id } = interrupt;
    const whole = found.get(id) ?? {
      interruptId: id,
      answers: Array.from({ length: parts }, () => undefined),
      lead: answer,
    };
    whole.answers[part] = answerOf(answer.message, answer.feedback);
    found.set(id, whole);
  }
  return [...found.values()];
}

/** The answers to the questions of one interrupt as one answer; null = it is cancelled. */
function assembled(
  { answers, lead }: Whole,
  { missing }: ResumeOptions,
): { value: unknown } | null {
  const values = answers.map((answer) => {
    if (answer === undefined) return missing === undefined ? null : { value: missing };
    return answer.kind === 'value' ? { value: answer.value } : null;
  });
  const given = values.filter((value) => value !== null);
  if (given.length < values.length) return null;
  const { question } = lead.message;
  const name = isObject(question) ? question['shape'] : undefined;
  const all = given.map(({ value }) => value);
  return { value: isShapeName(name) ? shapes[name].assemble(all) : all[0] };
}

/** The entries of `resume[]` for answers to interrupts of an outcome: one for each interrupt. */
export function resumeEntriesOf(
  answers: readonly InterruptAnswer[],
  options: ResumeOptions = {},
): ResumeEntry[] {
  return wholes(answers.filter(({ message }) => !isObject(message['command']))).map((whole) => {
    const { interruptId, lead } = whole;
    const metadata = readInterrupt(lead.message['interrupt'])?.metadata;
    if (metadata?.['upformat'] === interruptId) return upFormatResume(interruptId, lead.feedback);
    const words = textOfFeedback(lead.feedback);
    const given = assembled(whole, options);
    if (given === null) {
      if (whole.answers.some((answer) => answer === undefined)) {
        return abandonedResume(interruptId, 'Not all of it was answered.');
      }
      return { interruptId, status: 'cancelled', ...reasonOf(words) };
    }
    const [only] = whole.answers;
    const unsaid = only?.kind === 'value' ? only.unsaid : undefined;
    return {
      interruptId,
      status: 'resolved',
      payload: withCall(given.value, lead.message),
      ...reasonOf(whole.answers.length === 1 ? unsaid : undefined),
    };
  });
}

/** A verdict on a call that the answer has to repeat. */
function withCall(value: unknown, message: UpMessage): unknown {
  const question = isObject(message['question']) ? message['question'] : {};
  const keep = isObject(question['keep']) ? question['keep'] : {};
  return isObject(value) && isObject(keep['toolCall'])
    ? { ...value, toolCall: keep['toolCall'] }
    : value;
}

const reasonOf = (words: string | null | undefined) =>
  words === null || words === undefined ? {} : { metadata: { reason: words } };

/**
 * `forwardedProps.command` for a bridge that asked in a CUSTOM `on_interrupt`: `resume` is the answer itself. Several answers
 * for LangGraph are sent under their ids; Mastra also needs `interruptEvent`, and reads `false` as a refusal. Null = no such
 * answers.
 */
export function commandOf(
  answers: readonly InterruptAnswer[],
  options: ResumeOptions = {},
): JsonObject | null {
  const given = wholes(answers).flatMap((whole) => {
    const { command } = whole.lead.message;
    if (!isObject(command)) return [];
    const value = assembled(whole, options);
    if (value === null && command['event'] === undefined) return [];
    return [{ command, value: value === null ? false : value.value }];
  });
  const [first, ...others] = given;
  if (first === undefined) return null;
  if (others.length > 0) {
    return {
      resume: Object.fromEntries(given.map(({ command, value }) => [command['graph'], value])),
    };
  }
  const { event, graph } = first.command;
  return {
    resume: graph === undefined ? first.value : unparsed(first.value),
    ...(event === undefined ? {} : { interruptEvent: event }),
  };
}

/** LangGraph's bridges parse a string that is JSON; a string meant as text is sent as the JSON of that string. */
function unparsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    JSON.parse(value);
    return JSON.stringify(value);
  } catch {
    return value;
  }
}
