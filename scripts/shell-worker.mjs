// Builds the service worker that stores one version of the console: the list of all files of the build is compiled in.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The chunks that `key` loads before it can run, from vite's manifest. */
function closure(manifest, key, seen = new Set()) {
  const chunk = manifest[key];
  if (chunk === undefined || seen.has(key)) return seen;
  seen.add(key);
  for (const next of chunk.imports ?? []) closure(manifest, next, seen);
  return seen;
}

const shell = ['src/start.tsx', 'src/routes/inbox/inbox.tsx', 'src/routes/inbox/prompt.tsx'];
/** The language is not known at build time: all are stored. */
const isTexts = (key) => /^src\/text\/[\w-]+\//.test(key);
/** Fonts of other scripts are loaded when a text needs them. */
const ownFont = /-latin-wght-[^/]*\.woff2$/;

/** @param {string} outDir a finished build */
export async function buildShellWorker(outDir) {
  const manifest = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8'));
  const entryKey = Object.keys(manifest).find((key) => manifest[key].isEntry);
  const filesOf = (keys) => [
    ...new Set(
      keys.flatMap((key) => [
        manifest[key].file,
        ...(manifest[key].css ?? []),
        ...(manifest[key].assets ?? []).filter((file) => ownFont.test(file)),
      ]),
    ),
  ];
  const texts = Object.keys(manifest).filter(isTexts);
  const first = [entryKey, ...shell, ...texts].flatMap((key) => [...closure(manifest, key)]);
  const needed = filesOf(first);
  const others = readdirSync(join(outDir, 'assets'))
    .map((name) => `assets/${name}`)
    .filter((file) => /\.(js|css)$/.test(file) && !needed.includes(file));
  const address = (file) => `/${file}`;
  const page = readFileSync(join(outDir, 'index.html'));
  const version = createHash('sha256')
    .update(JSON.stringify([needed, others]))
    .update(page)
    .update(readFileSync(join(outDir, 'boot.js')))
    .digest('hex')
    .slice(0, 16);
  const reported = {
    version,
    entry: address(manifest[entryKey].file),
    needed: needed.map(address),
    others: others.map(address),
  };
  await build({
    entryPoints: ['apps/console/worker/shell-worker.ts'],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2023',
    define: { SHELL: JSON.stringify(reported) },
    outfile: join(outDir, 'shell-worker.js'),
    logLevel: 'warning',
  });
}
