import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const pages = [
  'README.md',
  'README.zh-CN.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
];

const linkPattern = /\]\(([^)\s#]+)(?:#[^)]*)?\)/g;
const filePattern = /`((?:apps|packages|scripts|e2e|bench|public|docs)\/[\w./-]+)`/g;

/** The files a page refers to: links, and paths from the root in code type. */
function namedIn(page: string): string[] {
  const text = readFileSync(page, 'utf8');
  const links = [...text.matchAll(linkPattern)]
    .map(([, address = '']) => address)
    .filter((address) => !/^[a-z]+:/i.test(address))
    .map((address) => join(dirname(page), decodeURIComponent(address)));
  return [...links, ...[...text.matchAll(filePattern)].map(([, path = '']) => path)];
}

describe('a page of the documentation', () => {
  it.each(pages)('%s refers only to files that exist', (page) => {
    expect(namedIn(page).filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe('a comment in the code', () => {
  const files = ['apps', 'packages', 'bench', 'scripts'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && !path.includes('node_modules'))
      .map((path) => join(root, path)),
  );

  it('refers only to pages that are here, and to no numbered section of another document', () => {
    const faults = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const pagesNamed = [...text.matchAll(/\(?(docs\/[\w./-]+\.md)/g)].map(
        ([, path = '']) => path,
      );
      const absent = pagesNamed.filter((path) => !existsSync(path));
      const sections = text.match(/\b(?:HAI|UpFormat|UAP|MEK) (?:sections?|table) \d/g) ?? [];
      return [...absent, ...sections].map((fault) => `${file}: ${fault}`);
    });
    expect(faults).toEqual([]);
  });
});

describe('the guide', () => {
  it.each(pages.filter((page) => /guide[.\w-]*\.md$/.test(page)))(
    '%s has no links to files: the console shows it where there are none',
    (page) => {
      const links = [...readFileSync(page, 'utf8').matchAll(/(?<!!)\[[^\]]*\]\(([^)#\s][^)]*)\)/g)];
      const relative = links.filter(([, address = '']) => !/^[a-z]+:/i.test(address));
      expect(relative.map(([link]) => link)).toEqual([]);
    },
  );
});

describe('a decision', () => {
  it('has a number of its own', () => {
    const files = readdirSync('docs/decisions').filter((name) => /^\d{4}-/.test(name));
    const numbers = files.map((name) => name.slice(0, 4));
    expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([]);
  });
});
