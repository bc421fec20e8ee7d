// What a server hands out to authors of agents: the library for TypeScript, the wheel for Python, and `libraries.json`, which names
// both. By itself it makes them for the server of this folder (`dist-server/packages`), which answers 404 without them.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packLibrary } from './library.mjs';
import { packWheel } from './wheel.mjs';

/**
 * @param {string} folder replaced
 * @returns {{ npm: { file: string }, python: { file: string } }} what `libraries.json` has
 */
export function buildLibraries(folder) {
  const target = resolve(folder);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const python = packWheel(target);
  const wheel = readFileSync(join(target, python.file));
  const index = {
    npm: packLibrary(target),
    python: { ...python, sha256: createHash('sha256').update(wheel).digest('hex') },
  };
  writeFileSync(join(target, 'libraries.json'), `${JSON.stringify(index, null, 2)}\n`);
  return index;
}

if (import.meta.filename === process.argv[1]) {
  const { npm, python } = buildLibraries('dist-server/packages');
  process.stdout.write(`dist-server/packages: ${npm.file}, ${python.file}\n`);
}
