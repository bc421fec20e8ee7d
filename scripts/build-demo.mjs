// The demo without a server: the built console with recordings beside it, in dist-demo, for any static file host. The recordings
// are made by `npm run record:demo`.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { buildConsole } from './build-console.mjs';

const folder = 'dist-demo';
/** What only the server sends: compressed copies, the worker that keeps the console without network; and maps. */
const ofServer = /\.(gz|br|map)$|shell-worker|\.vite/;

buildConsole();
rmSync(folder, { recursive: true, force: true });
cpSync('dist', folder, { recursive: true, filter: (path) => !ofServer.test(path) });
cpSync('apps/console/recordings', `${folder}/recordings`, { recursive: true });
// The console shows recordings at /open; a static host has a file for that address only.
const page = readFileSync('dist/index.html', 'utf8');
mkdirSync(`${folder}/open`);
const named = '<meta name="countersign-recordings" content="/recordings" />';
writeFileSync(`${folder}/open/index.html`, page.replace('</title>', `</title>\n    ${named}`));
const toOpen = '<meta http-equiv="refresh" content="0; url=/open/" />';
writeFileSync(
  `${folder}/index.html`,
  `<!doctype html>\n<html lang="en"><title>Countersign</title>${toOpen}<a href="/open/">Recordings</a></html>\n`,
);
process.stdout.write(`See ${folder}\n`);
