// Every package used in production is listed in docs/dependencies.md with the version used, and nothing else is.
import { readFileSync } from 'node:fs';
import { workspaces } from './workspaces.mjs';

const json = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** The differences between the packages used and the list, one line each. */
function faultsOf(manifests, listed) {
  const faults = [];
  const used = new Map();
  for (const { name, dependencies = {}, devDependencies = {} } of manifests) {
    for (const [dependency, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
        faults.push(`${name} wants ${dependency}@${version}: give the exact version`);
      }
    }
    for (const [dependency, version] of Object.entries(dependencies)) {
      if (dependency.startsWith('@countersign/')) continue;
      const before = used.get(dependency);
      if (before !== undefined && before !== version) {
        faults.push(`${dependency} is used in ${before} and in ${version}`);
      }
      used.set(dependency, version);
    }
  }
  for (const [dependency, version] of used) {
    const said = listed.get(dependency);
    if (said === undefined) faults.push(`${dependency} is used and not listed: say what it is for`);
    else if (said !== version)
      faults.push(`${dependency} is listed as ${said}, used is ${version}`);
  }
  for (const dependency of listed.keys()) {
    if (!used.has(dependency)) faults.push(`${dependency} is listed and not used`);
  }
  return faults;
}

/** Package and version of each row of the table. */
function listedIn(markdown) {
  const rows = markdown.matchAll(/^\| `([^`]+)` \| (\S+) \|/gm);
  return new Map([...rows].map(([, name, version]) => [name, version]));
}

const manifests = [
  json('package.json'),
  ...workspaces().map(({ folder }) => json(`${folder}/package.json`)),
];
const faults = faultsOf(manifests, listedIn(readFileSync('docs/dependencies.md', 'utf8')));
if (!/^ignore-scripts=true$/m.test(readFileSync('.npmrc', 'utf8'))) {
  faults.push('.npmrc does not keep install scripts off');
}
for (const fault of faults) process.stderr.write(`docs/dependencies.md: ${fault}\n`);
process.exit(faults.length > 0 ? 1 : 0);
