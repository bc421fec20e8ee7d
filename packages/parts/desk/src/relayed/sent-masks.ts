import type { Message } from '@countersign/hai/event';
import type { RunAgentInput } from '@countersign/hai/run-input';
import { isObject } from '@countersign/json/json-object';
import {
  createSecretMask,
  type MaskedCounts,
  type SecretMask,
} from '@countersign/memory/extract/mask-secrets';
import { type UpMessage, upFeedbackSchema } from '@countersign/upformat/message';
import { maskedFile } from './masked-file.ts';

/** A value without its secrets, and how many of each kind it had. */
export interface Masked<Value> {
  value: Value;
  counts: MaskedCounts;
}

export function masked<Value>(write: (mask: SecretMask) => Value): Masked<Value> {
  const mask = createSecretMask();
  return { value: write(mask), counts: mask.counts };
}

/** What starts or continues a run of an agent of another organisation. What the agent itself has said is not changed. */
export const maskedInput = (input: RunAgentInput): Masked<RunAgentInput> =>
  masked((mask) => ({
    ...input,
    messages: input.messages.map((message) => maskedMessage(message, mask)),
    ...(input.context === undefined
      ? {}
      : { context: input.context.map((entry) => maskedMember(entry, 'value', mask)) }),
    ...(input.resume === undefined
      ? {}
      : { resume: input.resume.map((entry) => maskedMember(entry, 'payload', mask)) }),
    ...(input.forwardedProps === undefined
      ? {}
      : { forwardedProps: maskedProps(input.forwardedProps, mask) }),
  }));

function maskedMessage(message: Message, mask: SecretMask): Message {
  const { role, content } = message;
  if (role === 'assistant') return message;
  if (typeof content === 'string') return { ...message, content: mask.content(content) };
  return Array.isArray(content)
    ? { ...message, content: content.map((part) => maskedPart(part, mask)) }
    : message;
}

function maskedPart(part: unknown, mask: SecretMask): unknown {
  const said = maskedMember(part, 'text', mask);
  const source = isObject(said) && isObject(said['source']) ? said['source'] : {};
  const { type, value, mimeType } = source;
  const isFile = type === 'data' && typeof value === 'string' && typeof mimeType === 'string';
  if (!isObject(said) || !isFile) return said;
  return { ...said, source: { ...source, value: maskedFile(value, mimeType, mask) } };
}

function maskedMember(value: unknown, name: string, mask: SecretMask): unknown {
  if (!isObject(value) || value[name] === undefined) return value;
  const member = value[name];
  return {
    ...value,
    [name]: typeof member === 'string' ? mask.content(member) : mask.data(member),
  };
}

function maskedProps(props: Record<string, unknown>, mask: SecretMask): Record<string, unknown> {
  return Object.fromEntries(Object.entries(props).map(([name, one]) => [name, mask.data(one)]));
}

/** An answer or words to an open run of an agent of another organisation. */
export const maskedAnswer = (message: UpMessage): Masked<UpMessage> =>
  masked((mask) => {
    if (message.upFeedback === undefined) return message;
    return { ...message, upFeedback: upFeedbackSchema.parse(mask.data(message.upFeedback)) };
  });
