// Bundles the servers: one file per thread, started without a loader.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';
import { linkWorkspaces } from './link-workspaces.mjs';
import { workspaces } from './workspaces.mjs';

const folder = 'dist-server';

/** Our programs and their threads, which are all in one folder. */
export const entryPoints = {
  countersign: 'apps/cli/src/main.ts',
  bff: 'apps/bff/src/main.ts',
  writer: 'apps/bff/src/writer.ts',
  'fold-thread': 'packages/server/src/journal/fold-thread.ts',
  'condition-thread': 'packages/parts/desk/src/rules/condition-thread.ts',
  crew: 'apps/crew/src/main.ts',
};

/** How all of them are bundled: for plain Node, our own packages from their sources, which their exports are. */
export const bundling = () => ({
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
  alias: Object.fromEntries(
    workspaces().map(({ name, folder }) => [`@countersign/${name}`, `./${folder}/src`]),
  ),
});

/** What the programs read beside them: paths in their folder, and where it is here. */
export function readBeside() {
  const hook = 'apps/cli/src/hook';
  const vectors = 'packages/signifiers/vectors';
  return new Map([
    ['freelancers.jsonl', 'apps/crew/src/freelancers/freelancers.jsonl'],
    // The hooks of coding agents are copied to where the agents start them: plain files without dependencies.
    ...readdirSync(hook).map((name) => [join('hook', name), join(hook, name)]),
    ...readdirSync(vectors).map((name) => [join('vectors', name), join(vectors, name)]),
  ]);
}

/** The bundled program of that name (`countersign`, `bff`, `crew`), as the arguments that start it. */
export const program = (name) => ['--enable-source-maps', join(folder, `${name}.mjs`)];

/**
 * Bundles our code, and `more` programs by name; packages of others stay in node_modules. Takes a fraction of a second.
 * @param {Record<string, string>} more
 */
export function buildServers(more = {}) {
  linkWorkspaces();
  const { outputFiles } = buildSync({
    write: false,
    entryPoints: { ...entryPoints, ...more },
    outdir: folder,
    sourcemap: true,
    // A command reads only what it needs; all chunks lie in the one folder, from which threads and data are found.
    splitting: true,
    chunkNames: 'chunk-[hash]',
    packages: 'external',
    ...bundling(),
  });
  for (const beside of ['vectors', 'hook']) mkdirSync(join(folder, beside), { recursive: true });
  for (const { path, contents } of outputFiles) replace(join(folder, basename(path)), contents);
  for (const [path, source] of readBeside()) replace(join(folder, path), readFileSync(source));
  removeOldChunks(new Set(outputFiles.map(({ path }) => basename(path))));
}

/** Chunks of earlier sources have other names. A server that runs may still read one. */
function removeOldChunks(current) {
  const before = Date.now() - 24 * 60 * 60_000;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!name.startsWith('chunk-') || current.has(name) || statSync(path).mtimeMs > before)
      continue;
    rmSync(path, { force: true });
  }
}

/** Two commands may build at once, while servers start from what is there: a file is left as it is, or replaced in one step. */
function replace(path, contents) {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === contents.length && readFileSync(path).equals(contents)) return;
  const next = `${path}.${process.pid}`;
  writeFileSync(next, contents);
  renameSync(next, path);
}
