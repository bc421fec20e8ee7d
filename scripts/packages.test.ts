import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { published } from './packages/pack.mjs';

const manifestOf = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'));
const names = readdirSync('packages');
const list: readonly string[] = published;

describe('a package', () => {
  it.each(names)('%s is published, or says why it is not', (name) => {
    const { notPublished, description, entryPoints } = manifestOf(name);
    if (list.includes(name)) {
      expect([notPublished, typeof description]).toEqual([undefined, 'string']);
      expect(Array.isArray(entryPoints)).toBe(true);
      expect(readFileSync(`packages/${name}/README.md`, 'utf8')).toContain('```ts\n');
    } else expect(notPublished).toMatch(/^.{20,}\.$/);
  });

  it('that is published needs only published ones', () => {
    const missing = list.flatMap((name) =>
      Object.keys(Object(manifestOf(name)['dependencies']))
        .filter((other) => other.startsWith('@countersign/'))
        .map((other) => other.slice('@countersign/'.length))
        .filter((other) => list.indexOf(other) === -1 || list.indexOf(other) > list.indexOf(name)),
    );
    expect(missing).toEqual([]);
  });
});

it('the Python package has the name under which it is published', () => {
  const { pypi } = JSON.parse(readFileSync('packages/api/src/published-names.json', 'utf8'));
  const project = readFileSync('packages/python/pyproject.toml', 'utf8');
  expect(project).toContain(`\nname = "${pypi.agent}"\n`);
});
