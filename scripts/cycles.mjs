// Finds circles and imports against the layers: of modules, of the folders of a workspace, and of workspaces. Imports of types count,
// and so do the files at a workspace's root. Tests may import anything.
// Old faults stand by name in `known-imports.json`, which may only shrink: `--write` takes out what has been repaired.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { circlesOf, importsOf, sourcesOf } from './sources.mjs';
import { folderOfWorkspace, workspaceOf, workspaces } from './workspaces.mjs';

const knownFile = new URL('known-imports.json', import.meta.url);
const formats = ['json', 'json-schema', 'hai', 'upformat'];

/** What is pure, and what the kernel of the server may know of it: nothing of the subjects. */
const kernelNeeds = [...formats, 'desk', 'thread', 'adapters', 'api', 'search', 'receipt'];
const pure = [...kernelNeeds, 'check', 'uap', 'memory', 'signifiers', 'policy', 'risk'];

/** The parts of the server, and which others each needs beside the kernel, as its `part.ts` says. */
const parts = Object.fromEntries(
  workspaces()
    .filter(({ folder }) => folder.startsWith('packages/parts/'))
    .map(({ folder }) => {
      const [, needs = ''] =
        /^ {2}needs: \{([^}]*)\}/m.exec(readFileSync(`${folder}/src/part.ts`, 'utf8')) ?? [];
      return [basename(folder), needs.match(/\w+/g) ?? []];
    }),
);

/** Which workspaces each may import. `testkit` is for tests, and only the command line imports apps, to start them. */
const layers = {
  json: [],
  'json-schema': ['json'],
  hai: ['json'],
  upformat: ['json', 'json-schema', 'hai'],
  desk: formats,
  policy: [...formats, 'api', 'desk'],
  risk: ['api'],
  thread: formats,
  adapters: formats,
  receipt: ['json'],
  search: ['json'],
  uap: ['json', 'json-schema', 'search'],
  memory: ['json', 'search'],
  signifiers: ['json', 'json-schema', 'search', 'uap'],
  api: [...formats, 'desk', 'thread'],
  client: [...formats, 'desk', 'thread', 'api'],
  agent: [...formats, 'adapters', 'receipt'],
  check: [...formats, 'adapters', 'agent'],
  console: [...formats, 'desk', 'thread', 'api', 'client', 'uap', 'signifiers', 'policy'],
  crew: [...formats, 'agent', 'uap'],
  server: kernelNeeds,
  ...Object.fromEntries(
    Object.entries(parts).map(([part, needs]) => [
      `part-${part}`,
      [...pure, 'server', ...needs.map((need) => `part-${need}`)],
    ]),
  ),
  bff: [...pure, 'server', ...Object.keys(parts).map((part) => `part-${part}`)],
  cli: [...formats, 'receipt', 'api', 'agent', 'check', 'server', 'bff', 'crew'],
  testkit: [...formats, 'thread'],
};

/** The folder of a workspace that a file is in, like `packages/server/src/http`; null = it is at the root. */
const folderOf = (file) => /^.+?\/src\/[^/]+(?=\/)/.exec(file)?.[0] ?? null;

const edges = [...sourcesOf()].flatMap(([from, text]) =>
  importsOf(from, text, folderOfWorkspace).map((one) => ({ from, ...one })),
);
const found = {
  circles: circlesOf(edges.filter(({ later }) => !later).map(({ from, to }) => [from, to])),
  folders: circlesOf(
    edges
      .filter(({ name }) => name === null)
      .map(({ from, to }) => [folderOf(from), folderOf(to)])
      .filter(([from, to]) => from !== null && to !== null && from !== to),
  ),
  layers: [
    ...new Set(
      edges
        .map(({ from, name }) => ({ from, name, own: workspaceOf(from) }))
        .filter(({ name, own }) => name && name !== own && !layers[own]?.includes(name))
        .map(({ from, name }) => `${from} → ${name}`),
    ),
  ].sort(),
};

const known = JSON.parse(readFileSync(knownFile, 'utf8'));
/** What is left of a known circle is no new one. */
const isKnown = (circle, list) => list.some((old) => circle.every((one) => old.includes(one)));
const faults = [
  ...found.circles
    .filter((one) => !isKnown(one, known.circles))
    .map((one) => `These modules import each other: ${one.join(', ')}`),
  ...found.folders
    .filter((one) => !isKnown(one, known.folders))
    .map((one) => `These folders import each other: ${one.join(', ')}`),
  ...found.layers
    .filter((one) => !known.layers.includes(one))
    .map((one) => `Against the layers: ${one}`),
];
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
if (process.argv.includes('--write'))
  writeFileSync(knownFile, `${JSON.stringify(found, null, 2)}\n`);
const { circles, folders } = found;
console.log(
  `Known of old: ${circles.length} circles, ${folders.length} of folders, ${found.layers.length} imports against the layers.`,
);
