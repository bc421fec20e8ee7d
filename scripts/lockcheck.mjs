// Every optional platform package named in the lockfile must have its own entry:
// npm sometimes writes a lock without them, and `npm ci` then refuses it on another machine.
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync(process.argv[2] ?? 'package-lock.json', 'utf8'));

/** Node's resolution: look next to the package, then in each folder above it. */
function isLocked(from, name) {
  for (let base = from; ; ) {
    if (packages[`${base ? `${base}/` : ''}node_modules/${name}`]) return true;
    if (!base) return false;
    const cut = base.lastIndexOf('/node_modules/');
    base = cut < 0 ? '' : base.slice(0, cut);
  }
}

const missing = Object.entries(packages).flatMap(([path, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(([name]) => !isLocked(path, name))
    .map(([name, range]) => `${name}@${range}, wanted by ${path}@${entry.version}`),
);
for (const line of missing) process.stderr.write(`missing from the lockfile: ${line}\n`);
if (missing.length > 0) {
  process.stderr.write(
    'Pin a version whose platform packages are all published, then npm install.\n',
  );
}
process.exit(missing.length > 0 ? 1 : 0);
