import {
  fillTemplate,
  type Param,
  readStatement,
  type Statement,
} from '@countersign/json/statement';
import { locale } from '../locale.ts';
import { statementText } from './statements.ts';

/** The texts of a check's report in the chosen language, loaded with its dialog; empty = they are shown as received, in English. */
const templates: Readonly<Record<string, string>> =
  locale() === 'zh-CN' ? (await import('../zh-cn/statements/check.ts')).statementsOfCheck : {};

const isList = (value: Param): value is readonly Param[] => Array.isArray(value);

/** What is inserted may be a statement of the server. Null = it has no text of its own. */
function textOf(statement: Statement): string | null {
  const { code, params = {} } = statement;
  const template = Object.hasOwn(templates, code) ? templates[code] : undefined;
  if (template === undefined) return statementText(statement);
  let isWhole = true;
  const write = (value: Param): string => {
    if (typeof value !== 'object') return String(value);
    const text = isList(value) ? null : textOf(value);
    if (text === null) isWhole = false;
    return text ?? '';
  };
  const valueAt = (name: string) => (Object.hasOwn(params, name) ? params[name] : undefined);
  const text = fillTemplate<Param>(template, valueAt, write);
  return isWhole ? text : null;
}

/** A sentence of a report in the chosen language; `english`: as it was received. */
export function checkSentence(statement: unknown, english: string): string {
  const read = readStatement(statement);
  return (read === null ? null : textOf(read)) ?? english;
}
