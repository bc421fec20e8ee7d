import type { Fault } from '@countersign/json/fault';
import { memberOf } from '@countersign/json/json-object';

const MAX_CHARS = 60;

const quoted = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return `“${text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text}”`;
};

/** A required member of a message: the sentence if it is missing, and the one if it is invalid. */
const members: Readonly<Record<string, [none: string, wrong: (value: unknown) => string]>> = {
  messageId: [
    'It has no id, so no answer could name it.',
    (value) => `Its id is ${quoted(value)}, which is no text to name it by.`,
  ],
  threadId: [
    'It does not say which task it belongs to.',
    (value) => `Its task is given as ${quoted(value)}, which is no name of a task.`,
  ],
  timestamp: [
    'It does not say when it was asked.',
    (value) => `Its time is given as ${quoted(value)}, which is no date with a time.`,
  ],
  state: [
    'It does not say whether a decision is needed: it has no state.',
    (value) => `Its state is ${quoted(value)}, which is none that is known.`,
  ],
};

/** The faults of a message for people: one sentence for each, in their order. */
export function faultSentences(message: unknown, faults: readonly Fault[]): string {
  const sentences = faults.map(({ path, message: fault }) => {
    const name = path.slice(1);
    const known = Object.hasOwn(members, name) ? members[name] : undefined;
    if (known === undefined) return fault;
    const value = memberOf(message, name);
    const isThere = value !== undefined && value !== null && value !== '';
    return isThere ? known[1](value) : known[0];
  });
  return [...new Set(sentences)].join(' ');
}
