// Finds the programs of PostgreSQL, or, for the tests of that engine, installs Debian's package as root.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const debian = '/usr/lib/postgresql';

/** The folder with `initdb` and `postgres`, of the newest version. */
function installed() {
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const folders = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(debian, version, 'bin'));
  return [...folders, ...(process.env.PATH ?? '').split(delimiter)].find((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
}

const run = (command, ...args) =>
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

/**
 * @param {{ installs?: boolean }} options
 * @returns {string | undefined} the folder of its programs
 */
export function findPostgres({ installs = true } = {}) {
  const found = installed();
  if (found !== undefined || !installs) return found;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  process.stdout.write(
    'No PostgreSQL found for the tests of that engine: installing Debian’s package (apt-get install postgresql).\n',
  );
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'];
  if (!run('apt-get', 'update', '-qq') || !run('apt-get', ...install)) return undefined;
  return installed();
}
