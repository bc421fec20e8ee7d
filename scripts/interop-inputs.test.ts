import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { changedSincePassed, notePassed } from './interop-inputs.mjs';

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

function checkout() {
  const root = mkdtempSync(join(tmpdir(), 'countersign-inputs-'));
  roots.push(root);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('packages/adapters/src/decode.ts', 'one');
  write('packages/adapters/src/decode.test.ts', 'one');
  write('apps/bff/src/store/rows.ts', 'one');
  for (const name of ['a2a', 'wot']) {
    write(`e2e/interop/${name}.interop.ts`, name);
    write(`e2e/interop/${name}/package-lock.json`, name);
  }
  return { root, write };
}

test('a counterpart runs until it has passed, and again when what it meets has changed', () => {
  const { root, write } = checkout();
  expect(changedSincePassed(root)).toEqual({ run: ['a2a', 'wot'], left: [] });
  notePassed(['wot'], root);
  expect(changedSincePassed(root)).toEqual({ run: ['a2a'], left: ['wot'] });
  notePassed(['a2a'], root);
  write('e2e/interop/a2a/package-lock.json', 'newer');
  expect(changedSincePassed(root).run).toEqual(['a2a']);
  write('packages/adapters/src/decode.ts', 'two');
  expect(changedSincePassed(root).run).toEqual(['a2a', 'wot']);
});

test('tests beside the sources, and parts that no counterpart meets, run none again', () => {
  const { root, write } = checkout();
  notePassed(['a2a', 'wot'], root);
  write('packages/adapters/src/decode.test.ts', 'two');
  write('apps/bff/src/store/rows.ts', 'two');
  write('e2e/interop/a2a/node_modules/dependency/index.js', 'installed');
  expect(changedSincePassed(root).run).toEqual([]);
});
