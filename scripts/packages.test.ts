import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { published } from './packages/pack.mjs';
import { packWheel } from './packages/wheel.mjs';
import { folderOfWorkspace, workspaces } from './workspaces.mjs';

const manifestOf = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(`${folderOfWorkspace(name)}/package.json`, 'utf8'));
const names = workspaces()
  .filter(({ folder }) => folder.startsWith('packages/'))
  .map(({ name }) => name);
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

it('the same sources of the Python package make the same wheel, byte for byte', () => {
  const [first, second] = [0, 1].map(() => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-wheel-'));
    const { file } = packWheel(folder);
    const bytes = readFileSync(join(folder, file));
    rmSync(folder, { recursive: true, force: true });
    return { file, bytes };
  });
  expect(first?.file).toMatch(/^countersign_console_agent-[\d.]+-py3-none-any\.whl$/);
  expect(second?.bytes.equals(first?.bytes ?? Buffer.of())).toBe(true);
});
