// Finds a Chromium for the browser tests, or installs one: Debian's package as root, else Playwright's own download.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

function onPath() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
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
  const found = onPath() ?? (await fromPlaywright());
  if (found) return found;
  process.stdout.write('No Chromium found for the browser tests: installing one.\n');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    if (run('apt-get', ['update', '-qq']) && run('apt-get', ['install', '-y', '-qq', 'chromium'])) {
      const installed = onPath();
      if (installed) return installed;
    }
  }
  run(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  const downloaded = await fromPlaywright();
  if (downloaded) return downloaded;
  throw new Error(
    'The browser tests need Chromium and none could be installed. ' +
      'Install it (Debian: apt-get install chromium) or set CHROMIUM to its path, then run this again.',
  );
}
