// What nobody imports. `--production` asks once more without the tests: what only they use is dead as well.
const production = process.argv.includes('--production');

/** Files that exist for tests. */
const forTests = [
  '{apps,packages,packages/parts}/*/src/**/testing/**',
  'apps/console/src/**/{testing,cases}/**',
  'apps/console/src/ui/forms/form-harness.tsx',
  'apps/crew/src/test-crew.ts',
  'packages/testkit/**',
  'packages/agent/src/test-client.ts',
  'packages/json-schema/src/suite/**',
];

export default {
  // Also of what a package exports: there is no reader of it but this repository.
  includeEntryExports: true,
  ignoreExportsUsedInFile: true,
  // A type that only tests name is no code of the product.
  ...(production ? { exclude: ['types'] } : {}),
  vitest: { config: ['vite.config.ts', 'vitest.faults.config.ts'] },
  playwright: {
    config: ['playwright.config.ts', 'e2e/{interop,shots}/playwright.config.ts'],
    entry: ['e2e/**/*.e2e.ts', 'e2e/interop/*.interop.ts', 'e2e/shots/*.shots.ts'],
  },
  ignore: ['e2e/interop/*/**', 'e2e/interop/recorder.mjs', ...(production ? forTests : [])],
  ignoreIssues: {
    // Named by the configuration of vitest, as a path.
    'apps/bff/src/testing/built-thread.ts': ['exports'],
    'scripts/test-setup.mjs': ['exports'],
    // The library, for authors outside of this repository.
    'packages/agent/src/index.ts': ['exports', 'types'],
    'packages/agent/src/approval/*.ts': ['exports', 'types'],
  },
  // Run by the check of the packed packages, by path.
  ignoreDependencies: ['publint', '@arethetypeswrong/cli'],
  ignoreBinaries: ['mount', 'umount', 'prlimit', 'codex'],
  workspaces: {
    '.': {
      entry: ['scripts/*.mjs', 'bench/{main,append-writer,fan-out-peer,reader-crowd}.ts'],
      project: ['{scripts,e2e,bench}/**/*.{ts,mjs}', '*.ts'],
    },
    // Loaded before servers of the fault tests, by their paths.
    'apps/bff': { entry: ['src/testing/faults/*.mjs'], project: ['src/**/*.ts!'] },
    'apps/console': {
      entry: ['src/main.ts!', 'worker/shell-worker.ts!'],
      project: ['{src,worker}/**/*.{ts,tsx}!'],
    },
    'apps/crew': { entry: ['src/**/main.ts!'], project: ['src/**/*.ts!'] },
    'apps/cli': { entry: ['src/main.ts!', 'src/**/*.faults.ts'], project: ['src/**/*.ts!'] },
    'packages/agent': {
      entry: ['examples/*.ts', 'src/approval/*.ts!'],
      project: ['src/**/*.ts!', 'examples/*.ts'],
    },
    // Python.
    'packages/python': { project: [] },
    'packages/*': { project: ['src/**/*.ts!'] },
    'packages/parts/*': { project: ['src/**/*.ts!'] },
  },
};
