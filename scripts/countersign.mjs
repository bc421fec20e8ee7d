// The command of this checkout, which builds what it needs first and keeps its data in ./data: `npm start`, `npm run backup -- <folder>` …
import { buildConsole } from './build-console.mjs';
import { requireDependencies } from './dependencies.mjs';

requireDependencies();
if (process.argv[2] === 'start') buildConsole();
// Imported here, as it needs the dependencies.
const { buildServers, program } = await import('./build-servers.mjs');
buildServers();
process.env.COUNTERSIGN_DATA ||= 'data';
process.env.COUNTERSIGN_CONSOLE ||= 'dist';
process.setSourceMapsEnabled(true);
await import(new URL(`../${program('countersign').at(-1)}`, import.meta.url).href);
