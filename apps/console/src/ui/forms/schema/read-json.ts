import { marks } from '@countersign/json/exact-json';
import { exactNumber } from '@countersign/json/exact-number';
import { pointerOf } from '@countersign/json/json-pointer';
import { isSafeKey } from '@countersign/json-schema/field-names';
import { jsonText as words } from '../../../text/texts.ts';
import type { Path } from '../pointer.ts';

/** Where in a text something is no JSON, and why. */
export interface JsonFault {
  line: number;
  column: number;
  words: string;
}

export type JsonReading = { value: unknown } | { fault: JsonFault };

/** The range of the text that a part of the value occupies. */
export type TextRange = readonly [from: number, to: number];

const MAX_DEPTH = 400;

class Broken extends Error {
  readonly at: number;
  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const literals: [string, unknown][] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

/** Reads a text once, from left to right. */
class Reader {
  readonly text: string;
  readonly onValue: ((path: Path, range: TextRange) => void) | null;
  at = 0;
  path: string[] = [];

  constructor(text: string, onValue: Reader['onValue'] = null) {
    this.text = text;
    this.onValue = onValue;
  }

  whole(): unknown {
    const value = this.value();
    if (this.peek() !== undefined) throw new Broken(words.after, this.at);
    return value;
  }

  /** The next character that is no space. */
  peek(): string | undefined {
    while (/[\t\n\r ]/.test(this.text[this.at] ?? '')) this.at += 1;
    return this.text[this.at];
  }

  take(char: string, otherwise: string): void {
    const found = this.peek();
    if (found !== char) throw new Broken(found === undefined ? words.end : otherwise, this.at);
    this.at += 1;
  }

  value(): unknown {
    const next = this.peek();
    const from = this.at;
    if (this.path.length > MAX_DEPTH) throw new Broken(words.deep, from);
    const value = this.read(next);
    this.onValue?.(this.path, [from, this.at]);
    return value;
  }

  read(next: string | undefined): unknown {
    if (next === undefined) throw new Broken(words.end, this.at);
    if (next === '{') return this.object();
    if (next === '[') return this.list();
    if (next === '"') return this.string();
    const literal = literals.find(([name]) => this.text.startsWith(name, this.at));
    if (literal !== undefined) {
      this.at += literal[0].length;
      return literal[1];
    }
    return this.number();
  }

  object(): Record<string, unknown> {
    const entries = new Map<string, unknown>();
    this.at += 1;
    while (this.peek() !== '}') {
      if (entries.size > 0) this.take(',', words.comma);
      if (this.peek() !== '"')
        throw new Broken(this.peek() === undefined ? words.end : words.name, this.at);
      const from = this.at;
      const name = this.string();
      if (entries.has(name)) throw new Broken(words.twice(name), from);
      // The server removes it from agents' data, and refuses it in answers: reported here, at its position.
      if (!isSafeKey(name)) throw new Broken(words.forbidden(name), from);
      this.take(':', words.colon);
      this.path.push(name);
      entries.set(name, this.value());
      this.path.pop();
    }
    this.at += 1;
    return Object.fromEntries(entries);
  }

  list(): unknown[] {
    const items: unknown[] = [];
    this.at += 1;
    while (this.peek() !== ']') {
      if (items.length > 0) this.take(',', words.comma);
      this.path.push(String(items.length));
      items.push(this.value());
      this.path.pop();
    }
    this.at += 1;
    return items;
  }

  string(): string {
    const from = this.at;
    let to = from + 1;
    // A character after a backslash never ends the text.
    while (to < this.text.length && this.text[to] !== '"') to += this.text[to] === '\\' ? 2 : 1;
    if (to >= this.text.length) throw new Broken(words.text, from);
    this.at = to + 1;
    try {
      return String(JSON.parse(this.text.slice(from, this.at))).replace(marks, '\ufffd');
    } catch {
      throw new Broken(words.text, from);
    }
  }

  number(): number | string {
    const from = this.at;
    const [found] = /^[-+\w.]+/.exec(this.text.slice(from, from + 400)) ?? [];
    if (found === undefined) throw new Broken(words.value, from);
    if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(found))
      throw new Broken(words.number, from);
    this.at = from + found.length;
    return exactNumber(found);
  }
}

function faultAt(text: string, at: number, words: string): JsonFault {
  const lines = text.slice(0, at).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, words };
}

/**
 * Reads JSON strictly: a duplicate name is an error, and a number that would lose digits is kept as written. An empty text is no
 * value.
 */
export function readJson(text: string): JsonReading {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: new Reader(text).whole() };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return { fault: faultAt(text, error.at, error.message) };
  }
}

/** The range in a text of the part at a pointer; for a missing part, of the nearest one around it. */
export function rangeInJson(text: string, pointer: string): TextRange | null {
  let found: TextRange | null = null;
  let length = -1;
  const note = (path: Path, range: TextRange) => {
    const own = pointerOf(path);
    if (own.length <= length || (pointer !== own && !pointer.startsWith(`${own}/`))) return;
    [found, length] = [range, own.length];
  };
  try {
    new Reader(text, note).whole();
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
  }
  return found;
}
