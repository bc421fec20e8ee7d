import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { workspaces } from '../workspaces.mjs';

/** The version in each manifest of this repository, by its file: all are released together. */
export function versionsHere() {
  const manifests = workspaces().map(({ folder }) => `${folder}/package.json`);
  const project = 'packages/python/pyproject.toml';
  return new Map([
    ...['package.json', ...manifests].map((file) => [
      file,
      JSON.parse(readFileSync(file, 'utf8')).version,
    ]),
    [project, /^version = "(.*)"$/m.exec(readFileSync(project, 'utf8'))?.[1]],
  ]);
}

/** The files that differ from the commit, also new ones. */
export const uncommitted = () =>
  execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(3));
