// Makes the documentation as static pages, with the Markdown of each page beside it and a list of them for models: part of the build of
// the console, so that a running server shows its own documentation, and the page at the `type` of each of its problems.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Marked } from 'marked';
import { isStale } from '../newest.mjs';
import { anchorOf } from './headings.mjs';
import {
  addressOf,
  firstPage,
  markdownAddressOf,
  pagesOfSite,
  targetOf,
  titleOf,
} from './pages.mjs';

/** Sent beside the pages as they are. A picture that is still to be taken is missing for the test of the links only. */
const isSent = (path) =>
  existsSync(path) && /^docs\/(?:images|protocol\/schemas)\/.*\.(?:png|json)$/.test(path);

/** What the site is made from; newer than it, it is made again. */
export const siteSources = ['docs', 'README.md', 'packages/python/README.md', 'scripts/docs'];

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign]);

/** The addresses of files that are sent, by the path of their source: those of the build of the console are not sent twice. */
function filesOf(outDir) {
  const manifest = join(outDir, '.vite/manifest.json');
  const built = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : {};
  const pictures = new Map(
    Object.entries(built)
      .filter(([source]) => source.endsWith('.png'))
      .map(([source, { file }]) => [source.replace(/^(?:\.\.\/)+/, ''), `/${file}`]),
  );
  const sent = new Set();
  const addressOfFile = (path) => {
    if (pictures.has(path)) return pictures.get(path);
    sent.add(path);
    return `/${path}`;
  };
  return { addressOfFile, sent };
}

/** Resolves what a page links to: the address; null = it is not here (a source, a folder), and only its name is shown. */
function linksOf({ pages, addressOfFile, page }) {
  return (href, addressOfPage) => {
    const target = targetOf(page, href);
    if (target === null) return href;
    if (pages.has(target.path)) return `${addressOfPage(target.path)}${target.anchor}`;
    return isSent(target.path) ? addressOfFile(target.path) : null;
  };
}

function rendererOf(resolve) {
  const anchors = new Set();
  return {
    heading({ tokens, depth, text }) {
      const inner = this.parser.parseInline(tokens);
      return `<h${depth} id="${escaped(anchorOf(text, anchors))}">${inner}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const inner = this.parser.parseInline(tokens);
      const address = resolve(href, addressOf);
      return address === null ? inner : `<a href="${escaped(address)}">${inner}</a>`;
    },
    image({ href, text }) {
      const address = resolve(href, addressOf);
      return `<img alt="${escaped(text)}" loading="lazy" src="${escaped(address ?? href)}">`;
    },
    table(token) {
      const cells = (row, name) =>
        row.map((cell) => `<${name}>${this.parser.parseInline(cell.tokens)}</${name}>`).join('');
      const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
      const head = `<thead><tr>${cells(token.header, 'th')}</tr></thead>`;
      // It scrolls by itself: also for the keyboard.
      return `<div class="table" tabindex="0"><table>${head}<tbody>\n${rows}\n</tbody></table></div>\n`;
    },
    // Words in angle brackets; pages have no HTML.
    html: ({ text }) => escaped(text),
    code({ text, lang }) {
      const [language = ''] = (lang ?? '').split(' ');
      const name = language === '' ? '' : ` class="language-${escaped(language)}"`;
      return `<pre tabindex="0"><code${name}>${escaped(text)}\n</code></pre>\n`;
    },
  };
}

/** The groups of the first page with their links, as the list at the side of each page. */
function sideOf(resolve) {
  const groups = readFileSync(firstPage, 'utf8').split(/^## /m).slice(1);
  return groups
    .map((group) => {
      const [name = ''] = group.split('\n');
      const links = [...group.matchAll(/^- \[([^\]]+)\]\(([^)\s]+)\)/gm)].map(
        ([, title = '', href = '']) =>
          `<li><a href="${resolve(href, addressOf)}">${escaped(title)}</a></li>`,
      );
      return `<h2>${escaped(name)}</h2>\n<ul>\n${links.join('\n')}\n</ul>`;
    })
    .join('\n');
}

function documentOf({ page, side, body }) {
  const language = page.endsWith('.zh-CN.md') ? 'zh-CN' : 'en';
  const current = ` href="${addressOf(page)}"`;
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(titleOf(page))} · Countersign</title>`,
    '<link rel="icon" href="/favicon.svg">',
    '<link rel="stylesheet" href="/docs/docs.css">',
    `<link rel="alternate" type="text/markdown" href="${markdownAddressOf(page)}">`,
  ];
  const top = `<header><a href="/docs">Countersign documentation</a> <a href="/">Console</a> <a href="${markdownAddressOf(page)}">Markdown</a></header>`;
  // Pages that it does not list are many: they have the way up only.
  const nav = side.includes(current)
    ? `<nav aria-label="Documentation">${side.replace(current, `${current} aria-current="page"`)}</nav>`
    : '';
  return `<!doctype html>\n<html lang="${language}">\n<head>\n${head.join('\n')}\n</head>\n<body>\n${top}\n<div class="columns">\n<main>\n${body}</main>\n${nav}</div>\n</body>\n</html>\n`;
}

/** Markdown with links that hold where it is sent. Code is left as it is. */
const linkedMarkdown = (text, resolve) =>
  text.replaceAll(/^```[\s\S]*?^```$|(!?\[[^\]]*\])\(([^)\s]+)\)/gm, (all, words, href) => {
    if (words === undefined) return all;
    const address = resolve(href, markdownAddressOf);
    return address === null ? words.slice(1, -1) : `${words}(${address})`;
  });

function write(outDir, address, content) {
  const file = join(outDir, address);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/**
 * Makes the site in the folder of a built console.
 * @param {string} outDir
 */
export function buildSite(outDir) {
  for (const name of ['docs', 'problems']) {
    rmSync(join(outDir, name), { recursive: true, force: true });
  }
  const pages = pagesOfSite();
  const { addressOfFile, sent } = filesOf(outDir);
  const linksIn = (page) => linksOf({ pages, addressOfFile, page });
  const side = sideOf(linksIn(firstPage));
  for (const page of pages) {
    const text = readFileSync(page, 'utf8');
    const resolve = linksIn(page);
    const marked = new Marked({ gfm: true, renderer: rendererOf(resolve) });
    const body = marked.parse(text.replaceAll(/<!--[\s\S]*?-->\n?/g, ''));
    write(outDir, `${addressOf(page)}/index.html`, documentOf({ page, side, body }));
    write(outDir, markdownAddressOf(page), linkedMarkdown(text, resolve));
  }
  write(outDir, '/llms.txt', linkedMarkdown(readFileSync(firstPage, 'utf8'), linksIn(firstPage)));
  for (const path of sent) {
    mkdirSync(join(outDir, dirname(path)), { recursive: true });
    copyFileSync(path, join(outDir, path));
  }
  copyFileSync(new URL('docs.css', import.meta.url), join(outDir, 'docs/docs.css'));
}

/** Makes it again if a page is newer. */
export function refreshSite(outDir) {
  if (isStale(join(outDir, 'llms.txt'), siteSources)) buildSite(outDir);
}
