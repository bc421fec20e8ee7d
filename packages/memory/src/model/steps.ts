import { isObject, type JsonObject } from '@countersign/json/json-object';

/** One step of a workflow. */
export interface Step {
  name: string;
  description: string;
  details: JsonObject;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** Steps in any of the forms in which they are sent: a list of objects or texts, or one text with a line `name:description` each. */
export function readSteps(value: unknown): Step[] {
  if (typeof value === 'string') {
    return value.split('\n').flatMap((line) => (line.trim() === '' ? [] : [stepOfLine(line)]));
  }
  if (!Array.isArray(value)) return [];
  return value.flatMap((step) => {
    if (typeof step === 'string') return step.trim() === '' ? [] : [stepOfLine(step)];
    if (!isObject(step)) return [];
    const { name, step_name, action, description, details, ...rest } = step;
    const known = isObject(details) ? details : {};
    const read = {
      name: textOf(name) || textOf(step_name) || textOf(action),
      description: textOf(description),
      details: { ...rest, ...known },
    };
    return read.name === '' && read.description === '' ? [] : [read];
  });
}

/** The first colon ends the name, in either width. */
function stepOfLine(line: string): Step {
  const at = line.search(/[:：]/);
  return at < 0
    ? { name: line.trim(), description: '', details: {} }
    : { name: line.slice(0, at).trim(), description: line.slice(at + 1).trim(), details: {} };
}

const oneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ').trim();

/**
 * Steps as one text, as the reference writes and expects them: a list in one stored memory makes each of its exact searches fail.
 * Colons in names and line breaks would be read as structure, so they become dashes and spaces. Details are left out.
 */
export const writeSteps = (steps: readonly Step[]): string =>
  steps
    .map(
      ({ name, description }) =>
        `${oneLine(name).replace(/\s*[:：]\s*/g, ' - ')}:${oneLine(description)}`,
    )
    .join('\n');
