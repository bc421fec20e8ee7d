// Builds the console if it is missing or older than its sources, and its documentation alone if only that is.
import { spawnSync } from 'node:child_process';
import { refreshSite } from './docs/site.mjs';
import { consoleSources, isStale } from './newest.mjs';

/** @param {NodeJS.ProcessEnv} env */
export function buildConsole(env = process.env) {
  if (!isStale('dist/index.html', consoleSources)) {
    refreshSite('dist');
    return;
  }
  process.stdout.write('Building the console (once, until its sources change) …\n');
  const built = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
    { stdio: ['ignore', 'inherit', 'inherit'], env },
  );
  if (built.status !== 0) throw new Error('It failed to build the console; see the lines above.');
}
