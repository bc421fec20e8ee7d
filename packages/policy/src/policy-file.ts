import { type PolicyLine, policyLinesSchema } from '@countersign/api/policy/table';
import { isMap, isNode, LineCounter, parseDocument, stringify } from 'yaml';

/** What is wrong with a file, and where: both count from 1. */
export interface FileFault {
  line: number;
  column: number;
  text: string;
}

/** The lines of a policy file, or its faults. A file with one fault changes nothing. */
export type ReadFile = { lines: PolicyLine[] } | { faults: FileFault[] };

const maxChars = 1_000_000;

/** Reads a policy in YAML. */
export function readPolicyFile(text: string): ReadFile {
  if (text.length > maxChars) return faulty({ line: 1, column: 1 }, 'The file is too large.');
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, uniqueKeys: true, strict: true });
  const placeOf = (offset: number) => {
    const { line, col } = lineCounter.linePos(offset);
    return { line, column: col };
  };
  if (document.errors.length > 0) {
    return {
      faults: document.errors.map(({ pos, code, message }) => ({
        ...placeOf(pos[0]),
        text: `${code}: ${message.split('\n')[0]}`,
      })),
    };
  }
  const nodeAt = (path: readonly PropertyKey[]): number => {
    for (let length = path.length; length >= 0; length -= 1) {
      const node: unknown = document.getIn(['lines', ...path.slice(0, length)], true);
      if (isNode(node) && node.range) return node.range[0];
    }
    return 0;
  };
  if (!isMap(document.contents) || !document.has('lines'))
    return faulty(placeOf(0), 'The file has a member `lines`.');
  let plain: unknown;
  try {
    // An alias may stand for a bomb.
    plain = document.toJS({ maxAliasCount: 0 });
  } catch {
    return faulty(placeOf(0), 'Aliases are not allowed.');
  }
  const given =
    typeof plain === 'object' && plain !== null && 'lines' in plain ? plain.lines : null;
  const read = policyLinesSchema.safeParse(withTimes(given));
  if (read.success) return { lines: read.data };
  return {
    faults: read.error.issues.map((issue) => {
      const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
      const path = unknownKey === undefined ? issue.path : [...issue.path, unknownKey];
      return { ...placeOf(keyOffset(path) ?? nodeAt(path)), text: issue.message };
    }),
  };

  /** The place of a misspelt member is its name, not its value. */
  function keyOffset(path: readonly PropertyKey[]): number | null {
    const parent: unknown = document.getIn(['lines', ...path.slice(0, -1)], true);
    if (!isMap(parent)) return null;
    const pair = parent.items.find(({ key }) => String(key) === String(path.at(-1)));
    return isNode(pair?.key) && pair.key.range ? pair.key.range[0] : null;
  }
}

const faulty = (place: Omit<FileFault, 'text'>, text: string): ReadFile => ({
  faults: [{ ...place, text }],
});

/** In a file the end of a line is a date that people can read. */
function withTimes(lines: unknown): unknown {
  if (!Array.isArray(lines)) return lines;
  return lines.map((line: unknown) => {
    if (typeof line !== 'object' || line === null || !('until' in line)) return line;
    const { until, ...rest } = line;
    const expiresAt = typeof until === 'string' ? Date.parse(until) : Number.NaN;
    return Number.isNaN(expiresAt) ? line : { ...rest, expiresAt };
  });
}

/** A policy as a file, which {@link readPolicyFile} reads. */
export const policyFileOf = (lines: readonly PolicyLine[]): string =>
  stringify({
    lines: lines.map(({ expiresAt, ...line }) => ({
      ...line,
      ...(expiresAt === undefined ? {} : { until: new Date(expiresAt).toISOString() }),
    })),
  });
