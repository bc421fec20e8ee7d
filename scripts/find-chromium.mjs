// Finds a Chromium for the browser tests, or installs one: Debian's package as root, else Playwright's own download. The headless
// shell is the same engine without the browser's own interface, and takes a fifth less of the processor's time.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const shell = 'chromium-headless-shell';
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

function onPath(wanted = names) {
  for (const name of wanted) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const candidate = join(folder, name);
      try {
        accessSync(candidate, constants.X_OK);
        return candidate;
      } catch {
        // not here
      }
    }
  }
  return undefined;
}

async function fromPlaywright() {
  const { chromium } = await import('@playwright/test');
  const candidate = chromium.executablePath();
  return candidate !== '' && existsSync(candidate) ? candidate : undefined;
}

const run = (command, args) =>
  spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

/** @returns {Promise<string>} path of a Chromium that can be launched; without one it throws with instructions. */
export async function findChromium() {
  const given = process.env.CHROMIUM;
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM points to ${given}, which does not exist.`);
    return given;
  }
  // Where the time counts and nobody else uses the machine, the shell is installed beside a browser.
  const found = onPath(process.env.CI ? [shell] : names) ?? (await fromPlaywright());
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Installing Chromium for the browser tests.\n');
    const install = (name) => run('apt-get', ['install', '-y', '-qq', name]);
    run('apt-get', ['update', '-qq']);
    if (install(shell) || (onPath() === undefined && install('chromium'))) return onPath();
  }
  const browser = onPath();
  if (browser) return browser;
  run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  const downloaded = await fromPlaywright();
  if (downloaded) return downloaded;
  throw new Error(
    'The browser tests need Chromium and none could be installed. ' +
      'Install it (Debian: apt-get install chromium) or set CHROMIUM to its path, then run this again.',
  );
}
