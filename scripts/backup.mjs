// Copies the store into a folder, also while the server runs: npm run backup -- <folder>
import { spawnSync } from 'node:child_process';
import { requireDependencies } from './dependencies.mjs';

requireDependencies();
// Imported here, as it needs the dependencies.
const { buildServers, program } = await import('./build-servers.mjs');
buildServers();
const { status } = spawnSync(process.execPath, [...program('back-up'), ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
