import type { Output } from '@countersign/hai/event';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { propertiesOf, resolveNode } from '@countersign/json-schema/schema-node';
import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { proposesLasting } from '../answer/verdict.ts';
import type { AskPlace, ForeignAsk } from '../ask.ts';
import { askMembers } from '../ask-members.ts';
import { sayAsk, titlesIn } from '../ask-statements.ts';
import { editedValue, textOfFeedback } from '../feedback-text.ts';
import { type FormShape, formShape, unwrapped } from '../schema/wrapped-schema.ts';
import { buttonOrigin, formOrigin } from './origins.ts';

/** The place of an output: its message, the part of the message, and the text before it. */
export interface OutputPlace {
  messageId: string;
  /** Distinguishes separate buttons and forms of one message. */
  part: number;
  text: string;
}

/** Members of an output, whether the agent put them under `data` or next to `type`. */
const members = (output: Output): JsonObject => ({
  ...output,
  ...(isObject(output['data']) ? output['data'] : {}),
});

/** The label of a button, which is sent when it is pressed; null if the output is not a button that can be pressed. */
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
  const schema = {
    type: 'object',
    properties: { [choiceField]: { title: 'Choice', type: 'string', enum: choices } },
    required: [choiceField],
    additionalProperties: false,
  };
  const [first] = choices;
  const isOne = choices.length === 1 && !proposesLasting(schema, schema, { [choiceField]: first });
  const only = isOne ? first : undefined;
  return {
    origin: buttonOrigin,
    source: { id: where.messageId, reason: null, toolName: null, together: null },
    message: {
      messageId: `button:${place.runId}:${where.messageId}:${where.part}`,
      ...common(place, where),
      ...askMembers({
        ask: lastLine(where.text) || (only ?? sayAsk('ask.offers-choice')),
        effect: sayAsk('ask.gets-choice'),
        severity: 'info',
        allowed:
          only === undefined
            ? ['edit', 'instruction', 'reject']
            : ['approve', 'edit', 'instruction', 'reject'],
        titles: { [`/properties/${choiceField}/title`]: sayAsk('ask.title-choice') },
      }),
      payload: only === undefined ? {} : { [choiceField]: only },
      upContext: { schema },
      genUi: { type: 'button', messageId: where.messageId },
    },
  };
}

/** A form output as one question with its schema; a form without one is answered by text. */
export function formAsk(output: Output, place: AskPlace, where: OutputPlace): ForeignAsk {
  const data = members(output);
  const shape = shapeOf(data['schema']);
  const title = [data['title'], data['label'], data['name']].find(
    (text) => typeof text === 'string' && text.trim() !== '',
  );
  const values = [data['value'], data['values'], data['payload']].find(isObject) ?? {};
  const payload = { ...defaultsOf(shape), ...values };
  const approves = !proposesLasting(shape.schema, shape.schema, payload);
  return {
    origin: formOrigin,
    source: { id: where.messageId, reason: null, toolName: null, together: null },
    message: {
      messageId: `form:${place.runId}:${where.messageId}:${where.part}`,
      ...common(place, where),
      ...askMembers({
        ask: title === undefined ? lastLine(where.text) || sayAsk('ask.details') : String(title),
        effect: sayAsk('ask.gets-value'),
        severity: 'info',
        allowed: [...(approves ? (['approve'] as const) : []), 'edit', 'instruction', 'reject'],
        titles: titlesIn(shape.schema),
      }),
      payload,
      upContext: { schema: shape.schema },
      genUi: { type: 'form', messageId: where.messageId, wrapped: shape.wrapped },
    },
  };
}

/** Without a schema the answer still needs a field: a text. */
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

/** An answer as the text of a person, with the exact value in `forwardedProps`. */
export interface GenUiAnswer {
  content: string;
  forwardedProps: JsonObject;
}

/** What is sent to the agent for a pressed button or a completed form; null = dismissed, nothing is sent. */
export function genUiAnswer(message: UpMessage, feedback: UpFeedback): GenUiAnswer | null {
  const source = message['genUi'];
  if (!isObject(source) || feedback.type === 'reject') return null;
  const { type, messageId } = source;
  const props = (value: unknown) => ({ genUi: { type, messageId, value } });
  const given = feedback.type === 'approve' ? message.payload : editedValue(feedback);
  if (!isObject(given)) {
    const words = textOfFeedback(feedback) ?? '';
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
