// The workspaces of this repository.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** As in `package.json`: a part of the server is named after the folder it lies in, so that it is known apart from a package. */
const kinds = [
  { folder: 'packages', prefix: '' },
  { folder: 'packages/parts', prefix: 'part-' },
  { folder: 'apps', prefix: '' },
];

/** Each as its name without the scope, and its folder: `part-desk` is `packages/parts/desk`. */
export const workspaces = (root = '.') =>
  kinds.flatMap(({ folder, prefix }) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder))
          .filter((name) => existsSync(join(root, folder, name, 'package.json')))
          .map((name) => ({ name: `${prefix}${name}`, folder: `${folder}/${name}` }))
      : [],
  );

/** The folder of the workspace of that name. */
export function folderOfWorkspace(name) {
  if (name.startsWith('part-')) return `packages/parts/${name.slice('part-'.length)}`;
  return existsSync(`apps/${name}`) ? `apps/${name}` : `packages/${name}`;
}

/** The name of the workspace that a file is in. */
export function workspaceOf(file) {
  const [, part] = /^packages\/parts\/([^/]+)\//.exec(file) ?? [];
  return part === undefined ? file.split('/')[1] : `part-${part}`;
}
