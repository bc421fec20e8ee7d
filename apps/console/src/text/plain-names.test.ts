import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Parts of earlier names that needed an explanation; the glossary has the terms to use. */
const forbidden = new Set(
  `told untold heard hear hears said saying sayings stands stood standing way ways world whoever kick kicked bell going goes
  went brought brings bring teller tell tells story stories wish look looked looks speech spoken speaker speakers anew parade
  leg legs book`.split(/\s+/),
);
/** Those that are not used for names within a file either: variables, parameters, members. */
const forbiddenInside = new Set(
  'told untold heard hear hears mend mends mended anew whoever retell stood'.split(' '),
);
const mayContain = new RegExp([...forbiddenInside].join('|'), 'i');
/** Names that are kept for ever: migrations of the store. */
const kept = /\/migrations\//;
/** A term of the field. */
const terms = /threeWay/g;

const partsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
const isForbidden = (name: string, words: ReadonlySet<string> = forbidden): boolean =>
  partsOf(name.replace(terms, '')).some((part) => words.has(part));

const declared =
  /^export (?:default )?(?:abstract )?(?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm;

/** The names that a file exports. */
const exportsOf = (source: string): string[] =>
  [...source.matchAll(declared)].map(([, name]) => name ?? '');

const isNamed = (value: object): value is { name: string } =>
  'name' in value && typeof value.name === 'string';

/** All names in a source, except columns of the store, which are spelled `like_this`. */
function namesIn(source: string, path: string): Set<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (isNamed(value) && !value.name.includes('_')) names.add(value.name);
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body);
  return names;
}

/** The sources of programs, packages, browser tests and benches. */
function* sources(): Generator<string> {
  for (const folder of ['apps', 'packages', 'e2e', 'bench']) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && /\.(tsx?|css)$/.test(path) && !/node_modules|\/dist/.test(path))
        yield relative(root, path);
    }
  }
}

it('names files and exports in plain words', () => {
  const found: string[] = [];
  for (const path of sources()) {
    if (kept.test(path)) continue;
    const file = path.split('/').at(-1) ?? '';
    if (isForbidden(file.replace(/\..*/, ''))) found.push(path);
    for (const name of exportsOf(readFileSync(join(root, path), 'utf8'))) {
      if (isForbidden(name)) found.push(`${path}: ${name}`);
    }
  }
  expect(found).toEqual([]);
});

it('names what is in a file in plain words', () => {
  const found: string[] = [];
  for (const path of sources()) {
    if (kept.test(path) || path.endsWith('.css')) continue;
    const source = readFileSync(join(root, path), 'utf8');
    // Most sources have none of the words anywhere, and need not be parsed.
    if (!mayContain.test(source)) continue;
    const names = namesIn(source, path);
    const faults = [...names].filter((name) => isForbidden(name, forbiddenInside));
    found.push(...faults.map((name) => `${path}: ${name}`));
  }
  expect(found).toEqual([]);
});

it('finds names of variables, parameters, members and attributes', () => {
  const source = 'const a = (b: string, { c }: D) => <E f={b.g} {...{ h: told_at }} />;';
  expect([...namesIn(source, 'x.tsx')].toSorted()).toEqual([...'DEabcfgh']);
});

it('finds a name in any notation', () => {
  expect(exportsOf('export async function tellCounts() {}\nexport const a = 1;')).toEqual([
    'tellCounts',
    'a',
  ]);
  expect(
    ['tell-changes', 'tellCounts', 'ToldStory', 'AWAY_WAY'].every((name) => isForbidden(name)),
  ).toBe(true);
  expect(['intelligent', 'wayland', 'lookup', 'gateway'].some((name) => isForbidden(name))).toBe(
    false,
  );
});
