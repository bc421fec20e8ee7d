import type { Signifier } from './signifier.ts';

/** The longest name that MCP allows for a tool is 128 characters; 9 are kept for what distinguishes equal names. */
const maxChars = 119;

/**
 * The name of each signifier as a tool, by id: its label in letters that every client accepts. Signifiers whose labels give one
 * name get a part of their id added, each of them, so that no name depends on which other signifiers are listed first. So do those
 * whose name is one of `taken`, which other tools have.
 */
export function toolNames(
  signifiers: readonly Pick<Signifier, 'id' | 'label'>[],
  taken: readonly string[] = [],
): Map<string, string> {
  const counts = new Map(taken.map((name) => [name.toLowerCase(), 1]));
  const plain = signifiers.map(({ id, label }) => ({ id, name: plainName(label) }));
  for (const { name } of plain) {
    const key = name.toLowerCase();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return new Map(
    plain.map(({ id, name }) => {
      const isAlone = name !== '' && counts.get(name.toLowerCase()) === 1;
      return [id, isAlone ? name : `${name || 'tool'}_${id.replaceAll('-', '').slice(0, 8)}`];
    }),
  );
}

const plainName = (label: string): string =>
  label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, maxChars);
