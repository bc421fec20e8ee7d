import { isObject, type JsonObject } from '@countersign/json/json-object';
import { isObjectSchema } from '@countersign/json-schema/schema-node';
import type { BarePayload, UpFeedback, UpMessage } from '../message.ts';
import { schemaOf } from '../schema-reference.ts';
import { upPromptOf } from '../up-prompt.ts';

/**
 * A message whose payload is a list or a text (docs/protocol/message.md), with it as the only member of the payload: there it has the
 * places that forms, rankings and rules need. Every other message is returned as it is.
 */
export function withBarePayload(message: UpMessage): UpMessage {
  const found = message.unread?.find(({ path }) => path === '/payload');
  const name = found === undefined ? null : nameFor(found.value, message);
  if (found === undefined || name === null) return message;
  const { unread, ...rest } = message;
  const others = unread?.filter((one) => one !== found) ?? [];
  const own = upPromptOf(message).defaultFeedback;
  return {
    ...rest,
    payload: { [name]: found.value },
    barePayload: name,
    // The agent wrote its default about the list or text itself.
    ...(own?.type === 'edit'
      ? { upPrompt: { ...message.upPrompt, defaultFeedback: mapped(own, inPayload(name)) } }
      : {}),
    ...(others.length > 0 ? { unread: others } : {}),
  };
}

function nameFor(value: unknown, message: UpMessage): BarePayload | null {
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'string' || value.trim() === '') return null;
  // The answer is to be an object: the text is no value of it.
  return isObjectSchema(schemaOf(message)) ? null : 'text';
}

/** What an agent proposes: an object, or a list or a text as it is. */
export type Proposal = JsonObject | readonly unknown[] | string;

/** The members of a message that hold a proposal, as they are read. */
export function payloadOf(proposal: Proposal): Pick<UpMessage, 'payload' | 'barePayload'> {
  if (typeof proposal === 'string') return { payload: { text: proposal }, barePayload: 'text' };
  if (isObject(proposal)) return { payload: proposal };
  return { payload: { list: proposal }, barePayload: 'list' };
}

/** What holds a proposal. */
export type Holder = Pick<UpMessage, 'payload' | 'barePayload'>;

/** What a message proposes, as its agent means it; undefined = nothing. */
export const proposalOf = ({ payload, barePayload: name }: Holder): unknown =>
  name === undefined ? payload : payload?.[name];

/** A message as it is sent: a list or a text is the payload itself. */
export function messageAsSent(message: UpMessage): JsonObject {
  const { barePayload: name, ...rest } = message;
  return name === undefined ? message : { ...rest, payload: proposalOf(message) };
}

/** An answer about a list or a text itself, as it is read. */
export function feedbackAsRead(
  { barePayload: name }: Pick<UpMessage, 'barePayload'>,
  feedback: UpFeedback,
): UpFeedback {
  return name === undefined ? feedback : mapped(feedback, inPayload(name));
}

/** An answer as the agent reads it: about a list or a text, its value and its places are those of the list or text itself. */
export function feedbackAsSent(
  { barePayload: name }: Pick<UpMessage, 'barePayload'>,
  feedback: UpFeedback,
): UpFeedback {
  return name === undefined ? feedback : mapped(feedback, outOfPayload(name));
}

/** An edited value as the agent reads it. */
export function valueAsSent(
  { barePayload: name }: Pick<UpMessage, 'barePayload'>,
  value: unknown,
): unknown {
  return name === undefined ? value : outOfPayload(name).value(value);
}

/** A place that an agent names in its list or text, as a place in the payload. */
export function placeInPayload(
  { barePayload: name }: Pick<UpMessage, 'barePayload'>,
  pointer: string,
): string {
  return name === undefined ? pointer : inPayload(name).pointer(pointer);
}

interface Way {
  pointer: (pointer: string) => string;
  value: (value: unknown) => unknown;
}

const inPayload = (name: BarePayload): Way => ({
  pointer: (pointer) => `/${name}${pointer}`,
  value: (value) => {
    const isBare = name === 'list' ? Array.isArray(value) : typeof value === 'string';
    return isBare ? { [name]: value } : value;
  },
});

const outOfPayload = (name: BarePayload): Way => ({
  pointer: (pointer) =>
    pointer === `/${name}` || pointer.startsWith(`/${name}/`)
      ? pointer.slice(name.length + 1)
      : pointer,
  value: (value) => (isOnly(name, value) ? value[name] : value),
});

const isOnly = (name: BarePayload, value: unknown): value is JsonObject =>
  isObject(value) && Object.keys(value).length === 1 && Object.hasOwn(value, name);

function mapped(feedback: UpFeedback, way: Way): UpFeedback {
  const { target } = feedback;
  const placed =
    typeof target?.part === 'string'
      ? { target: { ...target, part: way.pointer(target.part) } }
      : {};
  switch (feedback.type) {
    case 'edit':
      return { ...feedback, ...placed, content: mappedEdit(feedback.content, way) };
    case 'comment':
    case 'instruction': {
      const { annotations } = feedback.content;
      if (annotations === undefined) return { ...feedback, ...placed };
      const notes = annotations.map((note) =>
        note.pointer === undefined ? note : { ...note, pointer: way.pointer(note.pointer) },
      );
      return { ...feedback, ...placed, content: { ...feedback.content, annotations: notes } };
    }
    default:
      return { ...feedback, ...placed };
  }
}

type Edit = Extract<UpFeedback, { type: 'edit' }>['content'];

function mappedEdit(content: Edit, way: Way): Edit {
  const { patch, value } = content;
  const given = value === undefined ? undefined : way.value(value);
  // Beside answers to questions it is one member of the value, and the places are those of the whole.
  if (value !== undefined && given === value) return content;
  const steps = patch?.map((step) => {
    const path = way.pointer(step.path);
    const isWhole = path === '' && step.path === '' && Object.hasOwn(step, 'value');
    return {
      ...step,
      path,
      ...(typeof step['from'] === 'string' ? { from: way.pointer(step['from']) } : {}),
      ...(isWhole ? { value: way.value(step['value']) } : {}),
    };
  });
  return {
    ...content,
    ...(value === undefined ? {} : { value: given }),
    ...(steps === undefined ? {} : { patch: steps }),
  };
}
