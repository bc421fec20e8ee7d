// Finds the Python for the tests of the Python package, with Pydantic and virtual environments, or installs Debian's as root.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const candidates = () =>
  [process.env.PYTHON, '/usr/bin/python3', 'python3'].filter((name) => name !== undefined);

/** Whether the program is a Python that is new enough, with these modules. */
const has = (program) => {
  const check = ['import sys', 'assert sys.version_info >= (3, 11)'].concat(
    modules.map((name) => `import ${name}`),
  );
  return spawnSync(program, ['-c', check.join('\n')], { stdio: 'ignore' }).status === 0;
};

const run = (command, ...args) =>
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

const modules = ['pydantic', 'ensurepip'];
const packages = ['python3-pydantic', 'python3-venv'];
const command = `apt-get install ${packages.join(' ')}`;

/** @returns {string | undefined} the program, with Pydantic */
export function findPython() {
  const found = candidates().find((program) => has(program));
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write(
      `No Python with Pydantic found for the tests of the Python package: installing Debian’s packages (${command}).\n`,
    );
    const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
    if (run('apt-get', 'update', '-qq') && run('apt-get', ...install)) {
      return candidates().find((program) => has(program));
    }
  }
  process.stdout.write(
    'The tests of the Python package are left out: they need Python 3.11 with Pydantic, and only root can install it here. ' +
      `Install it (Debian: ${command}), or name the program in PYTHON.\n`,
  );
  return undefined;
}
