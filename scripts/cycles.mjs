// Finds cycles: of modules that import each other at run time, and of the folders of a workspace that import each other at all.
// Tests, and the files at the root of a workspace, which combine its folders, may import anything.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

const workspaces = ['apps', 'packages'].flatMap((kind) =>
  readdirSync(kind).map((name) => join(kind, name, 'src')),
);

const importOf =
  /^(?:import|export)\s+(type\s+)?([^;'"]*?)\s*(?:from\s+)?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;

/** The imports of a module: their targets, and whether they exist at run time. */
function importsOf(file) {
  return [...readFileSync(file, 'utf8').matchAll(importOf)].map(
    ([, type, names = '', from, later]) => ({
      to: normalize(join(dirname(file), from ?? later)),
      // A dynamic import: by then all modules are loaded.
      runs:
        type === undefined && later === undefined && !/^\{(\s*type [^,}]+,?)+\s*\}$/.test(names),
    }),
  );
}

const modules = workspaces.flatMap((source) =>
  readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/\.(test|faults)\.tsx?$|\/testing\//.test(file))
    .map((file) => ({ file, source, imports: importsOf(file) })),
);

/** The cycles of a graph (Tarjan): groups of nodes each of which leads to all others. */
function circlesOf(graph) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const circles = [];
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
    if (circle.length > 1) circles.push(circle);
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return circles;
}

const graphOf = (edges) => {
  const graph = new Map();
  for (const [from, to] of edges) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
};

const faults = [];
const running = modules.flatMap(({ file, imports }) =>
  imports.filter(({ runs }) => runs).map(({ to }) => [file, to]),
);
for (const circle of circlesOf(graphOf(running))) {
  faults.push(`These modules import each other as they run: ${circle.join(', ')}`);
}

for (const source of workspaces) {
  const folderOf = (file) => {
    const inside = relative(source, file).split('/');
    return inside.length > 1 && inside[0] !== '..' ? inside[0] : null;
  };
  const edges = modules
    .filter((module) => module.source === source)
    .flatMap(({ file, imports }) => imports.map(({ to }) => ({ file, to })))
    .map((edge) => ({ ...edge, from: folderOf(edge.file), into: folderOf(edge.to) }))
    .filter(({ from, into }) => from !== null && into !== null && from !== into);
  for (const circle of circlesOf(graphOf(edges.map(({ from, into }) => [from, into])))) {
    const within = edges.filter(({ from, into }) => circle.includes(from) && circle.includes(into));
    faults.push(
      `The folders ${circle.join(', ')} of ${source} import each other:`,
      ...within.map(({ file, to }) => `  ${relative(source, file)} → ${relative(source, to)}`),
    );
  }
}

if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
console.log(`No cycles among ${modules.length} modules.`);
