// The Python package as a wheel: pure Python is a zip file with three files about itself, which needs neither Python nor a network.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zip } from './zip.mjs';

const home = 'packages/python';
const sources = join(home, 'src');

/** A table of pyproject.toml, whose values here are written as JSON is. */
function table(text, name) {
  const [, lines] = new RegExp(
    `^\\[${name.replaceAll('.', '\\.')}\\]\\n((?:[^[\\n].*\\n|\\n)*)`,
    'm',
  ).exec(text) ?? [undefined, ''];
  const rows = [...lines.matchAll(/^([\w-]+) = (["[].*)$/gm)];
  return Object.fromEntries(rows.map(([, key, value]) => [key, JSON.parse(value)]));
}

function metadataOf(project, extras) {
  const lines = [
    'Metadata-Version: 2.1',
    `Name: ${project.name}`,
    `Version: ${project.version}`,
    `Summary: ${project.description}`,
    'License: Apache-2.0',
    `Requires-Python: ${project['requires-python']}`,
    'Description-Content-Type: text/markdown',
    ...project.dependencies.map((one) => `Requires-Dist: ${one}`),
    ...Object.entries(extras).flatMap(([extra, needed]) => [
      `Provides-Extra: ${extra}`,
      ...needed.map((one) => `Requires-Dist: ${one}; extra == "${extra}"`),
    ]),
  ];
  return `${lines.join('\n')}\n\n${readFileSync(join(home, 'README.md'), 'utf8')}`;
}

const recordOf = ({ name, content }) =>
  `${name},sha256=${createHash('sha256').update(content).digest('base64url')},${content.length}`;

/**
 * Writes it into `target`. The same sources make the same bytes.
 * @param {string} target an existing folder
 * @returns {{ file: string, name: string, version: string, requiresPython: string }}
 */
export function packWheel(target) {
  const text = readFileSync(join(home, 'pyproject.toml'), 'utf8');
  const project = table(text, 'project');
  const { name, version } = project;
  const stem = `${name.replaceAll(/[-_.]+/g, '_').toLowerCase()}-${version}`;
  const about = `${stem}.dist-info`;
  const modules = readdirSync(sources, { recursive: true })
    .filter((path) => /\.(py|typed)$/.test(path) && !path.includes('__pycache__'))
    .toSorted()
    .map((path) => ({ name: path, content: readFileSync(join(sources, path)) }));
  const metadata = metadataOf(project, table(text, 'project.optional-dependencies'));
  const files = [
    ...modules,
    { name: `${about}/LICENSE`, content: readFileSync('LICENSE') },
    { name: `${about}/METADATA`, content: Buffer.from(metadata) },
    {
      name: `${about}/WHEEL`,
      content: Buffer.from(
        'Wheel-Version: 1.0\nGenerator: countersign\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
      ),
    },
  ];
  const record = `${[...files.map(recordOf), `${about}/RECORD,,`].join('\n')}\n`;
  files.push({ name: `${about}/RECORD`, content: Buffer.from(record) });
  const file = `${stem}-py3-none-any.whl`;
  writeFileSync(join(target, file), zip(files));
  return { file, name, version, requiresPython: project['requires-python'] };
}
