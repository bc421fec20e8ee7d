import type { Signal } from '@countersign/api/policy/signal';
import { findHidden } from './hidden.ts';
import { type Found, findInText } from './patterns.ts';

/** What would be done: the tool, and what it is given. */
export interface Action {
  tool: string | null;
  payload: unknown;
}

/** More text than this is not read: the rest is said to be unread. */
const maxChars = 200_000;
const maxTexts = 2_000;
const maxSignals = 40;
const maxQuoted = 200;

/**
 * What is found in an action, by the server itself, dangers first. The agent's severity and words are not asked. Each kind is reported
 * once for each place.
 */
export function signalsOf({ tool, payload }: Action): Signal[] {
  const found: Signal[] = [];
  let chars = 0;
  const look = (text: string, path: string) => {
    chars += text.length;
    for (const one of [...findInText(text, { tool: tool ?? '', path }), ...findHidden(text)])
      found.push(at(one, path));
  };
  let texts = 0;
  const walk = (value: unknown, path: string, depth: number) => {
    if (chars > maxChars || texts > maxTexts || depth > 40) return;
    texts += 1;
    if (typeof value === 'string') return look(value, path);
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      // A command may be given word by word.
      if (value.length > 1 && value.every((one) => typeof one === 'string'))
        look(value.join(' '), path);
      else for (const [index, one] of value.entries()) walk(one, `${path}/${index}`, depth + 1);
      return;
    }
    for (const [name, one] of Object.entries(value))
      walk(one, `${path}/${escaped(name)}`, depth + 1);
  };
  if (tool !== null && tool !== '') {
    for (const one of findInText(tool, { tool, path: null }))
      found.push({ ...one, text: clipped(one.text) });
    for (const one of findHidden(tool)) found.push({ ...one, text: clipped(one.text) });
  }
  walk(payload, '', 0);
  if (chars > maxChars) found.push({ id: 'unread', level: 'caution', text: `${maxChars}` });
  return unique(found)
    .toSorted((left, right) => rank[right.level] - rank[left.level])
    .slice(0, maxSignals);
}

const rank = { info: 0, caution: 1, danger: 2 };

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const clipped = (text: string): string =>
  text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text;

const at = ({ id, level, text }: Found, path: string): Signal => ({
  id,
  level,
  path,
  text: clipped(text),
});

function unique(signals: readonly Signal[]): Signal[] {
  const seen = new Set<string>();
  return signals.filter(({ id, path = '' }) => {
    const key = `${id} ${path}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
