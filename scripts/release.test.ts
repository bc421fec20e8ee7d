import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entryOf } from './packages/changelog.mjs';
import { onlyInside } from './packages/sbom.mjs';
import { versionsHere } from './packages/versions.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

describe('a release of what is here', () => {
  it('has one version in all its manifests', () => {
    const versions = versionsHere();
    expect([...versions].filter(([, one]) => one !== version)).toEqual([]);
    expect(versions.size).toBeGreaterThan(20);
  });

  it('is described in the changelog', () => {
    expect(entryOf(readFileSync('CHANGELOG.md', 'utf8'), version)).toMatch(/\w{3}/);
  });
});

it('the entry of a version is the text below its own heading', () => {
  const text =
    '# Changelog\n\n## 1.2.30\n\nThirty.\n\n## 1.2.3 (2026-11-29)\n\n- Three.\n\n### Upgrade\n\nNone.\n\n## 1.2.2\n\n## 1.2.1\nOne.';
  expect(entryOf(text, '1.2.3')).toBe('- Three.\n\n### Upgrade\n\nNone.');
  expect(entryOf(text, '1.2.30')).toBe('Thirty.');
  expect([entryOf(text, '1.2.2'), entryOf(text, '1.2')]).toEqual([null, null]);
});

it('the bill of materials has what is inside the product, and nothing else of this repository', () => {
  const component = (name: string, group?: string) => {
    const ref = `${group ? `${group}/` : ''}${name}@1.0.0`;
    return { 'bom-ref': ref, ...(group ? { group } : {}), name, version: '1.0.0' };
  };
  const listed = {
    bomFormat: 'CycloneDX',
    metadata: { component: { ...component('root'), licenses: [{ license: { id: 'MIT' } }] } },
    components: [component('root'), component('in'), component('in', '@of'), component('not')],
    dependencies: [
      { ref: 'in@1.0.0', dependsOn: ['@of/in@1.0.0', 'not@1.0.0'] },
      { ref: 'not@1.0.0', dependsOn: [] },
    ],
  };
  const product = { name: 'product', version: '2.0.0' };
  const bill = onlyInside(listed, { product, inside: new Set(['in@1.0.0', '@of/in@1.0.0']) });
  expect(bill.components.map((one: { name: string }) => one.name)).toEqual(['in', 'in']);
  expect(bill.metadata.component).toMatchObject({
    purl: 'pkg:npm/product@2.0.0',
    type: 'application',
  });
  expect(bill.dependencies).toEqual([
    { ref: 'product@2.0.0', dependsOn: ['in@1.0.0', '@of/in@1.0.0'] },
    { ref: 'in@1.0.0', dependsOn: ['@of/in@1.0.0'] },
  ]);
  const more = new Set(['gone@1.0.0']);
  expect(() => onlyInside(listed, { product, inside: more })).toThrow('gone@1.0.0');
});
