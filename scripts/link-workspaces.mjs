// A workspace that arrived with a pull is linked as an installation would link it: its packages are installed already.
import { existsSync, lstatSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { workspaces } from './workspaces.mjs';

const isThere = (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

export function linkWorkspaces() {
  const scope = join('node_modules', '@countersign');
  if (!existsSync(scope)) return;
  for (const { name, folder } of workspaces()) {
    const link = join(scope, name);
    if (!isThere(link)) linkOnce(join('..', '..', folder), link);
  }
}

/** Another command that starts at the same time may have made the link meanwhile. */
export function linkOnce(target, link) {
  try {
    symlinkSync(target, link, 'junction');
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}
