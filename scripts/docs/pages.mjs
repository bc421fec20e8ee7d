import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { withoutCode } from './headings.mjs';

/** The first page: all subjects in groups. The list for models is made from it. */
export const firstPage = 'docs/README.md';

/** Where a link leads, from the root of the repository, and its anchor with `#`; null = to another site. */
export function targetOf(page, href) {
  if (/^[a-z]+:/i.test(href)) return null;
  const [path = '', anchor] = decodeURIComponent(href).split('#');
  const target = path === '' ? page : normalize(join(dirname(page), path)).replace(/\/$/, '');
  const isFolder = existsSync(target) && statSync(target).isDirectory();
  const readme = join(target, 'README.md');
  return {
    path: isFolder && existsSync(readme) ? readme : target,
    anchor: anchor === undefined ? '' : `#${anchor}`,
  };
}

/** All pages of `docs`, and those elsewhere that they link to, by the path of their source. */
export function pagesOfSite() {
  const found = new Set(
    readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => join('docs', path))
      .toSorted(),
  );
  // A set that grows is read to its end.
  for (const page of found) {
    for (const [, href = ''] of withoutCode(readFileSync(page, 'utf8')).matchAll(
      /\]\(([^)\s]+)\)/g,
    )) {
      const target = targetOf(page, href);
      if (target?.path.endsWith('.md') && existsSync(target.path)) found.add(target.path);
    }
  }
  return found;
}

/**
 * The address of a page: `docs/ways/curl.md` is `/docs/ways/curl`. Pages of problems are where the `type` of a problem leads.
 * @param {string} page
 */
export function addressOf(page) {
  if (page === firstPage) return '/docs';
  const name = page === 'README.md' ? 'docs/overview' : page.replace(/(?:\/README)?\.md$/, '');
  if (/^docs\/problems\b/.test(name)) return name.slice('docs'.length);
  return name.startsWith('docs/') ? `/${name}` : `/docs/${name}`;
}

/** The address of its Markdown. */
export const markdownAddressOf = (page) =>
  page === firstPage ? '/docs/index.md' : `${addressOf(page)}.md`;

/** The first heading of a page, without marks. */
export function titleOf(page) {
  const [, title = page] = /^# (.*)$/m.exec(readFileSync(page, 'utf8')) ?? [];
  return title.replaceAll('`', '');
}
