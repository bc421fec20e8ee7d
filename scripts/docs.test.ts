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
