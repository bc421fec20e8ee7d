// Finds circles and imports against the layers: of modules, of the folders of a workspace, of the subjects of the server, and of
// workspaces. Imports of types count,
// and so do the files at a workspace's root. Tests may import anything.
// Old faults stand by name in `known-imports.json`, which may only shrink: `--write` takes out what has been repaired.
import { readFileSync, writeFileSync } from 'node:fs';
import { importsAgainstSubjects } from './server-subjects.mjs';
import { circlesOf, importsOf, sourcesOf } from './sources.mjs';

const knownFile = new URL('known-imports.json', import.meta.url);
const formats = ['json', 'json-schema', 'hai', 'upformat'];

/** Which workspaces each may import. `testkit` is for tests, and only the command line imports apps, to start them. */
const layers = {
  json: [],
  'json-schema': ['json'],
  hai: ['json'],
  upformat: ['json', 'json-schema', 'hai'],
  desk: formats,
  thread: formats,
  adapters: formats,
  search: ['json'],
  uap: ['json', 'json-schema', 'search'],
  memory: ['json', 'search'],
  signifiers: ['json', 'json-schema', 'search', 'uap'],
  api: [...formats, 'desk', 'thread'],
  client: [...formats, 'desk', 'thread', 'api'],
  agent: [...formats, 'adapters'],
  check: [...formats, 'adapters', 'agent'],
  console: [...formats, 'desk', 'thread', 'api', 'client', 'uap', 'signifiers'],
  crew: [...formats, 'agent', 'uap'],
  bff: [
    ...[...formats, 'desk', 'thread', 'adapters', 'api', 'check'],
    ...['search', 'uap', 'memory', 'signifiers'],
  ],
  cli: [...formats, 'api', 'agent', 'check', 'bff', 'crew'],
  testkit: [...formats, 'thread'],
};

const apps = ['bff', 'cli', 'console', 'crew'];
const folderOfWorkspace = (name) => `${apps.includes(name) ? 'apps' : 'packages'}/${name}`;
/** The folder of a workspace that a file is in, like `apps/bff/src/http`; null = it is at the root. */
const folderOf = (file) => /^[^/]+\/[^/]+\/src\/[^/]+(?=\/)/.exec(file)?.[0] ?? null;
const workspaceOf = (file) => file.split('/')[1];

const sources = [...sourcesOf()];
const edges = sources.flatMap(([from, text]) =>
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
  ...importsAgainstSubjects(sources).map((one) => `Against the subjects of the server: ${one}`),
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
