// Bundles the servers: one file per thread, started without a loader.
import { copyFileSync, cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
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
  buildSync({
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
  copyFileSync('apps/crew/src/freelancers/freelancers.jsonl', join(folder, 'freelancers.jsonl'));
  cpSync('packages/signifiers/vectors', join(folder, 'vectors'), { recursive: true });
}

/** Our own packages are bundled: their exports are TypeScript files. */
const workspaces = () =>
  Object.fromEntries(
    readdirSync('packages').map((name) => [`@countersign/${name}`, `./packages/${name}/src`]),
  );
