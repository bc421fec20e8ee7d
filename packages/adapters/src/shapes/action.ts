import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import type { Explained } from '../ask-members.ts';
import { sayAsk } from '../ask-statements.ts';
import { inferredSchema } from '../schema/inferred-schema.ts';
import { repairedSchema } from '../schema/repaired-schema.ts';

/** The name of arguments that are not an object. */
const argumentsName = 'arguments';

/** The arguments of an action as the proposal, and the form in which they are edited. */
export function argumentsForm(
  args: unknown,
  schema: unknown,
): { payload: JsonObject; schema: JsonObject } {
  const payload = isObject(args) ? args : { [argumentsName]: args };
  const given = repairedSchema(schema);
  return {
    payload,
    schema: isObject(given) && isObject(given['properties']) ? given : inferredSchema(payload),
  };
}

/** The arguments of an answer, unwrapped if they were not an object. */
export const argumentsOf = (edited: unknown, wasObject: boolean): unknown =>
  !wasObject && isObject(edited) && Object.hasOwn(edited, argumentsName)
    ? edited[argumentsName]
    : edited;

/** A description that only repeats the call: LangChain generates it if there is none. */
const repeated = /\n\s*\n?\s*Tool: [^\n]*\n(?:Args|Arguments): [\s\S]*$/;

/** Question and explanation of an action: its description if it has a useful one, else the name of the tool. */
export function textOfAction(
  name: string,
  description: unknown,
): { ask: Explained; explanation?: string } {
  const plain = sayAsk('ask.may-run', { tool: name });
  if (typeof description !== 'string' || description.trim() === '') return { ask: plain };
  const text = description.trim();
  const own = text.replace(repeated, '').trim();
  if (own !== text) return own === '' ? { ask: plain } : { ask: plain, explanation: own };
  const [line = '', ...more] = text.split('\n');
  if (more.every((rest) => rest.trim() === '') && line.length <= 280) return { ask: line };
  return { ask: line.trim() === '' ? plain : line.trim(), explanation: text };
}

export const editEffectOf = (tool: string): WrittenStatement => sayAsk('ask.runs-edited', { tool });

export const effectOf = (tool: string): WrittenStatement => sayAsk('ask.runs', { tool });
