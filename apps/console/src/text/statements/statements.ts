import {
  fillTemplate,
  type Param,
  readStatement,
  type Statement,
} from '@countersign/json/statement';
import { spaceValues, statementTemplate } from '../texts.ts';
import { endOfValue, startOfValue } from './value-marks.ts';

/** The text of a statement in the chosen language; null = it has none, or a part of it has none. */
function textOf({ code, params = {} }: Statement): string | null {
  const template = statementTemplate(code);
  if (template === null) return null;
  let isWhole = true;
  const write = (value: Param): string => {
    const text = typeof value !== 'object' ? String(value) : isList(value) ? null : textOf(value);
    if (text === null) isWhole = false;
    return `${startOfValue}${text ?? ''}${endOfValue}`;
  };
  const valueAt = (name: string): Param | readonly Param[] | undefined =>
    Object.hasOwn(params, name) ? params[name] : undefined;
  const text = fillTemplate<Param>(template, valueAt, write);
  return isWhole ? spaceValues(text) : null;
}

const isList = (value: Param): value is readonly Param[] => Array.isArray(value);

/** A received statement in the chosen language; null = it has no text of its own there. */
export function statementText(statement: unknown): string | null {
  const read = readStatement(statement);
  return read === null ? null : textOf(read);
}

/**
 * A statement of the server in the chosen language. `english`: its text as it was received, shown in English, and where the
 * statement is missing (an event of an older version) or unknown (one of a newer server).
 */
export const statementSentence = (statement: unknown, english: string): string =>
  statementText(statement) ?? english;

/** The message of a fault in the chosen language. */
export const faultText = ({
  message,
  statement,
}: {
  message: string;
  statement?: unknown;
}): string => statementSentence(statement, message);
