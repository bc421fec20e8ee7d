import { isObject } from '@countersign/json/json-object';
import type { WrittenStatement } from '@countersign/json/statement';
import type { FieldMatch } from '@countersign/search/explain';
import { normalise } from '@countersign/search/search-text';
import type { Memory } from '../model/memory.ts';
import type { MemoryField, MemoryTexts } from '../model/memory-texts.ts';
import { say } from '../statements.ts';

/** What an exact query asks for. */
export interface ExactQuery {
  text: string;
  /** In quotation marks: the words must follow each other. */
  isPhrase: boolean;
  /** `name=value`. */
  attribute: Attribute | null;
}

export type Attribute = { name: string; value: string };

export interface ExactMatch {
  relevance: number;
  reason: WrittenStatement;
  fields: FieldMatch<MemoryField>[];
}

const quoted = /^["“”«„「『](.+)["“”»「」』]$/su;
const assigned = /^([\p{L}_][\p{L}\p{N}_.-]*)\s*[=＝]\s*(.+)$/su;

export function readExactQuery(query: string): ExactQuery {
  const text = query.trim();
  const phrase = quoted.exec(text)?.[1];
  const [, name, value] = assigned.exec(text) ?? [];
  return {
    text: phrase ?? text,
    isPhrase: phrase !== undefined,
    attribute: name === undefined || value === undefined ? null : { name, value: value.trim() },
  };
}

/** Whether any member of that name, at any depth, has that value. */
export function hasAttribute(value: unknown, attribute: Attribute): boolean {
  return hasMember(value, attribute.name.toLowerCase(), normalise(attribute.value));
}

function hasMember(value: unknown, name: string, wanted: string): boolean {
  if (Array.isArray(value)) return value.some((item) => hasMember(item, name, wanted));
  if (!isObject(value)) return false;
  return Object.entries(value).some(([member, inner]) => {
    const values: readonly unknown[] = Array.isArray(inner) ? inner : [inner];
    const isIt =
      member.toLowerCase() === name &&
      values.some((one) => typeof one !== 'object' && normalise(String(one)) === wanted);
    return isIt || hasMember(inner, name, wanted);
  });
}

/** The members of a memory that can be asked for besides those of its content; null = it is none of them. */
export function ownAttributes({ name, value }: Attribute): ((memory: Memory) => boolean) | null {
  const wanted = normalise(value);
  switch (name.toLowerCase()) {
    case 'type':
      return ({ type }) => type === wanted;
    case 'layer':
      return ({ layer }) => layer === wanted;
    case 'importance':
      return ({ importance }) => importance === wanted;
    case 'status':
      return ({ status }) => status === wanted;
    case 'agent':
      return ({ agent }) => agent !== null && normalise(agent) === wanted;
    case 'tag':
    case 'tags':
      return ({ tags }) => tags.some((tag) => normalise(tag) === wanted);
    default:
      return null;
  }
}

const around = 40;

/** The words in their order in one field, best in the name; else, unless they must follow each other, all of them anywhere. */
export function matchWords(texts: MemoryTexts, query: ExactQuery): ExactMatch | null {
  const wanted = normalise(query.text);
  if (wanted === '') return null;
  for (const [field, relevance] of [
    ['name', 1],
    ['tags', 0.9],
    ['text', 0.8],
  ] as const) {
    const line = texts[field].split('\n').find((one) => hasPhrase(normalise(one), wanted));
    if (line === undefined) continue;
    const at = Math.max(0, normalise(line).indexOf(wanted) - around);
    const snippet = line.slice(at, at + wanted.length + 2 * around).trim();
    const fields = [{ field, score: 1, snippet }];
    return { relevance, reason: say('memory.found-phrase'), fields };
  }
  return query.isPhrase ? null : { relevance: 0.5, reason: say('memory.found-words'), fields: [] };
}

const wordChar = /[\p{L}\p{N}]/u;
const unspacedChar = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Whole words: "rate" is not in "operate". In a script without spaces, a word can begin anywhere. */
function hasPhrase(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + wanted.length] ?? ' ';
    const begins =
      !wordChar.test(before) || unspacedChar.test(before) || unspacedChar.test(wanted[0] ?? '');
    const ends =
      !wordChar.test(after) || unspacedChar.test(after) || unspacedChar.test(wanted.at(-1) ?? '');
    if (begins && ends) return true;
  }
  return false;
}
