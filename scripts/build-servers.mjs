// Bundles the servers: one file per thread, started without a loader.
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildSync } from 'esbuild';
import { linkWorkspaces } from './link-workspaces.mjs';

const folder = 'dist-server';

/** The bundled program of that name (`bff`, `crew`, `print-descriptors`), as the arguments that start it. */
export const program = (name) => ['--enable-source-maps', join(folder, `${name}.mjs`)];

/**
 * Bundles our code, and `more` programs by name; packages of others stay in node_modules. Takes a fraction of a second.
 * @param {Record<string, string>} more
 */
export function buildServers(more = {}) {
  linkWorkspaces();
  const { outputFiles } = buildSync({
    write: false,
    entryPoints: {
      bff: 'apps/bff/src/main.ts',
      'back-up': 'apps/bff/src/back-up.ts',
      'move-store': 'apps/bff/src/move-store.ts',
      // Its threads, in the same folder.
      writer: 'apps/bff/src/writer.ts',
      'fold-thread': 'apps/bff/src/journal/fold-thread.ts',
      'condition-thread': 'apps/bff/src/rules/condition-thread.ts',
      crew: 'apps/crew/src/main.ts',
      'print-descriptors': 'apps/crew/src/print-descriptors.ts',
      'register-robot': 'apps/crew/src/register-robot.ts',
      ...more,
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
    packages: 'external',
    alias: workspaces(),
  });
  mkdirSync(join(folder, 'vectors'), { recursive: true });
  for (const { path, contents } of outputFiles) replace(join(folder, basename(path)), contents);
  const freelancers = 'apps/crew/src/freelancers/freelancers.jsonl';
  replace(join(folder, 'freelancers.jsonl'), readFileSync(freelancers));
  const vectors = 'packages/signifiers/vectors';
  for (const name of readdirSync(vectors)) {
    replace(join(folder, 'vectors', name), readFileSync(join(vectors, name)));
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

/** Our own packages are bundled: their exports are TypeScript files. */
const workspaces = () =>
  Object.fromEntries(
    readdirSync('packages').map((name) => [`@countersign/${name}`, `./packages/${name}/src`]),
  );
