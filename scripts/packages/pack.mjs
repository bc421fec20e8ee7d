// Builds the packages as they are published: ES modules, types and source maps, from sources that use each other's sources here.
// The result is in `dist-packages`: a folder and a tarball of each.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

/** In the order in which they need each other. */
export const published = [
  'json',
  'json-schema',
  'hai',
  'upformat',
  'receipt',
  'search',
  'api',
  'uap',
  'thread',
  'adapters',
  'agent',
  'check',
  'client',
];

const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
const target = resolve('dist-packages');
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const write = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
const sources = (name) =>
  readdirSync(`packages/${name}/src`, { recursive: true }).filter(
    (file) => /\.ts$/.test(file) && !/\.(test|faults)\.ts$|(^|\/)testing\//.test(file),
  );

/** The modules of a package that other packages import: they have to be exported, and are not for anyone else. */
function usedByOthers(name) {
  const pattern = new RegExp(`'@countersign/${name}/([\\w./-]+)'`, 'g');
  const found = published
    .filter((other) => other !== name)
    .flatMap((other) => sources(other).map((file) => `packages/${other}/src/${file}`))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, path]) => path));
  return [...new Set(found)];
}

function manifestOf(name) {
  const own = read(`packages/${name}/package.json`);
  const { version, license } = read('package.json');
  const paths = [...new Set([...own.entryPoints, ...usedByOthers(name)])].toSorted();
  // Commands, by the module that each of them runs.
  const commands = Object.entries(own.commands ?? {}).map(([name, path]) => [
    name,
    `dist/${path}.js`,
  ]);
  const exports = Object.fromEntries(
    paths.map((path) => [
      path === 'index' ? '.' : `./${path}`,
      { types: `./dist/${path}.d.ts`, default: `./dist/${path}.js` },
    ]),
  );
  return {
    name: own.name,
    version,
    description: own.description,
    license,
    type: 'module',
    sideEffects:
      commands.length > 0 ? [...new Set(commands.map(([, file]) => `./${file}`))] : false,
    ...(commands.length > 0 ? { bin: Object.fromEntries(commands) } : {}),
    engines: { node: '>=20.19' },
    files: ['dist', 'src', 'README.md', 'LICENSE'],
    exports: { ...exports, './package.json': './package.json' },
    dependencies: own.dependencies ?? {},
  };
}

const settings = {
  extends: resolve('tsconfig.base.json'),
  compilerOptions: {
    noEmit: false,
    outDir: 'dist',
    rootDir: 'src',
    declaration: true,
    sourceMap: true,
    rewriteRelativeImportExtensions: true,
    stripInternal: false,
    incremental: false,
  },
  include: ['src'],
};

/** Types name their neighbours as the modules do. */
function finishTypes(folder) {
  for (const file of readdirSync(folder, { recursive: true })) {
    if (!file.endsWith('.d.ts')) continue;
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      text.replaceAll(/((?:from|import\()\s*["']\.[^"']*)\.ts(["'])/g, '$1.js$2'),
    );
  }
}

function build(name) {
  const folder = join(target, name);
  mkdirSync(join(folder, 'node_modules/@countersign'), { recursive: true });
  for (const other of published.slice(0, published.indexOf(name))) {
    symlinkSync(join(target, other), join(folder, 'node_modules/@countersign', other));
  }
  for (const file of sources(name))
    cpSync(`packages/${name}/src/${file}`, join(folder, 'src', file));
  const { compilerOptions } = read(`packages/${name}/tsconfig.json`);
  const { lib, types } = compilerOptions;
  write(join(folder, 'tsconfig.json'), {
    ...settings,
    compilerOptions: { ...settings.compilerOptions, lib, types },
  });
  execFileSync(process.execPath, [tsc, '-p', folder], { stdio: 'inherit' });
  finishTypes(join(folder, 'dist'));
  for (const file of readdirSync(`packages/${name}/src`, { recursive: true })) {
    // Such as a schema in another language.
    if (/\.(proto|json)$/.test(file))
      cpSync(`packages/${name}/src/${file}`, join(folder, 'dist', file));
  }
  cpSync('LICENSE', join(folder, 'LICENSE'));
  cpSync(`packages/${name}/README.md`, join(folder, 'README.md'));
  write(join(folder, 'package.json'), manifestOf(name));
}

/** @returns {Map<string, string>} the tarball of each package */
export function packAll() {
  rmSync(target, { recursive: true, force: true });
  for (const name of published) build(name);
  return new Map(
    published.map((name) => {
      const folder = join(target, name);
      const said = execFileSync('npm', ['pack', '--json', '--pack-destination', target], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      return [name, join(target, JSON.parse(said)[0].filename)];
    }),
  );
}
