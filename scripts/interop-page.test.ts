import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync(new URL('../docs/interop.md', import.meta.url), 'utf8');
const at = (path: string) => new URL(`../${path}`, import.meta.url);

const rows = [...page.matchAll(/^\| [^|]+ \| `([^`]+\.ts)` \| (“[^|]+”) \|$/gm)].map(
  ([, file = '', names = '']) => ({
    file,
    names: [...names.matchAll(/“((?:[^“”])+)”/g)].map(([, name = '']) => name),
  }),
);

it('names a test for what was observed', () => {
  expect(rows.length).toBeGreaterThan(30);
});

it.each(rows)('$file has the tests that the page names', ({ file, names }) => {
  const text = readFileSync(at(file), 'utf8');
  for (const name of names) expect(text).toContain(name);
});

it('names tapes that exist', () => {
  const tapes = [...page.matchAll(/`([\w-]+\/[\w.-]+)`/g)].flatMap(([, name = '']) =>
    existsSync(at(`packages/testkit/tapes/${name.split('/')[0]}`)) ? [name] : [],
  );
  expect(tapes.length).toBeGreaterThan(15);
  for (const name of tapes)
    expect(existsSync(at(`packages/testkit/tapes/${name}.json`))).toBe(true);
});
