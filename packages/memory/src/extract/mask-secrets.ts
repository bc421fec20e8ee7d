import { isObject, type JsonObject } from '@countersign/json/json-object';
import { detect, type Finding } from './detect.ts';
import { keyRules, wordsOfKey } from './rules/key-rules.ts';

/** What must not reach another organisation whatever a text is about. Texts that only look random are left: ids and digests do too. */
const only = ['card', 'api-key', 'jwt', 'pem', 'authorization', 'secret'];
const secretNames = keyRules.find(({ name }) => name === 'key-secret')?.words ?? /(?!)/;

/** How much of each kind was masked, by the names of marks in lower case: `card`, `key`, `token`, `secret`. */
export type MaskedCounts = Readonly<Record<string, number>>;

/** The findings in a text, in order. `key`: the name of the member that holds it. */
export const secretsIn = (text: string, key = ''): Finding[] =>
  detect(text, { only }, wordsOfKey(key));

/** Always the same of a kind: a text that is masked piece by piece has the same marks as one that is masked whole. */
export const markOf = ({ label }: Pick<Finding, 'label'>): string => `[${label}]`;

/** Masks card numbers, keys, tokens and passwords, and counts them. */
export interface SecretMask {
  text(text: string): string;
  /** A text that may be JSON, which stays JSON. */
  content(text: string): string;
  /** Texts, numbers and names of members at any depth, and what the name of a member calls a secret. */
  data(value: unknown): unknown;
  /** The same of a schema: the names in it describe secrets, and are none. */
  schema(value: unknown): unknown;
  /** Counts a file that was not looked at, as `unread-file`. */
  leaveFile(): void;
  readonly counts: MaskedCounts;
}

export function createSecretMask(): SecretMask {
  const counts: Record<string, number> = {};
  const mark = (finding: Pick<Finding, 'label'>): string => {
    const kind = finding.label.toLowerCase();
    counts[kind] = (counts[kind] ?? 0) + 1;
    return markOf(finding);
  };
  const text = (original: string, key = ''): string => {
    let masked = '';
    let at = 0;
    for (const finding of secretsIn(original, key)) {
      masked += original.slice(at, finding.start) + mark(finding);
      at = finding.end;
    }
    return masked + original.slice(at);
  };
  const leaf = (value: string | number, key: string | null): unknown => {
    const said = String(value);
    const isNamed = key !== null && secretNames.test(wordsOfKey(key));
    if (isNamed && said.trim() !== '') return mark({ label: 'SECRET' });
    const masked = text(said, key ?? '');
    return masked === said ? value : masked;
  };
  /** `key`: the name of the member that holds it; null = names say nothing. */
  const data = (value: unknown, key: string | null): unknown => {
    if (typeof value === 'string' || typeof value === 'number') return leaf(value, key);
    if (Array.isArray(value)) return value.map((one) => data(one, key));
    return isObject(value) && !isFile(value) ? members(value, key !== null) : value;
  };
  const members = (object: JsonObject, areNamed: boolean): JsonObject =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => [
        text(name),
        data(value, areNamed ? name : null),
      ]),
    );
  return {
    counts,
    text: (original) => text(original),
    data: (value) => data(value, ''),
    schema: (value) => data(value, null),
    content(original) {
      const read = jsonIn(original);
      return read === null ? text(original) : JSON.stringify(data(read, ''));
    },
    leaveFile() {
      counts['unread-file'] = (counts['unread-file'] ?? 0) + 1;
    },
  };
}

/** The content of a file, as parts of messages have it. */
const isFile = ({ type, value, mimeType }: JsonObject): boolean =>
  type === 'data' && typeof value === 'string' && typeof mimeType === 'string';

/** null = the text is no object or list in JSON. */
function jsonIn(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
