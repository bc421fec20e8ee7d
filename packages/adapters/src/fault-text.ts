import type { Fault } from '@countersign/json/fault';
import { memberOf } from '@countersign/json/json-object';
import { shapeStatement } from '@countersign/json/shape-message';
import type { WrittenStatement } from '@countersign/json/statement';
import { type Explained, textOf } from './ask-members.ts';
import { sayAsk } from './ask-statements.ts';

const MAX_CHARS = 60;

const shortOf = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
};

type Sentences = [none: WrittenStatement, wrong: (value: string) => WrittenStatement];

/** A required member of a message: the sentence if it is missing, and the one if it is invalid. */
const members: Readonly<Record<string, Sentences>> = {
  messageId: [sayAsk('ask.no-id'), (value) => sayAsk('ask.wrong-id', { value })],
  threadId: [sayAsk('ask.no-task'), (value) => sayAsk('ask.wrong-task', { value })],
  timestamp: [sayAsk('ask.no-time'), (value) => sayAsk('ask.wrong-time', { value })],
  state: [sayAsk('ask.no-state'), (value) => sayAsk('ask.wrong-state', { value })],
};

/** The faults of a message for people: one sentence for each, in their order. */
export function faultSentences(message: unknown, faults: readonly Fault[]): Explained[] {
  const sentences = new Map<string, Explained>();
  for (const fault of faults) {
    const sentence = sentenceOf(message, fault);
    sentences.set(textOf(sentence), sentence);
  }
  return [...sentences.values()];
}

function sentenceOf(message: unknown, { path, message: text, statement }: Fault): Explained {
  const name = path.slice(1);
  const known = Object.hasOwn(members, name) ? members[name] : undefined;
  if (known === undefined) {
    const stated = statement ?? shapeStatement(text);
    return stated === undefined ? text : { text, statement: stated };
  }
  const value = memberOf(message, name);
  const isThere = value !== undefined && value !== null && value !== '';
  return isThere ? known[1](shortOf(value)) : known[0];
}
