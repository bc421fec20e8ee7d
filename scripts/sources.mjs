// The sources of a commit or of the working tree, and what a module imports.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Kept out: tests, and what exists for them. */
const forTests = /\.(test|faults)\.tsx?$|\/(testing|cases|suite|test-c[\w-]+)[/.]/;
const isSource = (file) =>
  /^(apps|packages(\/parts)?)\/[^/]+\/(src|worker)\/.+\.tsx?$/.test(file) && !forTests.test(file);

function git(parameters, input) {
  const { status, stdout, stderr } = spawnSync('git', parameters, { input, maxBuffer: 1e9 });
  if (status !== 0) throw new Error(String(stderr));
  return stdout;
}

/** The text of each file that `wanted` accepts, by its path. `ref`: a commit; without it the files as they are now. */
export function textsOf(wanted, ref) {
  const listed = ref
    ? git(['ls-tree', '-r', '-z', '--name-only', ref])
    : git(['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']);
  const paths = String(listed).split('\0').filter(wanted);
  if (!ref) return new Map(paths.flatMap(textNow));
  const blobs = git(['cat-file', '--batch'], paths.map((path) => `${ref}:${path}`).join('\n'));
  let at = 0;
  return new Map(
    paths.map((path) => {
      const begins = blobs.indexOf('\n', at) + 1;
      const size = Number(String(blobs.subarray(at, begins)).trim().split(' ').at(-1));
      at = begins + size + 1;
      return [path, String(blobs.subarray(begins, begins + size))];
    }),
  );
}

/** Nothing if it has been deleted and is not committed yet. */
function textNow(path) {
  try {
    return [[path, readFileSync(path, 'utf8')]];
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

export const sourcesOf = (ref) => textsOf(isSource, ref);

const importOf = /(?:^(?:import|export)\s[^;'"]*?|\bimport\()'(\.[^']+|@countersign\/[^']+)'/gm;

/** The files that a module imports, types included, in its workspace and in others. `later`: when all modules are loaded. */
export function importsOf(file, text, workspaceFolder) {
  return [...text.matchAll(importOf)].flatMap(([statement, to]) => {
    const later = statement.startsWith('import(');
    const [, name, path] = /^@countersign\/([^/]+)\/(.+)$/.exec(to) ?? [];
    if (name === undefined) return [{ to: normalize(join(dirname(file), to)), name: null, later }];
    return [{ to: `${workspaceFolder(name)}/src/${path}.ts`, name, later }];
  });
}

/** The circles of a graph (Tarjan): groups of nodes each of which leads to all others, sorted. */
export function circlesOf(edges) {
  const graph = new Map();
  for (const [from, to] of edges) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  const [index, low, stack, circles] = [new Map(), new Map(), [], []];
  const visit = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== index.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return circles.sort();
}
