// Builds the console and its demo if they are missing or older than their sources.
import { spawnSync } from 'node:child_process';
import { consoleSources, isStale } from './newest.mjs';

/** @param {NodeJS.ProcessEnv} env */
export function buildConsole(env = process.env) {
  build('dist', 'the console', [], env);
}

/** The demo, which needs no server: once before the workers that show it. */
export function buildDemo() {
  build('dist-demo', 'the demo', ['--mode', 'demo'], process.env);
}

/** @param {string} folder @param {string} what @param {string[]} how @param {NodeJS.ProcessEnv} env */
function build(folder, what, how, env) {
  if (!isStale(`${folder}/index.html`, consoleSources)) return;
  process.stdout.write(`Building ${what} (once, until its sources change) …\n`);
  const built = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', ...how],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env,
    },
  );
  if (built.status !== 0) throw new Error(`It failed to build ${what}; see the lines above.`);
}
