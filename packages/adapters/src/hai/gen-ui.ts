import type { Output } from '@countersign/hai/event';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { propertiesOf, resolveNode } from '@countersign/json-schema/schema-node';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import type { AskPlace, ForeignAsk } from '../ask.ts';
import { editedValue, wordsOf } from '../words.ts';
import { type FormShape, formShape, unwrapped } from '../wrapped-schema.ts';
import { buttonOrigin, formOrigin } from './origins.ts';

/** Where an output stands: its message, which of the message's parts, and what was said before it. */
export interface OutputPlace {
  messageId: string;
  /** Tells the buttons and forms of one message apart that do not belong together. */
  part: number;
  text: string;
}

/** Members of an output, whether the agent put them under `data` or beside `type`. */
const members = (output: Output): JsonObject => ({
  ...output,
  ...(isObject(output['data']) ? output['data'] : {}),
});

/** What a button says, and what is said by pressing it; null when the output is no button that can be pressed. */
export function buttonName(output: Output): string | null {
  if (output.type !== 'button') return null;
  const name = members(output)['name'];
  return typeof name === 'string' && name.trim() !== '' ? name : null;
}

const choiceField = 'choice';

const lastLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => line !== '') ?? '';

const common = (place: AskPlace, where: OutputPlace) => ({
  threadId: place.threadId,
  timestamp: place.timestamp,
  agentId: place.agentId,
  state: 'followup' as const,
  ...(where.text.trim() === '' ? {} : { explanation: where.text.trim().slice(-4_000) }),
});

/** The buttons of one message as one question with choices. */
export function buttonsAsk(
  names: readonly string[],
  place: AskPlace,
  where: OutputPlace,
): ForeignAsk {
  const choices = [...new Set(names)];
  const only = choices.length === 1 ? choices[0] : undefined;
  return {
    origin: buttonOrigin,
    source: { id: where.messageId, reason: null, toolName: null, together: null },
    message: {
      messageId: `button:${place.runId}:${where.messageId}:${where.part}`,
      ...common(place, where),
      upPrompt: {
        ask: lastLine(where.text) || (only ?? 'The agent offers a choice.'),
        effect: 'The agent gets your choice as your words.',
        severity: 'info',
        allowed:
          only === undefined
            ? ['edit', 'instruction', 'reject']
            : ['approve', 'edit', 'instruction', 'reject'],
      },
      payload: only === undefined ? {} : { [choiceField]: only },
      upContext: {
        schema: {
          type: 'object',
          properties: { [choiceField]: { title: 'Choice', type: 'string', enum: choices } },
          required: [choiceField],
        },
      },
      genUi: { type: 'button', messageId: where.messageId },
    },
  };
}

/** A form output as one question with its schema; a form without one is answered in words. */
export function formAsk(output: Output, place: AskPlace, where: OutputPlace): ForeignAsk {
  const data = members(output);
  const shape = shapeOf(data['schema']);
  const title = [data['title'], data['label'], data['name']].find(
    (text) => typeof text === 'string' && text.trim() !== '',
  );
  const values = [data['value'], data['values'], data['payload']].find(isObject) ?? {};
  return {
    origin: formOrigin,
    source: { id: where.messageId, reason: null, toolName: null, together: null },
    message: {
      messageId: `form:${place.runId}:${where.messageId}:${where.part}`,
      ...common(place, where),
      upPrompt: {
        ask: String(title ?? (lastLine(where.text) || 'The agent asks for details.')),
        effect: 'The agent gets what you fill in.',
        severity: 'info',
        allowed: ['approve', 'edit', 'instruction', 'reject'],
      },
      payload: { ...defaultsOf(shape), ...values },
      upContext: { schema: shape.schema },
      genUi: { type: 'form', messageId: where.messageId, wrapped: shape.wrapped },
    },
  };
}

/** A wrapper of nothing would be a field nobody has asked for, but an answer needs a place. */
const shapeOf = (schema: unknown): FormShape =>
  isObject(schema) ? formShape(schema, 'Answer') : formShape({ type: 'string' }, 'Answer');

function defaultsOf({ schema }: FormShape): JsonObject {
  return Object.fromEntries(
    propertiesOf(resolveNode(schema, schema)).flatMap(([name, property]) => {
      const value = resolveNode(schema, property)['default'];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** An answer as the words of a person, with the exact value beside them. */
export interface GenUiAnswer {
  content: string;
  forwardedProps: JsonObject;
}

/** What a press or a filled form says to the agent; null = it was put away, and nothing leaves. */
export function genUiAnswer(message: UpMessage, feedback: UpFeedback): GenUiAnswer | null {
  const source = message['genUi'];
  if (!isObject(source) || feedback.type === 'reject') return null;
  const { type, messageId } = source;
  const props = (value: unknown) => ({ genUi: { type, messageId, value } });
  const given = feedback.type === 'approve' ? message.payload : editedValue(feedback);
  if (!isObject(given)) {
    const words = wordsOf(feedback) ?? '';
    return { content: words, forwardedProps: props(words) };
  }
  const value =
    type === 'button'
      ? given[choiceField]
      : unwrapped(given, { wrapped: source['wrapped'] === true });
  return {
    content: typeof value === 'string' ? value : JSON.stringify(value),
    forwardedProps: props(value),
  };
}
