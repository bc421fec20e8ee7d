import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { firstVersion, migrations, schemaVersion } from './migrations.ts';

it('each migration is a file, numbered in their order, and produces one version', async () => {
  const folder = new URL('migrations/', import.meta.url);
  const files = readdirSync(folder).toSorted();
  expect(files.map((name) => Number(name.slice(0, 4)))).toEqual(migrations.map((_, at) => at + 1));
  const steps = files.map(async (name) => Object.values(await import(new URL(name, folder).href)));
  expect(await Promise.all(steps)).toEqual(migrations.map((step) => [step]));
  expect(schemaVersion).toBe(firstVersion + files.length - 1);
});
