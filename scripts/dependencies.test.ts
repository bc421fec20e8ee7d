import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { missingPackages } from './dependencies.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-dependencies-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (path: string, packages: object) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), JSON.stringify({ packages }));
};
const wanted = {
  '': {},
  'packages/json': { version: '0.1.0' },
  'node_modules/@countersign/json': { resolved: 'packages/json', link: true },
  'node_modules/vite': { version: '8.3.8' },
  'node_modules/vite/node_modules/picomatch': { version: '4.0.4' },
  'node_modules/fsevents': { version: '2.3.3', optional: true },
};
const there = (...paths: string[]) => {
  for (const path of paths) mkdirSync(join(root, path), { recursive: true });
};
const whole = [
  'node_modules/@countersign/json',
  'node_modules/vite',
  'node_modules/vite/node_modules/picomatch',
];

describe('a package missing from node_modules', () => {
  it('is none after an installation, also without optional packages', () => {
    write('package-lock.json', wanted);
    write('node_modules/.package-lock.json', wanted);
    there(...whole);
    expect(missingPackages(root)).toEqual([]);
  });

  it('is every package if nothing was installed', () => {
    write('package-lock.json', wanted);
    expect(missingPackages(root)).toEqual(['@countersign/json', 'vite', 'picomatch']);
  });

  it('is one of ours that is newer than the installation', () => {
    const { 'node_modules/@countersign/json': _, ...older } = wanted;
    write('package-lock.json', wanted);
    write('node_modules/.package-lock.json', older);
    there('node_modules/vite', 'node_modules/vite/node_modules/picomatch');
    expect(missingPackages(root)).toEqual(['@countersign/json']);
  });

  it('is one that is installed in another version', () => {
    write('package-lock.json', wanted);
    write('node_modules/.package-lock.json', {
      ...wanted,
      'node_modules/vite': { version: '8.3.7' },
    });
    there(...whole);
    expect(missingPackages(root)).toEqual(['vite']);
  });
});
