// Builds and packs the packages, checks the tarballs, installs them into an empty project, and runs the examples of the READMEs there.
import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findPython } from '../find-python.mjs';
import { exampleIn } from './examples.mjs';
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

function installInto(project, tarballs) {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const needed = ['typescript', '@types/node', 'zod'].map(
    (name) => `${name}@${devDependencies[name]}`,
  );
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n');
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--silent'];
  run('npm', [...install, ...tarballs.values(), ...needed], { cwd: project });
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

/** An example that serves is asked for its description; any other runs to its end. */
async function runExample(project, name, output) {
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
    const command = join(project, 'node_modules/.bin/countersign-check');
    await promisify(execFile)(command, [url, '--message', 'Ada'], { cwd: project });
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
function checkPython(project) {
  const python = findPython();
  if (python === undefined) return;
  // Built from a copy: what a build leaves beside its sources, a later one takes for them.
  const sources = join(project, 'python-sources');
  for (const part of ['src', 'pyproject.toml', 'README.md']) {
    cpSync(join('packages/python', part), join(sources, part), { recursive: true });
  }
  const offline = ['--quiet', '--no-index'];
  const environment = (name, ...options) => {
    run(python, ['-m', 'venv', ...options, join(project, name)]);
    return join(project, name, 'bin/python');
  };
  const testIn = (own, ...tests) =>
    run(own, ['-m', 'unittest', '--quiet', ...tests], { cwd: resolve('packages/python/tests') });
  const full = environment('python', '--system-site-packages');
  const wheels = join(project, 'wheels');
  const build = ['--no-build-isolation', '--no-deps', '--wheel-dir', wheels, sources];
  run(full, ['-m', 'pip', 'wheel', ...offline, ...build]);
  const [wheel] = readdirSync(wheels);
  if (wheel === undefined) throw new Error('The Python package was not built.');
  run(full, ['-m', 'pip', 'install', ...offline, join(wheels, wheel)]);
  testIn(full, 'test_readme');
  step('✓ python: installed, and the example of its README');
  const empty = environment('python-empty');
  run(empty, ['-m', 'pip', 'install', ...offline, join(wheels, wheel)]);
  testIn(empty, 'test_agent', 'test_bridges');
  step('✓ python: agents and bridges in an environment with nothing else');
}

const tarballs = packAll();
for (const [name, tarball] of tarballs) checkTarball(name, tarball);
const project = mkdtempSync(join(tmpdir(), 'countersign-packages-'));
try {
  installInto(project, tarballs);
  const examples = new Map(
    published.map((name) => [name, exampleIn(`packages/${name}/README.md`)]),
  );
  examples.set('root', exampleIn('README.md'));
  for (const [name, { code }] of examples) writeFileSync(join(project, `${name}.ts`), code);
  mkdirSync(join(project, 'out'));
  run('npx', ['tsc', '-p', '.'], { cwd: project });
  step('✓ the examples are typechecked against the packed types');
  for (const [name, { output }] of examples) await runExample(project, name, output);
  checkPython(project);
} finally {
  rmSync(project, { recursive: true, force: true });
}
