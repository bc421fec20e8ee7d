/** One step of a pattern. Contains only what needs no backtracking. */
export type PatternNode =
  | { kind: 'char'; test: (char: string) => boolean }
  | { kind: 'edge'; edge: 'start' | 'end' | 'word' | 'not-word' }
  | { kind: 'all'; parts: readonly PatternNode[] }
  | { kind: 'any'; branches: readonly PatternNode[] }
  | { kind: 'repeat'; part: PatternNode; least: number; most: number }
  | { kind: 'look'; part: PatternNode; wanted: boolean };

class NotRegular extends Error {}

const edges = { '^': 'start', $: 'end' } as const;
const quantifier = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/y;

/** A pattern as steps; null if it is invalid, or needs what cannot be bounded (back references, lookbehind). */
export function parsePattern(source: string): PatternNode | null {
  const flags = flagsOf(source);
  if (flags === null) return null;
  try {
    const reader = { source, at: 0, flags, depth: 0 };
    const node = readAny(reader);
    return reader.at === source.length ? node : null;
  } catch (error) {
    if (error instanceof NotRegular || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** JSON Schema requires Unicode patterns; older ones, such as `\-`, are read without Unicode mode. */
function flagsOf(source: string): 'u' | '' | null {
  for (const flags of ['u', ''] as const) {
    try {
      new RegExp(source, flags);
      return flags;
    } catch {
      // Try the other mode.
    }
  }
  return null;
}

interface Reader {
  source: string;
  at: number;
  flags: 'u' | '';
  depth: number;
}

function readAny(reader: Reader): PatternNode {
  reader.depth += 1;
  if (reader.depth > 60) throw new NotRegular();
  const branches = [readAll(reader)];
  while (reader.source[reader.at] === '|') {
    reader.at += 1;
    branches.push(readAll(reader));
  }
  reader.depth -= 1;
  const [only] = branches;
  return branches.length === 1 && only !== undefined ? only : { kind: 'any', branches };
}

function readAll(reader: Reader): PatternNode {
  const parts: PatternNode[] = [];
  while (reader.at < reader.source.length && !'|)'.includes(reader.source.charAt(reader.at))) {
    parts.push(readRepeat(reader, readAtom(reader)));
  }
  return { kind: 'all', parts };
}

function readRepeat(reader: Reader, part: PatternNode): PatternNode {
  quantifier.lastIndex = reader.at;
  const found = quantifier.exec(reader.source);
  if (found === null) return part;
  reader.at = quantifier.lastIndex;
  const [text, least, comma, most] = found;
  if (least === undefined) {
    return {
      kind: 'repeat',
      part,
      least: text.startsWith('+') ? 1 : 0,
      most: text.startsWith('?') ? 1 : Number.POSITIVE_INFINITY,
    };
  }
  const end = comma === undefined ? Number(least) : most ? Number(most) : Number.POSITIVE_INFINITY;
  return { kind: 'repeat', part, least: Number(least), most: end };
}

function readAtom(reader: Reader): PatternNode {
  const { source } = reader;
  const char = source.charAt(reader.at);
  if (char === '^' || char === '$') {
    reader.at += 1;
    return { kind: 'edge', edge: edges[char] };
  }
  if (char === '(') return readGroup(reader);
  if (char === '[') return charNode(reader, classEnd(source, reader.at));
  if (char === '\\') return readEscape(reader);
  const width = reader.flags === 'u' && (source.codePointAt(reader.at) ?? 0) > 0xffff ? 2 : 1;
  return charNode(reader, reader.at + width);
}

function readGroup(reader: Reader): PatternNode {
  const [head = '('] =
    /^\((?:\?(?:[:=!]|<[^=!][^>]*>))?/.exec(reader.source.slice(reader.at)) ?? [];
  reader.at += head.length;
  // The rest is lookbehind, or inline flags.
  if (head === '(' && reader.source[reader.at] === '?') throw new NotRegular();
  const part = readAny(reader);
  if (reader.source[reader.at] !== ')') throw new NotRegular();
  reader.at += 1;
  return head === '(?=' || head === '(?!' ? { kind: 'look', part, wanted: head === '(?=' } : part;
}

function readEscape(reader: Reader): PatternNode {
  const rest = reader.source.slice(reader.at);
  if (/^\\(?:[1-9]|k<)/.test(rest)) throw new NotRegular();
  if (/^\\b/i.test(rest)) {
    reader.at += 2;
    return { kind: 'edge', edge: rest[1] === 'b' ? 'word' : 'not-word' };
  }
  const [written = ''] =
    /^\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}(?:\\u[0-9a-f]{4})?|x[0-9a-f]{2}|c[a-z]|p\{[^}]*\}|.)/isu.exec(
      rest,
    ) ?? [];
  const pair = /^\\ud[89ab]..\\ud[c-f]../i.test(written);
  const taken = /^\\u.{4}\\u/i.test(written) && !pair ? written.slice(0, 6) : written;
  return charNode(reader, reader.at + taken.length);
}

/** Where a class `[…]` ends. */
function classEnd(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === ']') return at + 1;
  }
  throw new NotRegular();
}

/** One character, matched by the platform: a class of one character is always fast. */
function charNode(reader: Reader, end: number): PatternNode {
  const atom = reader.source.slice(reader.at, end);
  reader.at = end;
  if (/^[\w\s]$/.test(atom)) return { kind: 'char', test: (char) => char === atom };
  const one = new RegExp(`^${/^[/{}\]]$/.test(atom) ? `\\${atom}` : atom}$`, reader.flags);
  return { kind: 'char', test: (char) => one.test(char) };
}
