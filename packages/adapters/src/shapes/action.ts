import { isObject, type JsonObject } from '@countersign/json/json-object';
import { inferredSchema } from '../inferred-schema.ts';
import { mendedSchema } from '../mended-schema.ts';

/** The name under which arguments stand that are no object. */
const argumentsName = 'arguments';

/** The arguments of an action as the proposal, and the form in which they are edited. */
export function argumentsForm(
  args: unknown,
  schema: unknown,
): { payload: JsonObject; schema: JsonObject } {
  const payload = isObject(args) ? args : { [argumentsName]: args };
  const given = mendedSchema(schema);
  return {
    payload,
    schema: isObject(given) && isObject(given['properties']) ? given : inferredSchema(payload),
  };
}

/** The arguments as an answer means them, where they were no object. */
export const argumentsOf = (edited: unknown, wasObject: boolean): unknown =>
  !wasObject && isObject(edited) && Object.hasOwn(edited, argumentsName)
    ? edited[argumentsName]
    : edited;

/** A description that only repeats the call: LangChain makes one where none was given. */
const repeated = /\n\s*\n?\s*Tool: [^\n]*\n(?:Args|Arguments): [\s\S]*$/;

/** Question and explanation of an action: its description where it says anything, else the name of the tool. */
export function wordsOfAction(
  name: string,
  description: unknown,
): { ask: string; explanation?: string } {
  const plain = `May the agent run ${name}?`;
  if (typeof description !== 'string' || description.trim() === '') return { ask: plain };
  const text = description.trim();
  const own = text.replace(repeated, '').trim();
  if (own !== text) return own === '' ? { ask: plain } : { ask: plain, explanation: own };
  const [line = '', ...more] = text.split('\n');
  if (more.every((rest) => rest.trim() === '') && line.length <= 280) return { ask: line };
  return { ask: line.trim() === '' ? plain : line.trim(), explanation: text };
}

/** An edited action is run as it was left. */
export const editEffectOf = (name: string): string =>
  `The agent runs ${name} with the arguments as you leave them.`;

export const effectOf = (name: string): string => `The agent runs ${name} with these arguments.`;
