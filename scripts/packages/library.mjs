// The library of an agent's author as one package: everything of ours and of others in it, but for zod, of which an author's
// schemas and ours must be the same. Types are the emitted ones, side by side.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { names } from './names.mjs';
import { packagesIn, thirdParty } from './third-party.mjs';

const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
const packages = resolve('packages');
const sources = join(packages, 'agent/src');
/** The root, and a module for each framework, which an author imports by itself. */
const entries = [
  'index',
  ...['ai-sdk', 'claude-agent-sdk', 'langchain', 'mastra', 'openai-agents'].map(
    (name) => `approval/${name}`,
  ),
];
const entryFiles = entries.map((name) => join(sources, `${name}.ts`));
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const write = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/** The modules; returns the files that they were made of. What they share exists once, so that its classes are the same. */
function bundle(folder) {
  const { metafile } = buildSync({
    entryPoints: entryFiles,
    outdir: join(folder, 'dist'),
    outbase: sources,
    chunkNames: 'shared/[hash]',
    splitting: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['zod'],
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
    alias: Object.fromEntries(
      readdirSync(packages).map((name) => [`@countersign/${name}`, join(packages, name, 'src')]),
    ),
  });
  return Object.keys(metafile.inputs);
}

const specifier = /((?:from|import\()\s*["'])([^"']+)(["'])/g;

/** Where a module of ours has its types, from the module that names it; null = it is not ours. */
function typesOf(named, from, folder) {
  const [, name, path] = /^@countersign\/([^/]+)\/(.+)$/.exec(named) ?? [];
  if (name !== undefined) return join(folder, name, 'src', `${path}.d.ts`);
  return named.startsWith('.') ? join(dirname(from), named.replace(/\.ts$/, '.d.ts')) : null;
}

/** zod types a union by its key only since 4.1, with one parameter more; what is read with it has the same type without the key. */
const forEveryZod4 = (text) =>
  text.replaceAll('z.ZodDiscriminatedUnion<', 'z.ZodUnion<').replaceAll(/\], "\w+">/g, ']>');

/** The types that the root leads to, each naming its neighbours by relative paths. */
function emitTypes(folder, scratch) {
  const paths = Object.fromEntries(
    readdirSync(packages).map((name) => [
      `@countersign/${name}/*`,
      [join(packages, name, 'src/*.ts')],
    ]),
  );
  const settings = {
    noEmit: false,
    emitDeclarationOnly: true,
    declaration: true,
    rootDir: packages,
    outDir: join(scratch, 'types'),
    lib: ['ES2023'],
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
    paths,
  };
  write(join(scratch, 'tsconfig.json'), {
    extends: resolve('tsconfig.base.json'),
    compilerOptions: settings,
    files: entryFiles,
  });
  execFileSync(process.execPath, [tsc, '-p', scratch], { stdio: 'inherit' });
  const target = join(folder, 'types');
  const waiting = entries.map((name) => join(scratch, `types/agent/src/${name}.d.ts`));
  const seen = new Set(waiting);
  for (const file of waiting) {
    const emitted = forEveryZod4(readFileSync(file, 'utf8'));
    const text = emitted.replaceAll(specifier, (all, before, named, after) => {
      const to = typesOf(named, file, join(scratch, 'types'));
      if (to === null) return all;
      if (!seen.has(to)) waiting.push(to);
      seen.add(to);
      const path = relative(dirname(file), to).replace(/\.d\.ts$/, '.js');
      return `${before}${path.startsWith('.') ? path : `./${path}`}${after}`;
    });
    const place = join(target, relative(join(scratch, 'types'), file));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
}

/** The page of the package, by the names that an author knows. */
const page = () =>
  readFileSync('packages/agent/README.md', 'utf8')
    .replaceAll('@countersign/agent', names.npm.agent)
    .replaceAll('packages/agent/examples/', '');

function manifest() {
  const { version, license } = read('package.json');
  const { description } = read('packages/agent/package.json');
  return {
    name: names.npm.agent,
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19' },
    files: ['dist', 'types', 'README.md', 'LICENSE', 'THIRD-PARTY.txt'],
    exports: {
      ...Object.fromEntries(
        entries.map((name) => [
          name === 'index' ? '.' : `./${name}`,
          { types: `./types/agent/src/${name}.d.ts`, default: `./dist/${name}.js` },
        ]),
      ),
      './package.json': './package.json',
    },
    peerDependencies: { zod: '^4.0.0' },
  };
}

/**
 * Packs it into `target`.
 * @param {string} target an existing folder
 * @returns {{ file: string, manifest: object, integrity: string, shasum: string }} `file`: its name in `target`
 */
export function packLibrary(target) {
  const folder = resolve('dist-packages/library');
  const scratch = resolve('dist-packages/library-types');
  for (const one of [folder, scratch]) {
    rmSync(one, { recursive: true, force: true });
    mkdirSync(one, { recursive: true });
  }
  const inputs = bundle(folder);
  emitTypes(folder, scratch);
  cpSync('LICENSE', join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'THIRD-PARTY.txt'), thirdParty(packagesIn(inputs)));
  writeFileSync(join(folder, 'README.md'), page());
  write(join(folder, 'package.json'), manifest());
  rmSync(scratch, { recursive: true });
  const said = execFileSync('npm', ['pack', '--json', '--pack-destination', target], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename, integrity, shasum }] = Object.values(JSON.parse(said));
  return { file: filename, manifest: read(join(folder, 'package.json')), integrity, shasum };
}
