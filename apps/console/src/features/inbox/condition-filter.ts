import type { RuleCondition } from '@countersign/api/rule';
import { inboxText as text } from '../../text/texts.ts';
import { conditionFaults, readCondition } from '../rules/read-condition.ts';

/** One condition on the whole message, as in the address; without a place there is none. */
export interface MessageTest {
  /** JSONPath of one place of the message: `$.upThought.confidence`. */
  place?: string;
  /** Absent = any value exists. */
  test?: RuleCondition['is'];
  /** As it is typed. */
  value?: string;
}

export type ReadTest =
  | { ok: true; condition: RuleCondition; steps: readonly (string | number)[] }
  | { ok: false; fault: string };

const step = /\.([\p{L}_][\p{L}\p{N}_-]*)|\[(\d+)\]|\['([^'\\]*)'\]|\["([^"\\]*)"\]/uy;

/** The steps of a path to one place; null = it is none. A path that searches may cost more than the list should. */
export function stepsOf(path: string): (string | number)[] | null {
  if (!path.startsWith('$')) return null;
  const steps: (string | number)[] = [];
  step.lastIndex = 1;
  for (let at = 1; at < path.length; at = step.lastIndex) {
    const found = step.exec(path);
    if (found === null) return null;
    const [, member, index, single, double] = found;
    steps.push(index === undefined ? (member ?? single ?? double ?? '') : Number(index));
  }
  return steps;
}

const read = new WeakMap<MessageTest, ReadTest | null>();

/** The entered condition, or its fault; null = empty. */
export function readTest(filter: MessageTest): ReadTest | null {
  const known = read.get(filter);
  if (known !== undefined) return known;
  const result = readTyped(filter);
  read.set(filter, result);
  return result;
}

function readTyped({ place, test = 'present', value = '' }: MessageTest): ReadTest | null {
  if (place === undefined) return null;
  const condition = readCondition({ path: place, of: 'message', is: test, value });
  const steps = stepsOf(condition.path);
  if (steps === null) return { ok: false, fault: text.placeBad };
  const { path, value: bad } = conditionFaults(condition);
  const fault = path ?? bad;
  return fault === undefined ? { ok: true, condition, steps } : { ok: false, fault };
}
