// Typechecks every project of the solution file, each with its own compiler settings. What has not changed since the last time is not
// checked again.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { linkWorkspaces } from './link-workspaces.mjs';

linkWorkspaces();
const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
const only = process.argv.slice(2);
const projects = JSON.parse(readFileSync('tsconfig.json', 'utf8'))
  .references.map((reference) => reference.path)
  .filter((path) => only.length === 0 || only.some((name) => path.includes(name)));

const check = (project) =>
  new Promise((resolve) => {
    const known = join('node_modules/.cache/typecheck', `${project.replaceAll('/', '-')}.json`);
    const options = ['--pretty', 'false', '--incremental', '--tsBuildInfoFile', known];
    const child = spawn(process.execPath, [tsc, '-p', project, ...options], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('close', (code) => resolve({ project, code, output }));
  });

let failed = 0;
const queue = [...projects];
const worker = async () => {
  for (let project = queue.shift(); project !== undefined; project = queue.shift()) {
    const result = await check(project);
    if (result.code !== 0) {
      failed += 1;
      process.stdout.write(`✗ ${project}\n${result.output}`);
    } else process.stdout.write(`✓ ${project}\n`);
  }
};
await Promise.all([worker(), worker()]);
process.exit(failed === 0 ? 0 : 1);
