import { isObject, type JsonObject } from '@countersign/json/json-object';
import type { Affordance } from './environment.ts';

/** What the agent knows and wants to hand over. */
export interface Known {
  /** What the call is about; null = it only asks. */
  main: string | null;
  /** By the names that an argument may have. */
  named?: Readonly<Record<string, unknown>>;
}

/** What is called, and with what. */
export interface Choice {
  affordance: Affordance;
  arguments: unknown;
}

/**
 * The first affordance to which the agent can hand over what it knows. It goes by the schemas of the arguments alone: one that takes
 * less would do something else, for one that needs more it does not know enough.
 */
export function choose(affordances: readonly Affordance[], known: Known): Choice | null {
  for (const affordance of affordances) {
    const given = argumentsFor(affordance.input_schema, known);
    if (given !== null) return { affordance, arguments: given.arguments };
  }
  return null;
}

function argumentsFor(
  schema: Affordance['input_schema'],
  { main, named = {} }: Known,
): { arguments: unknown } | null {
  if (!isObject(schema)) return main === null ? { arguments: undefined } : null;
  if (isText(schema)) return main !== null && fits(schema, main) ? { arguments: main } : null;
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const texts = Object.entries(properties).filter(([, one]) => isObject(one) && isText(one));
  const given: JsonObject = {};
  let hasMain = main === null;
  for (const [name, property] of Object.entries(properties)) {
    if (Object.hasOwn(named, name)) {
      given[name] = named[name];
      hasMain ||= named[name] === main;
    } else if (!hasMain && main !== null && isObject(property) && isText(property)) {
      // Which of several optional texts is meant, is not known.
      if (!required.includes(name) && texts.length > 1) continue;
      if (!fits(property, main)) return null;
      given[name] = main;
      hasMain = true;
    }
  }
  const isComplete = required.every((name) => Object.hasOwn(given, String(name)));
  return hasMain && isComplete ? { arguments: given } : null;
}

const isText = ({ type }: JsonObject): boolean => type === 'string';

function fits({ pattern, maxLength }: JsonObject, text: string): boolean {
  if (typeof maxLength === 'number' && text.length > maxLength) return false;
  if (typeof pattern !== 'string') return true;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    // A pattern that JavaScript does not know: the service will say.
    return true;
  }
}
