import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withoutSchemaExport } from './without-schema-export.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'countersign-without-export-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const bundle = async (source: string) => {
  writeFileSync(join(root, 'main.js'), source);
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: { alias: { zod: fileURLToPath(import.meta.resolve('zod')) } },
    plugins: [withoutSchemaExport()],
    build: { lib: { entry: 'main.js', formats: ['es'], fileName: () => 'main.mjs' } },
  });
  return import(pathToFileURL(join(root, 'dist/main.mjs')).href);
};

it('a bundle reads with the schemas of zod, and says that it cannot write them as JSON Schema', async () => {
  const { read, write } = await bundle(`
    import { z } from 'zod';
    const schema = z.object({ hotel: z.string(), nights: z.number().int().min(1) });
    export const read = (value) => schema.safeParse(value).success;
    export const write = () => schema.toJSONSchema();
  `);
  expect([read({ hotel: 'Elster', nights: 2 }), read({ hotel: 'Elster', nights: 0 })]).toEqual([
    true,
    false,
  ]);
  expect(write).toThrow('The console cannot write JSON Schema.');
});

it('a bundle is not built when zod has moved what is left out', async () => {
  await expect(bundle('export const nothing = null;')).rejects.toThrow(/zod has its exports/);
});
