import { parseExactly } from '@countersign/json/exact-json';
import { jsonEqual } from '@countersign/json/json-equal';
import { isObject, type JsonObject } from '@countersign/json/json-object';
import { questionTextIn } from '../question-text.ts';
import type { Interrupt } from './interrupt.ts';
import type { CalledTool } from './interrupts.ts';
import type { ReceivedInterrupt } from './received-interrupt.ts';

/**
 * One interrupt for each id, in order. An answer names only the id, so several interrupts with the same one are answered by it
 * together: they are one question, with the texts and calls of all. `toolOf`: the call an interrupt is about, if it was received.
 */
export function oneForEachId(
  received: readonly ReceivedInterrupt[],
  toolOf: (one: ReceivedInterrupt) => CalledTool | null,
): ReceivedInterrupt[] {
  const byId = new Map<string, Map<string, ReceivedInterrupt>>();
  for (const one of received) {
    const same = byId.get(one.interrupt.id) ?? new Map<string, ReceivedInterrupt>();
    // Sent twice, it is one.
    same.set(JSON.stringify(one), one);
    byId.set(one.interrupt.id, same);
  }
  return [...byId.values()].flatMap((same) => {
    const [first, ...others] = same.values();
    if (first === undefined) return [];
    return others.length === 0 ? [first] : [together([first, ...others], toolOf)];
  });
}

function together(
  all: readonly [ReceivedInterrupt, ...ReceivedInterrupt[]],
  toolOf: (one: ReceivedInterrupt) => CalledTool | null,
): ReceivedInterrupt {
  const [first] = all;
  const { id, reason, responseSchema } = first.interrupt;
  const isShared = (member: keyof Interrupt) =>
    all.every(({ interrupt }) => jsonEqual(interrupt[member], first.interrupt[member]));
  const texts = all.map((one) => wordsOf(one, toolOf(one)));
  return {
    ...first,
    interrupt: {
      id,
      reason: isShared('reason') ? reason : 'unknown',
      message: texts.map((text, index) => `${index + 1}. ${text}`).join('\n'),
      // Different schemas: the answer is what a person writes.
      ...(responseSchema !== undefined && isShared('responseSchema') ? { responseSchema } : {}),
    },
    value: { interrupts: all.map((one) => detailsOf(one, toolOf(one))) },
    suspended: null,
  };
}

const wordsOf = ({ interrupt, value }: ReceivedInterrupt, tool: CalledTool | null): string =>
  interrupt.message?.trim() || questionTextIn(value).text || tool?.name || interrupt.reason;

/** What is shown of each. */
function detailsOf(
  { interrupt, value, suspended }: ReceivedInterrupt,
  tool: CalledTool | null,
): JsonObject {
  const own = suspended?.payload ?? value ?? interrupt.metadata;
  const name = tool?.name ?? suspended?.toolName;
  const args = tool === null ? suspended?.args : argumentsOf(tool.args);
  return {
    ...(interrupt.message === undefined ? {} : { message: interrupt.message }),
    ...(name === undefined ? {} : { tool: name }),
    ...(args === undefined ? {} : { arguments: args }),
    ...(interrupt.responseSchema === undefined ? {} : { answer: interrupt.responseSchema }),
    ...(isObject(own) ? own : own === undefined || own === null ? {} : { value: own }),
  };
}

function argumentsOf(text: string): unknown {
  try {
    return parseExactly(text === '' ? '{}' : text);
  } catch {
    return text;
  }
}
