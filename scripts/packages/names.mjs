// Asks the npm registry whether the names under which something is to be published are free, or ours: `npm run names`.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export const names = JSON.parse(readFileSync('packages/api/src/published-names.json', 'utf8'));

/** What the registry has under a name: `free`, `taken` (with whose) or why it could not be asked. */
function lookUp(name) {
  const { stdout } = spawnSync('npm', ['view', name, 'name', 'repository.url', '--json'], {
    encoding: 'utf8',
  });
  const { error, ...found } = JSON.parse(stdout || '{}');
  if (error?.code === 'E404') return 'free';
  return error === undefined ? `taken: ${JSON.stringify(found)}` : `not asked (${error.code})`;
}

if (import.meta.filename === process.argv[1]) {
  const found = Object.values(names.npm).map((name) => [name, lookUp(name)]);
  for (const [name, state] of found) process.stdout.write(`npm ${name}: ${state}\n`);
  for (const name of Object.values(names.pypi)) process.stdout.write(`PyPI ${name}: not asked\n`);
  process.exitCode = found.every(([, state]) => state === 'free') ? 0 : 1;
}
