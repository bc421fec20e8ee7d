import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** Parts of earlier names that needed an explanation; the glossary has the terms to use. */
const forbidden = new Set(
  `told untold heard hear hears said saying sayings stands stood standing way ways world whoever kick kicked bell going goes
  went brought brings bring teller tell tells story stories wish look looked looks speech spoken speaker speakers anew parade`.split(
    /\s+/,
  ),
);
/** Names that are kept for ever: migrations of the store. */
const kept = /\/migrations\//;
/** A term of the field. */
const terms = /threeWay/g;

const partsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
const isForbidden = (name: string): boolean =>
  partsOf(name.replace(terms, '')).some((part) => forbidden.has(part));

const declared =
  /^export (?:default )?(?:abstract )?(?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm;

/** The names that a file exports. */
const exportsOf = (source: string): string[] =>
  [...source.matchAll(declared)].map(([, name]) => name ?? '');

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

it('finds a name in any notation', () => {
  expect(exportsOf('export async function tellCounts() {}\nexport const a = 1;')).toEqual([
    'tellCounts',
    'a',
  ]);
  expect(['tell-changes', 'tellCounts', 'ToldStory', 'AWAY_WAY'].every(isForbidden)).toBe(true);
  expect(['intelligent', 'wayland', 'lookup', 'gateway'].some(isForbidden)).toBe(false);
});
