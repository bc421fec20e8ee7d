import { isObject } from '@countersign/json/json-object';

/** The text of what a service returned: of a text itself, of an answer of an agent or a list of contents its parts. */
export function textIn(result: unknown): string {
  if (typeof result === 'string') return result.trim();
  if (Array.isArray(result)) return result.map(textIn).filter(isFilled).join('\n');
  if (!isObject(result)) return '';
  const { text, resource, contents, content } = result;
  return [text, resource, contents, content].map(textIn).find(isFilled) ?? '';
}

const isFilled = (text: string): boolean => text !== '';

/** The orders of a formal goal, which are carried out one after the other. */
export const ordersIn = (formalGoal: string): string[] =>
  formalGoal
    .split(/[;\n]/)
    .map((order) => order.trim())
    .filter(isFilled);
