// What the tests with agents of others depend on. A counterpart whose inputs are those of its last passing run need not run again:
// its digest is kept in `e2e/interop/passed.json`, which is committed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = 'e2e/interop';
const passedFile = join(folder, 'passed.json');

/** Code that meets programs of others. What else the server and the console do, their own tests prove. */
const product = [
  'packages/parts/desk/src/agents',
  'packages/parts/desk/src/delivery',
  'packages/parts/gateway/src',
  'packages/parts/mcp/src/mcp',
  'packages/parts/mcp/src/mcp-servers',
  'packages/parts/desk/src/relayed',
  'packages/parts/desk/src/runs',
  'packages/parts/tools/src/signifiers',
  'packages/adapters/src',
  'packages/agent/src',
  'packages/check/src',
  'packages/hai/src',
  'packages/signifiers/src',
  'packages/upformat/src',
];

function filesOf(path, root) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .filter((name) => name !== 'node_modules' && name !== 'testing' && !name.startsWith('.'))
    .flatMap((name) => filesOf(join(path, name), root))
    .filter((file) => !/\.(test|faults)\.tsx?$/.test(file));
}

/** The counterparts with a test; the other folders are for recording by hand, some on a newer Node. */
export const counterparts = (root = '.') =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.interop.ts'))
    .map((file) => file.slice(0, -'.interop.ts'.length));

/** A digest of all that the tests with this counterpart depend on. */
export function digestOf(name, root = '.') {
  const shared = readdirSync(join(root, folder)).filter((file) => /^[\w-]+\.m?ts$/.test(file));
  const hash = createHash('sha256');
  const paths = [...product, ...shared.map((file) => join(folder, file)), join(folder, name)];
  const files = paths
    .concat(`${folder}/${name}.interop.ts`)
    .filter((path) => existsSync(join(root, path)))
    .flatMap((path) => filesOf(path, root));
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

const passed = (root) =>
  existsSync(join(root, passedFile))
    ? JSON.parse(readFileSync(join(root, passedFile), 'utf8'))
    : {};

/** Those whose inputs have changed since they last passed, and those whose have not. */
export function changedSincePassed(root = '.') {
  const before = passed(root);
  const changed = (name) => before[name] !== digestOf(name, root);
  const all = counterparts(root);
  return { run: all.filter(changed), left: all.filter((name) => !changed(name)) };
}

/** Notes that the tests with these have just passed. */
export function notePassed(names, root = '.') {
  const now = Object.fromEntries(names.map((name) => [name, digestOf(name, root)]));
  const sorted = Object.entries({ ...passed(root), ...now }).toSorted(([left], [right]) =>
    left < right ? -1 : 1,
  );
  writeFileSync(
    join(root, passedFile),
    `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`,
  );
}
