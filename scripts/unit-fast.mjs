// The unit tests without those that start a server. `npm run unit` runs them all.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const testing = 'apps/bff/src/testing';
const folders = ['apps/bff/src', 'packages/server/src', 'packages/parts'];
/** Modules that start a server, in this process and in another one. */
const starters = new Set(['harness.ts', 'child-server.ts'].map((name) => join(testing, name)));
for (const path of starters) if (!existsSync(path)) throw new Error(`${path} is not there.`);

/** Whether a module is one of them, or imports one directly or indirectly. */
const known = new Map();
function starts(path) {
  if (starters.has(path)) return true;
  if (!known.has(path)) {
    known.set(path, false);
    const text = readFileSync(path, 'utf8');
    const imported = [
      ...[...text.matchAll(/from '(\.[^']+\.tsx?)'/g)].map(([, to]) => join(dirname(path), to)),
      ...[...text.matchAll(/from '@countersign\/bff\/testing\/([^']+)'/g)].map(([, to]) =>
        join(testing, `${to}.ts`),
      ),
    ];
    known.set(path, imported.some(starts));
  }
  return known.get(path);
}

const left = folders
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
  .filter((path) => !path.includes('node_modules'))
  .filter((path) => path.endsWith('.test.ts') && starts(path));
process.stdout.write(`Without ${left.length} files that start a whole server.\n`);
const result = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...left.flatMap((path) => ['--exclude', path])],
  { stdio: 'inherit' },
);
process.exit(result.status ?? 1);
