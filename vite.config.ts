import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { configDefaults, defineConfig, type ViteUserConfig } from 'vitest/config';
import { precompress } from './scripts/precompress.mjs';
import { preloadStart } from './scripts/preload-start.mjs';
import { buildShellWorker } from './scripts/shell-worker.mjs';
import { refuseUnresolved } from './scripts/unresolved-imports.mjs';
import { withoutSchemaExport } from './scripts/without-schema-export.mjs';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** What the server sends beside the bundle: the worker that keeps it for a time without network, compressed copies, and the documentation. */
function finishBuild(outDir: string): Plugin {
  return {
    name: 'finish-build',
    apply: 'build',
    enforce: 'post',
    // Not when it is closed, which a build that has failed is too.
    async writeBundle() {
      await buildShellWorker(outDir);
      precompress(outDir);
      // Loaded here, since tests read this file too. After the copies are made: pages of the documentation are small and read seldom.
      const { buildSite } = await import('./scripts/docs/site.mjs');
      buildSite(outDir);
    },
  };
}

/** Modules take their texts when they are loaded: tests of other languages load their own, which others must not meet. */
const languageTests = [
  'apps/console/src/text/{locales,statements/{asked-words,statements,stored-reason}}.test.ts',
  'apps/console/src/text/pseudo.test.tsx',
  'apps/console/src/features/agents/agent-facts.test.ts',
  'apps/console/src/features/task/queued-list.test.tsx',
];

const { version } = JSON.parse(readFileSync(path('./package.json'), 'utf8'));

export default defineConfig((): ViteUserConfig => {
  const outDir = path('./dist');
  return {
    root: path('./apps/console'),
    publicDir: path('./public'),
    cacheDir: path('./node_modules/.vite/console'),
    define: {
      'import.meta.env.VITE_VERSION': JSON.stringify(version),
    },
    plugins: [
      react(),
      refuseUnresolved(),
      withoutSchemaExport(),
      preloadStart('/src/start.tsx'),
      finishBuild(outDir),
    ],
    build: {
      outDir,
      emptyOutDir: true,
      sourcemap: true,
      manifest: true,
      target: 'es2023',
      rolldownOptions: {
        output: {
          // The start lists all of them: a character less of each is a fifth of a KiB of it.
          chunkFileNames: 'assets/[name]-[hash:7].js',
          codeSplitting: {
            groups: [
              {
                name: 'react',
                test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
                priority: 20,
              },
              // Apart from the first script, which nothing imports: its name is that of the version.
              {
                name: 'language',
                test: /[\\/]text[\\/](locales?|messages|count)\.ts|preload-helper/,
                priority: 12,
              },
              { name: 'tanstack', test: /node_modules[\\/]@tanstack[\\/]/, priority: 15 },
              // Each component has a sheet. A browser gets one file beside that of the start: fewer requests, and one order of
              // the rules, whichever page is opened first.
              { name: 'styles', test: /[\\/]src[\\/](?!theme).*\.css$/, priority: 5 },
              // Whatever the first screen needs, with all that it imports, in one file.
              { name: 'start', test: /[\\/]src[\\/]start\.tsx$/, priority: 10 },
            ],
          },
        },
      },
    },
    server: {
      port: 5173,
      strictPort: true,
      host: '127.0.0.1',
      proxy: { '/api': { target: process.env['COUNTERSIGN_BFF'] ?? 'http://127.0.0.1:4400' } },
    },
    preview: { port: 4173, strictPort: true, host: '127.0.0.1' },
    test: {
      root: path('.'),
      globalSetup: [path('./scripts/test-setup.mjs')],
      setupFiles: [
        path('./apps/console/src/test-setup.ts'),
        path('./scripts/leave-out-quarantined.mjs'),
      ],
      alias: [
        {
          find: /^.*\/worker-thread\.ts$/,
          replacement: path('./apps/bff/src/testing/built-thread.ts'),
        },
      ],
      css: false,
      pool: 'forks',
      maxWorkers: 2,
      // A test that needs another one before it is found; the seed is printed, and `--sequence.seed` repeats the order. One project after
      // the other (`groupOrder`): a file of another one between two would start a process, which loads all modules again.
      sequence: { shuffle: { files: true } },
      // The first test of a file loads the whole server, which takes a busy machine of two cores half a minute.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      projects: [
        {
          extends: true,
          test: {
            name: 'pure',
            sequence: { groupOrder: 0 },
            include: [
              'apps/{console,crew,cli}/**/*.test.ts',
              'packages/!(server|parts)/**/*.test.ts',
              '{scripts,bench}/*.test.ts',
            ],
            exclude: [...configDefaults.exclude, ...languageTests],
            environment: 'node',
            // What these read is loaded and compiled once a worker, not once a file. None keeps state.
            isolate: false,
            setupFiles: [path('./apps/console/src/text/test-setup.ts')],
          },
        },
        {
          extends: true,
          test: {
            name: 'server',
            sequence: { groupOrder: 1 },
            include: ['{apps/bff,packages/server,packages/parts}/**/*.test.ts'],
            environment: 'node',
            isolate: false,
          },
        },
        {
          extends: true,
          test: {
            name: 'components',
            sequence: { groupOrder: 2 },
            include: ['apps/console/**/*.test.tsx'],
            exclude: [...configDefaults.exclude, ...languageTests],
            setupFiles: [path('./apps/console/src/text/test-setup.ts')],
            isolate: false,
          },
        },
        {
          extends: true,
          test: {
            name: 'languages',
            sequence: { groupOrder: 3 },
            include: languageTests,
            setupFiles: [path('./apps/console/src/text/test-setup.ts')],
          },
        },
      ],
    },
  };
});
