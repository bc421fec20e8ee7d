// The weight of the sources: prints each figure as it is beside the budget in `weight.json`, and fails where one is above it. The
// budget falls: `--write` lowers it to the figures of now. Only a new capability raises it, by hand. `--ref <commit>` prints the figures of a commit instead.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseSync, Visitor } from 'vite';
import { circlesOf, importsOf, sourcesOf, textsOf } from './sources.mjs';
import { folderOfWorkspace } from './workspaces.mjs';

const budgetFile = new URL('weight.json', import.meta.url);
const longestFunction = 100;
const fullestFolder = 25;

const linesOf = (text) => text.split('\n').length - 1;
const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

/** Where functions begin that have more lines than they should, signature included: `file:line`. */
function longFunctionsOf(file, text) {
  if (linesOf(text) <= longestFunction) return [];
  const found = [];
  const look = ({ start, end }) => {
    if (linesOf(text.slice(start, end)) + 1 <= longestFunction) return;
    found.push(`${file}:${linesOf(text.slice(0, start)) + 1}`);
  };
  const visitor = new Visitor({
    FunctionDeclaration: look,
    FunctionExpression: look,
    ArrowFunctionExpression: look,
  });
  visitor.visit(parseSync(file, text).program);
  return found;
}

/** MiB of the packages that a server is installed with; null = they are not installed here. */
function installedMib(lock) {
  const paths = Object.entries(JSON.parse(lock).packages)
    .filter(
      ([path, { dev, link, optional }]) =>
        path.startsWith('node_modules/') && !dev && !link && !optional,
    )
    .map(([path]) => path);
  if (!paths.every((path) => existsSync(path))) return null;
  return Math.ceil(sum(paths.map(bytesOf)) / 2 ** 20);
}
const bytesOf = (path) =>
  sum(
    readdirSync(path, { withFileTypes: true }).map((entry) => {
      const inside = join(path, entry.name);
      // A package in a package is counted by its own path.
      if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : bytesOf(inside);
      return entry.isFile() ? statSync(inside).size : 0;
    }),
  );

function figuresOf(ref) {
  const sources = [...sourcesOf(ref)];
  const perFolder = new Map();
  for (const [file] of sources)
    perFolder.set(dirname(file), (perFolder.get(dirname(file)) ?? 0) + 1);
  const edges = sources.flatMap(([from, text]) =>
    importsOf(from, text, folderOfWorkspace)
      .filter(({ later }) => !later)
      .map(({ to }) => [from, to]),
  );
  const longFunctions = sources.flatMap(([file, text]) => longFunctionsOf(file, text));
  const fullFolders = [...perFolder].filter(([, count]) => count > fullestFolder);
  const figures = {
    sourceLines: sum(sources.map(([, text]) => linesOf(text))),
    sourceFiles: sources.length,
    linesOfBff: sum(
      sources.map(([file, text]) => (file.startsWith('apps/bff/') ? linesOf(text) : 0)),
    ),
    functionsOver100: longFunctions.length,
    foldersOver25: fullFolders.length,
    circles: circlesOf(edges).length,
    installedMib: installedMib(
      [...textsOf((path) => path === 'package-lock.json', ref).values()][0],
    ),
  };
  return { figures, places: { functionsOver100: longFunctions, foldersOver25: fullFolders } };
}

const { values: options } = parseArgs({
  options: { ref: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const { figures, places } = figuresOf(options.ref);
const budget = existsSync(budgetFile) ? JSON.parse(readFileSync(budgetFile, 'utf8')) : {};
const over = [];
for (const [name, value] of Object.entries(figures)) {
  const most = budget[name] ?? Number.POSITIVE_INFINITY;
  if (value > most) over.push(name);
  console.log(`${value > most ? '✗' : '✓'} ${name} ${value ?? 'unknown'} of ${most}`);
  // What is too long or too full is named, the known ones among them.
  if (value > most) for (const place of places[name] ?? []) console.log(`    ${place}`);
}
if (options.write) {
  const lowered = Object.entries(figures).map(([name, value]) => [
    name,
    Math.min(value ?? budget[name], budget[name] ?? Number.POSITIVE_INFINITY),
  ]);
  writeFileSync(budgetFile, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`);
}
if (options.ref === undefined && over.length > 0) process.exit(1);
