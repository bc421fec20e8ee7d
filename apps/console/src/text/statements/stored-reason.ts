import { type Param, readStatement, type Statement } from '@countersign/json/statement';
import { storedStatement } from '../texts.ts';
import { visibleText } from '../visible-text.ts';
import { statementText } from './statements.ts';

/**
 * A journalled reason in the chosen language; words of agents and unknown sentences as they are. `statement`: the reason as data;
 * missing where an older version has journalled the sentence alone.
 */
export function storedReason(english: string, statement?: unknown): string {
  const read = readStatement(statement);
  // The words of a message may be the server's own.
  const known = read === null || read.code === 'problem.quoted' ? storedStatement(english) : read;
  return visibleText(statementText(known) ?? english);
}

/** A part of a reason; foreign ones are words of agents and people, in a language of their own. */
interface ReasonPart {
  words: string;
  isForeign: boolean;
}

/** A journalled reason in the chosen language, divided at the words of others that its statement inserts. */
export function reasonParts(english: string, statement?: unknown): ReasonPart[] {
  const text = storedReason(english, statement);
  const parts: ReasonPart[] = [];
  let from = 0;
  const add = (until: number, isForeign: boolean) => {
    if (until > from) parts.push({ words: text.slice(from, until), isForeign });
    from = Math.max(from, until);
  };
  for (const { start, end } of placesOf(text, wordsOf(readStatement(statement)))) {
    if (start < from) continue;
    add(start, false);
    add(end, true);
  }
  add(text.length, false);
  return parts;
}

/** The values that a statement inserts as they are. */
const wordsOf = (statement: Statement | null): string[] =>
  Object.values(statement?.params ?? {}).flatMap(wordsOfParam);

const isList = (value: Param): value is readonly Param[] => Array.isArray(value);
function wordsOfParam(value: Param): string[] {
  if (typeof value === 'string') return [visibleText(value)];
  if (typeof value === 'number') return [];
  return isList(value) ? value.flatMap(wordsOfParam) : wordsOf(value);
}

/** The positions of these words in a text, from left to right, the longest first at one place. */
const placesOf = (text: string, words: readonly string[]) =>
  words
    .filter((each) => each.trim() !== '' && text.includes(each))
    .map((each) => ({ start: text.indexOf(each), end: text.indexOf(each) + each.length }))
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
