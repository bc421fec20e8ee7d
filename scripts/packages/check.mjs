// Builds and packs the packages, checks the tarballs, installs them into an empty project, and runs the examples of the READMEs there;
// then the same with the libraries for authors, also from a running server.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findPython } from '../find-python.mjs';
import { exampleIn } from './examples.mjs';
import { checkFromServer } from './from-server.mjs';
import { buildLibraries } from './libraries.mjs';
import { packAll, published } from './pack.mjs';

const run = (command, args, options = {}) =>
  execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  });
const step = (text) => process.stdout.write(`${text}\n`);
const bin = (name) => resolve('node_modules/.bin', name);

function checkTarball(name, tarball) {
  run(bin('publint'), ['--strict', tarball]);
  // Types as an ES module and a bundler find them; there is no CommonJS.
  run(bin('attw'), [tarball, '--profile', 'esm-only', '--format', 'json']);
  step(`✓ ${name}: publint and types`);
}

function installInto(project, tarballs, zod) {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const needed = ['typescript', '@types/node'].map((name) => `${name}@${devDependencies[name]}`);
  needed.push(`zod@${zod ?? devDependencies.zod}`);
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--silent'];
  run('npm', [...install, ...tarballs, ...needed], { cwd: project });
  mkdirSync(join(project, 'out'));
  const settings = {
    strict: true,
    module: 'nodenext',
    target: 'es2023',
    outDir: 'out',
    types: ['node'],
  };
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...settings, skipLibCheck: false }, include: ['*.ts'] }),
  );
}

/** An example that serves is asked for its description and checked by `checker`; any other runs to its end. */
async function runExample({ project, name, output, checker }) {
  const child = spawn(process.execPath, [`out/${name}.js`], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  const ended = new Promise((done) => child.on('exit', done));
  const served = new Promise((done) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (said.includes('"control"')) done('served');
    });
  });
  const how = await Promise.race([ended, served]);
  if (how === 'served') {
    const { url } = JSON.parse(said);
    const card = await (await fetch(new URL('card', url))).json();
    // The command as it is installed; it fails if the agent does.
    await promisify(execFile)(checker, [url, '--message', 'Ada'], { cwd: project });
    step(`✓ ${name}: its agent has nothing to fix by countersign-check`);
    child.kill();
    if (card.url !== url) throw new Error(`${name}: the card says ${card.url}`);
  } else if (how !== 0) throw new Error(`The example of ${name} ended with ${how}.`);
  else if (output !== '' && said !== output) {
    throw new Error(`The example of ${name} printed:\n${said}instead of:\n${output}`);
  }
  step(`✓ ${name}: the example of its README`);
}

/**
 * The Python package as a wheel: with Pydantic, the example of its README; in an environment with nothing else, its agents and bridges,
 * which need no other package.
 */
function checkPython(project, python, wheel) {
  const offline = ['--quiet', '--no-index'];
  const environment = (name, ...options) => {
    run(python, ['-m', 'venv', ...options, join(project, name)]);
    return join(project, name, 'bin/python');
  };
  const testIn = (own, ...tests) =>
    run(own, ['-m', 'unittest', '--quiet', ...tests], { cwd: resolve('packages/python/tests') });
  const full = environment('python', '--system-site-packages');
  run(full, ['-m', 'pip', 'install', ...offline, wheel]);
  testIn(full, 'test_readme');
  step('✓ python: installed, and the example of its README');
  const empty = environment('python-empty');
  run(empty, ['-m', 'pip', 'install', ...offline, wheel]);
  testIn(empty, 'test_agent', 'test_bridges', 'test_over_http');
  step('✓ python: agents and bridges in an environment with nothing else');
}

/** The library as one package, with the oldest zod that it names and the newest. */
async function checkLibrary({ parent, tarball, name, checker }) {
  checkTarball(name, tarball);
  for (const zod of ['4.0.0', '4']) {
    const project = join(parent, `zod-${zod}`);
    mkdirSync(project);
    installInto(project, [tarball], zod);
    const { code, output } = exampleIn('packages/agent/README.md');
    writeFileSync(join(project, 'agent.ts'), code.replaceAll('@countersign/agent', name));
    run('npx', ['tsc', '-p', '.'], { cwd: project });
    await runExample({ project, name: 'agent', output, checker });
    step(`✓ ${name} with zod ${zod}`);
  }
}

const tarballs = packAll();
for (const [name, tarball] of tarballs) checkTarball(name, tarball);
const project = mkdtempSync(join(tmpdir(), 'countersign-packages-'));
try {
  installInto(project, tarballs.values());
  const checker = join(project, 'node_modules/.bin/countersign-check');
  const examples = new Map(
    published.map((name) => [name, exampleIn(`packages/${name}/README.md`)]),
  );
  examples.set('root', exampleIn('README.md'));
  for (const [name, { code }] of examples) writeFileSync(join(project, `${name}.ts`), code);
  run('npx', ['tsc', '-p', '.'], { cwd: project });
  step('✓ the examples are typechecked against the packed types');
  for (const [name, { output }] of examples) await runExample({ project, name, output, checker });
  const folder = join(project, 'libraries');
  const { npm, python: wheel } = buildLibraries(folder);
  const tarball = join(folder, npm.file);
  await checkLibrary({ parent: project, tarball, name: npm.manifest.name, checker });
  const python = findPython();
  if (python !== undefined) checkPython(project, python, join(folder, wheel.file));
  await checkFromServer(project, python, step);
} finally {
  rmSync(project, { recursive: true, force: true });
}
