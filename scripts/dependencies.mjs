// Whether node_modules holds what package-lock.json wants. A checkout that moved on without `npm ci` is told so, not broken.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/**
 * The packages that are wanted and not there, or there in another version.
 * @param {string} root @returns {string[]}
 */
export function missingPackages(root = '.') {
  const wanted = read(join(root, 'package-lock.json'));
  // What npm installed last, as it notes it itself; other installers leave no such note.
  const note = join(root, 'node_modules/.package-lock.json');
  const installed = existsSync(note) ? read(note) : wanted;
  return Object.entries(wanted)
    .filter(([path, { optional, devOptional }]) => {
      if (optional || devOptional || !path.includes('node_modules/')) return false;
      return installed[path]?.version !== wanted[path].version || !existsSync(join(root, path));
    })
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
}

/** Ends the process with a sentence when packages are missing. */
export function requireDependencies() {
  const missing = missingPackages();
  if (missing.length === 0) return;
  const named = missing.slice(0, 3).join(', ');
  const others = missing.length > 3 ? ` and ${missing.length - 3} others` : '';
  process.stderr.write(
    `Run \`npm ci\` first: node_modules is older than this checkout, or incomplete (${named}${others}).\n`,
  );
  process.exit(1);
}
