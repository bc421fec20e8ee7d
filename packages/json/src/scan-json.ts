/** A number, a string, the name of a member, or the value of a member replaced by a later duplicate. */
export interface Token {
  kind: 'number' | 'text' | 'name' | 'duplicate';
  start: number;
  end: number;
  /** Names and places from the root to it. */
  path(): string[];
}

export interface ScannedJson {
  tokens: Token[];
  /** The members `type` and `name` of the whole. */
  type: string | undefined;
  name: string | undefined;
}

interface Box {
  above: Box | null;
  /** Its name or place in the box above. */
  own: string;
  /** Where the value of each member so far begins and ends; null = a list. */
  members: Map<string, { start: number; end: number }> | null;
  key: string;
  count: number;
  start: number;
}

const numberAt = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Deeper frames are refused. */
const maxPath = 300;
/** Maximum number of reported duplicate members. */
const maxDuplicates = 100;

const noBox = (): Box | null => null;

function pathTo(box: Box | null, last: string): string[] {
  if (box === null) return [];
  const path = [last];
  for (let at: Box = box; at.above !== null && path.length < maxPath; at = at.above) {
    path.push(at.own);
  }
  return path.reverse();
}

/**
 * The positions of numbers that may be rounded, strings and duplicate members in a JSON text: one pass without recursion,
 * for any text. Strings are only included on request.
 */
export function scanJson(text: string, { texts = false } = {}): ScannedJson {
  const tokens: Token[] = [];
  const named: Pick<ScannedJson, 'type' | 'name'> = { type: undefined, name: undefined };
  let box = noBox();
  let expectsName = false;
  let duplicates = 0;
  const keyIn = (of: Box | null): string =>
    of === null ? '' : of.members === null ? String(of.count) : of.key;
  const add = (kind: Token['kind'], start: number, end: number) => {
    const [at, key] = [box, keyIn(box)];
    tokens.push({ kind, start, end, path: () => pathTo(at, key) });
  };
  /** A value has ended. */
  const close = (start: number, end: number) => {
    if (box === null || box.members === null) return;
    const before = box.members.get(box.key);
    if (before !== undefined && duplicates < maxDuplicates) {
      duplicates += 1;
      add('duplicate', before.start, before.end);
    }
    box.members.set(box.key, { start, end });
  };
  let index = 0;
  while (index < text.length) {
    const code = text.charCodeAt(index);
    const start = index;
    if (code === 0x22) {
      index = endOfText(text, start);
      const content = expectsName || isNaming(box) ? contentOf(text.slice(start, index)) : '';
      if (expectsName && box !== null) {
        box.key = content;
        expectsName = false;
        if (texts) add('name', start, index);
        continue;
      }
      if (isNaming(box)) named[box.key === 'type' ? 'type' : 'name'] = content;
      if (texts) add('text', start, index);
      close(start, index);
    } else if (code === 0x7b || code === 0x5b) {
      expectsName = code === 0x7b;
      const members = expectsName ? new Map() : null;
      box = { above: box, own: keyIn(box), members, key: '', count: 0, start };
      index += 1;
    } else if (code === 0x7d || code === 0x5d) {
      index += 1;
      const begun = box?.start ?? start;
      box = box?.above ?? null;
      close(begun, index);
      expectsName = false;
    } else if (code === 0x2c) {
      index += 1;
      if (box !== null && box.members === null) box.count += 1;
      expectsName = box !== null && box.members !== null;
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      numberAt.lastIndex = start;
      index = numberAt.test(text) ? numberAt.lastIndex : start + 1;
      if (mayBeRounded(text, start, index)) add('number', start, index);
      close(start, index);
    } else if (code === 0x74 || code === 0x66 || code === 0x6e) {
      index += code === 0x66 ? 5 : 4;
      close(start, index);
    } else index += 1;
  }
  return { tokens, ...named };
}

const isNaming = (box: Box | null): box is Box =>
  box !== null && box.above === null && (box.key === 'type' || box.key === 'name');

/** Numbers of less than 16 characters are kept, but for minus zero and those with an exponent. */
const mayBeRounded = (text: string, start: number, end: number): boolean =>
  end - start > 15 || /^-0|e/i.test(text.slice(start, end));

function endOfText(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x5c) index += 1;
    else if (code === 0x22) return index + 1;
  }
  return text.length;
}

function contentOf(raw: string): string {
  if (!raw.includes('\\')) return raw.slice(1, -1);
  try {
    return String(JSON.parse(raw));
  } catch {
    return raw;
  }
}
