// Makes everything that a release consists of, from a commit: `npm run release`. The result is in `dist-release`; nothing is published.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { entryOf } from './changelog.mjs';
import { names } from './names.mjs';
import { packProduct } from './pack-product.mjs';
import { billOf } from './sbom.mjs';
import { uncommitted, versionsHere } from './versions.mjs';

const target = 'dist-release';

/** Why there is no release of what is here, for the person who makes it. */
function objections() {
  const versions = versionsHere();
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const others = [...versions].filter(([, one]) => one !== version).map(([file]) => file);
  const changes = uncommitted();
  return [
    ...(others.length > 0 ? [`The version is not ${version} in ${others.join(', ')}.`] : []),
    ...(entryOf(readFileSync('CHANGELOG.md', 'utf8'), version) === null
      ? [`CHANGELOG.md has no entry for ${version}.`]
      : []),
    ...(changes.length > 0 ? [`These files are not committed: ${changes.join(', ')}.`] : []),
  ];
}

function release() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const product = { name: names.npm.product, version };
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  const { tarball, maps, libraries, inside } = packProduct();
  const bill = `${product.name}-${version}.cdx.json`;
  for (const file of [tarball, maps, ...libraries]) {
    copyFileSync(file, join(target, basename(file)));
  }
  writeFileSync(join(target, bill), `${JSON.stringify(billOf({ product, inside }), null, 2)}\n`);
  const entry = entryOf(readFileSync('CHANGELOG.md', 'utf8'), version);
  writeFileSync(join(target, 'NOTES.md'), `${entry}\n`);
  const sums = readdirSync(target)
    .toSorted()
    .map((file) => {
      const sum = createHash('sha256')
        .update(readFileSync(join(target, file)))
        .digest('hex');
      return `${sum}  ${file}\n`;
    });
  writeFileSync(join(target, 'SHA256SUMS'), sums.join(''));
  process.stdout.write(`${target}:\n${sums.join('')}`);
}

const faults = objections();
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exit(1);
}
release();
