// The notices of the packages that are inside our bundles: their licences ask for them, and nobody installs those packages.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const noticeFile = /^(licen[cs]e|notice|copying)/i;
const inPackage = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** The folder of the package that a bundled file is from; null = it is ours. */
const packageOf = (file) => inPackage.exec(file.replaceAll('\\', '/'))?.[1] ?? null;

/** The sources of the console's bundles, by their maps. */
export function consoleSources(dist) {
  return readdirSync(dist, { recursive: true })
    .filter((file) => file.endsWith('.map'))
    .flatMap((file) => {
      const map = join(dist, file);
      const { sources, sourceRoot = '' } = JSON.parse(readFileSync(map, 'utf8'));
      return sources.map((source) => resolve(dirname(map), sourceRoot, source));
    });
}

function noticeOf(folder) {
  const { name, version, license, author } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const texts = readdirSync(folder)
    .filter((file) => noticeFile.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const by = typeof author === 'string' ? author : author?.name;
  const fallback = `Licence: ${license}${by ? `, by ${by}` : ''}`;
  return { name, version, license, text: texts.join('\n\n') || fallback };
}

/** The packages that these files are from, by name, each version once. */
export function packagesIn(files) {
  const folders = new Set(
    files
      .map(packageOf)
      .filter((folder) => folder !== null && existsSync(join(folder, 'package.json')))
      .map((folder) => resolve(folder)),
  );
  const notices = [...folders].map(noticeOf).toSorted((a, b) => a.name.localeCompare(b.name));
  const unlicensed = notices.filter(({ license }) => !license).map(({ name }) => name);
  if (unlicensed.length > 0) throw new Error(`Without a licence: ${unlicensed.join(', ')}`);
  const seen = new Set();
  return notices.filter(
    ({ name, version }) => !seen.has(`${name}@${version}`) && seen.add(`${name}@${version}`),
  );
}

/** One text with the notices of these packages. */
export function thirdParty(packages) {
  const parts = packages.map(
    ({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}\n`,
  );
  return `Countersign contains code of these packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
