import type { FrameEnds } from '@countersign/hai/sse';

/** Text members of objects at a depth, by name. */
export type TextMembers = ReadonlyMap<string, string>;

const space = /\s/;

/**
 * Reads the text members of a JSON object of which only the two ends are known. `depth`: of the objects whose members are read;
 * 1 = the outermost. What is nested deeper, or not whole, is not mistaken for them.
 */
export function membersInSight({ head, tail }: FrameEnds, depth: number): TextMembers {
  return new Map([...membersAtEnd(tail, depth), ...membersAtStart(head, depth)]);
}

function membersAtStart(text: string, depth: number): TextMembers {
  const found = new Map<string, string>();
  let level = 0;
  let key: string | null = null;
  for (let at = text.indexOf('{'); at >= 0 && at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (space.test(char)) continue;
    if (char !== '"') {
      level += stepAt(char);
      if (char !== ':') key = null;
      continue;
    }
    const end = closingOf(text, at);
    if (end === -1) break;
    const said = text.slice(at, end + 1);
    if (key !== null && level === depth) keep(found, key, said);
    key = key === null ? said : null;
    at = end;
  }
  return found;
}

/** Backwards: whether a text begins within a string cannot be known. */
function membersAtEnd(text: string, depth: number): TextMembers {
  const found = new Map<string, string>();
  let level = 0;
  let value: string | null = null;
  let isNamed = false;
  for (let at = text.lastIndexOf('}'); at >= 0; at -= 1) {
    const char = text[at] ?? '';
    if (space.test(char)) continue;
    if (char === ':') {
      isNamed = true;
      continue;
    }
    if (char !== '"') {
      level -= stepAt(char);
      value = null;
      isNamed = false;
      continue;
    }
    const start = openingOf(text, at);
    if (start === -1) break;
    const said = text.slice(start, at + 1);
    if (isNamed && value !== null && level === depth) keep(found, said, value);
    value = isNamed ? null : said;
    isNamed = false;
    at = start;
  }
  return found;
}

function stepAt(char: string): -1 | 0 | 1 {
  if (char === '{' || char === '[') return 1;
  return char === '}' || char === ']' ? -1 : 0;
}

function keep(found: Map<string, string>, key: string, value: string): void {
  const [name, text] = [textIn(key), textIn(value)];
  if (name !== null && text !== null && !found.has(name)) found.set(name, text);
}

function closingOf(text: string, from: number): number {
  let at = text.indexOf('"', from + 1);
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

function openingOf(text: string, from: number): number {
  let at = from === 0 ? -1 : text.lastIndexOf('"', from - 1);
  while (at > 0 && isEscaped(text, at)) at = text.lastIndexOf('"', at - 1);
  return at;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - slashes - 1] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

function textIn(json: string): string | null {
  try {
    return String(JSON.parse(json));
  } catch {
    return null;
  }
}
