// Makes the product as one package: `npm run pack`. Server, console, demo agents and the command line are prebuilt, with all packages of
// others inside but the one that is native. The source maps are a package of their own. The result is in `dist-package`.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { buildConsole } from '../build-console.mjs';
import { bundling, entryPoints, readBeside } from '../build-servers.mjs';
import { buildLibraries } from './libraries.mjs';
import { names } from './names.mjs';
import { consoleSources, packagesIn, thirdParty } from './third-party.mjs';

const target = resolve('dist-package');
const product = join(target, 'product');
const maps = join(target, 'maps');

/** Outside of the bundles: native code, and what `pg` would load if it were installed. */
const outside = ['libsql', 'pg-native'];

/** CommonJS inside an ES module still calls `require`, and names its file. */
const banner = [
  `import{createRequire as bundledRequire}from'node:module'`,
  `import{fileURLToPath as bundledPath}from'node:url'`,
  'const require=bundledRequire(import.meta.url)',
  '__filename=bundledPath(import.meta.url)',
  `__dirname=bundledPath(new URL('.',import.meta.url));`,
];
const bannerText = `${banner.slice(0, 2).join(';')};${banner.slice(2).join(',')}`;

/** Returns the files whose code is in the bundles. All chunks lie in one folder: they find their threads and data beside them. */
function bundleServers() {
  const { metafile, outputFiles } = buildSync({
    ...bundling(),
    entryPoints,
    outdir: join(product, 'server'),
    splitting: true,
    minify: true,
    sourcemap: 'external',
    legalComments: 'none',
    external: outside,
    banner: { js: bannerText },
    metafile: true,
    write: false,
  });
  for (const { path, contents } of outputFiles) {
    const inPackage = relative(product, path);
    const file = join(path.endsWith('.map') ? maps : product, inPackage);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  return Object.keys(metafile.inputs).map((file) => resolve(file));
}

/** The console as it is served. Browsers that a plain copy is too large for take brotli; what they ask for with gzip is sent plain. */
function copyConsole() {
  const isMap = (path) => path.endsWith('.map') || path.endsWith('.map.br');
  cpSync('dist', join(product, 'console'), {
    recursive: true,
    filter: (path) => !isMap(path) && !path.endsWith('.gz'),
  });
  cpSync('dist', join(maps, 'console'), {
    recursive: true,
    filter: (path) => !/\.[^/]+$/.test(path) || path.endsWith('.map') || path === 'dist',
  });
}

const write = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

const lockOf = (name) =>
  JSON.parse(readFileSync('package-lock.json', 'utf8')).packages[`node_modules/${name}`];

function writeManifests() {
  const { version, description, license, engines } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  );
  const shared = { version, license, type: 'module' };
  const bin = 'server/countersign.mjs';
  write(join(product, 'package.json'), {
    name: names.npm.product,
    ...shared,
    description,
    engines,
    // The second is the one that npx chooses.
    bin: { [names.command]: bin, [names.npm.product]: bin },
    files: ['server', 'console', 'THIRD-PARTY.txt', 'CHANGELOG.md'],
    dependencies: { libsql: lockOf('libsql').version },
  });
  write(join(maps, 'package.json'), {
    name: names.npm.maps,
    ...shared,
    description: `The source maps of ${names.npm.product} ${version}.`,
    files: ['server', 'console'],
  });
}

/** Returns the tarball of a folder, and its sizes. */
function pack(folder) {
  const said = execFileSync('npm', ['pack', '--json', '--pack-destination', target], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [{ filename, size, unpackedSize, entryCount }] = Object.values(JSON.parse(said));
  return { tarball: join(target, filename), size, unpackedSize, entryCount };
}

/**
 * Makes both packages; returns the sizes and the tarball of the product, the tarball of the maps, the files of the libraries in it, and
 * which packages of others are inside or installed with it, as `name@version`.
 */
export function packProduct() {
  buildConsole();
  rmSync(target, { recursive: true, force: true });
  for (const folder of [product, maps]) mkdirSync(folder, { recursive: true });
  const files = bundleServers();
  for (const [path, source] of readBeside()) {
    const file = join(product, 'server', path);
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(source, file);
  }
  const libraries = join(product, 'server/packages');
  const built = buildLibraries(libraries);
  copyConsole();
  const packages = packagesIn([...files, ...consoleSources('dist')]);
  writeFileSync(join(product, 'THIRD-PARTY.txt'), thirdParty(packages));
  for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md']) {
    if (existsSync(name)) copyFileSync(name, join(product, name));
  }
  copyFileSync('LICENSE', join(maps, 'LICENSE'));
  writeManifests();
  const { version } = lockOf('libsql');
  return {
    ...pack(product),
    maps: pack(maps).tarball,
    libraries: [built.npm.file, built.python.file].map((file) => join(libraries, file)),
    inside: new Set(
      [...packages, { name: 'libsql', version }].map((one) => `${one.name}@${one.version}`),
    ),
  };
}

if (import.meta.filename === process.argv[1]) {
  const { tarball, size, unpackedSize, entryCount, maps: mapsTarball } = packProduct();
  const mb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  process.stdout.write(
    `${relative('.', tarball)}: ${mb(size)}, ${mb(unpackedSize)} unpacked, ${entryCount} files\n${relative('.', mapsTarball)}: the source maps\n`,
  );
}
