// Runs a command with the newest Node that is supported for long, from the npm registry: `node scripts/newer-node.mjs npm run test:faults`.
// The tests run on the oldest Node that is supported; these, and the image, on this one.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

/** The same as that of the Dockerfile. */
const version = '24.21.0';

/** The folder with its `node`, which is installed if it is not there yet. Throws if the registry has none for this machine. */
export function newerNode() {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = resolve('node_modules', '.cache', `${name}-${version}`);
  const bin = join(folder, 'node_modules', name, 'bin');
  if (existsSync(join(bin, 'node'))) return bin;
  mkdirSync(folder, { recursive: true });
  const from = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', [...from, `${name}@${version}`], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`Node ${version} for ${name} is not in the npm registry.`);
  return bin;
}

if (import.meta.filename === process.argv[1]) {
  const [command, ...given] = process.argv.slice(2);
  if (command === undefined) {
    process.stderr.write('Which command? For example: node scripts/newer-node.mjs npm run unit\n');
    process.exit(2);
  }
  const env = { ...process.env, PATH: `${newerNode()}${delimiter}${process.env.PATH ?? ''}` };
  const { stdout } = spawnSync('node', ['--version'], { env, encoding: 'utf8' });
  process.stdout.write(`Node ${stdout.trim()}\n`);
  process.exit(spawnSync(command, given, { stdio: 'inherit', env }).status ?? 1);
}
