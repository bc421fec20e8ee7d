// Writes the store into a file, or reads it from one, while no server runs: npm run export -- <file>, npm run import -- <file>
import { spawnSync } from 'node:child_process';
import { requireDependencies } from './dependencies.mjs';

requireDependencies();
// Imported here, as it needs the dependencies.
const { buildServers, program } = await import('./build-servers.mjs');
buildServers();
const args = [...program('move-store'), ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
process.exitCode = status ?? 1;
