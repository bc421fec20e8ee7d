import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { refuseUnresolved } from './unresolved-imports.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-unresolved-'));
  writeFileSync(join(root, 'index.html'), '<script type="module" src="/main.js"></script>');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const bundle = (source: string) => {
  writeFileSync(join(root, 'main.js'), source);
  return build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [refuseUnresolved()],
  });
};

it('a bundle with an import that nothing provides is not written, and the error has instructions', async () => {
  const source = `import { a } from '@countersign/left-behind/a';\nimport '@countersign/other';\na();\n`;
  await expect(bundle(source)).rejects.toThrow(
    /Nothing provides "@countersign\/(left-behind\/a|other)", which .*main\.js imports\..*Run `npm ci`/,
  );
  expect(existsSync(join(root, 'dist/index.html'))).toBe(false);
});

it('a bundle whose imports all exist is written', async () => {
  writeFileSync(join(root, 'beside.js'), 'export const a = () => document.title;\n');
  await bundle(`import { a } from './beside.js';\na();\n`);
  expect(existsSync(join(root, 'dist/index.html'))).toBe(true);
});
