// Whether node_modules matches package-lock.json. After an update without `npm ci`, scripts stop with a message instead of an error.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkWorkspaces } from './link-workspaces.mjs';

const read = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/**
 * The required packages that are missing, or installed in another version.
 * @param {string} root @returns {string[]}
 */
export function missingPackages(root = '.') {
  const wanted = read(join(root, 'package-lock.json'));
  // What npm installed last, as recorded by npm; other installers leave no such file.
  const note = join(root, 'node_modules/.package-lock.json');
  const installed = existsSync(note) ? read(note) : wanted;
  return Object.entries(wanted)
    .filter(([path, { optional, devOptional }]) => {
      if (optional || devOptional || !path.includes('node_modules/')) return false;
      return installed[path]?.version !== wanted[path].version || !existsSync(join(root, path));
    })
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
}

/** Exits with a message if packages are missing. */
export function requireDependencies() {
  linkWorkspaces();
  const missing = missingPackages();
  if (missing.length === 0) return;
  const named = missing.slice(0, 3).join(', ');
  const others = missing.length > 3 ? ` and ${missing.length - 3} others` : '';
  process.stderr.write(
    `Run \`npm ci\` first: node_modules is older than this checkout, or incomplete (${named}${others}).\n`,
  );
  process.exit(1);
}
