import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problems } from '../packages/api/src/problems.ts';
import { addressOf, markdownAddressOf, pagesOfSite } from './docs/pages.mjs';
import { buildSite } from './docs/site.mjs';
import { smallPng } from './docs/small-png.mjs';

const outDir = mkdtempSync(join(tmpdir(), 'countersign-site-'));
const pages = [...pagesOfSite()];
const pictures = readdirSync('docs/images', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.png'))
  .map((name) => join('docs/images', name));
/** Sent by the console, whose build is not part of this test. */
const ofConsole = ['/', '/favicon.svg'];

beforeAll(() => buildSite(outDir));
afterAll(() => rmSync(outDir, { recursive: true, force: true }));

const read = (address: string) => readFileSync(join(outDir, address), 'utf8');
const htmlAt = (address: string) => read(`${address}/index.html`);

/** What a page needs or links to on this site: address, and the anchor without `#`. */
const linksOf = (html: string) =>
  [...html.matchAll(/(?:href|src)="(?!https?:|mailto:)([^"#]*)(?:#([^"]*))?"/g)].map(
    ([, address = '', anchor]) => ({ address, anchor }),
  );

function isThere(
  own: string,
  { address, anchor }: { address: string; anchor?: string | undefined },
) {
  if (ofConsole.includes(address)) return true;
  const target = address === '' ? own : address;
  const file = existsSync(join(outDir, target, 'index.html')) ? `${target}/index.html` : target;
  if (!existsSync(join(outDir, file)) || file === '') return false;
  return anchor === undefined || read(file).includes(`id="${anchor}"`);
}

describe('the pages of the site', () => {
  it.each(pages)('%s links only to pages, headings and pictures that are sent', (page) => {
    const address = addressOf(page);
    const links = linksOf(htmlAt(address));
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => !isThere(address, link))).toEqual([]);
  });

  it.each(pages)('%s is there as Markdown, whose links hold', (page) => {
    const text = read(markdownAddressOf(page)).replaceAll(/^```[\s\S]*?^```$/gm, '');
    const links = [...text.matchAll(/\]\((\/[^)\s#]*)/g)].map(([, address = '']) => address);
    const missing = links.filter((address) => !isThere('', { address }));
    expect(missing).toEqual([]);
    expect(text).not.toMatch(/\]\((?!https?:|mailto:|\/|#)/);
  });

  it('are all reached from the first one', () => {
    const reached = new Set(['/docs']);
    for (const address of reached) {
      for (const link of linksOf(htmlAt(address))) {
        if (existsSync(join(outDir, link.address, 'index.html')) && link.address !== '') {
          reached.add(link.address);
        }
      }
    }
    expect(pages.map(addressOf).filter((address) => !reached.has(address))).toEqual([]);
  });

  it('have a page for each problem, at the path in its type', () => {
    for (const [slug, { title }] of Object.entries(problems)) {
      expect(htmlAt(`/problems/${slug}`)).toContain(`<strong>${title}</strong>`);
    }
  });

  it('need no script, and no file of another site', () => {
    for (const page of pages) {
      const html = htmlAt(addressOf(page));
      expect(html).not.toMatch(/<script|\sstyle=|\son\w+=|src="(?:https?:)?\/\//);
    }
  });

  it('show words in angle brackets, and code, as they are written', () => {
    expect(htmlAt('/docs/operations')).toContain('<code>countersign check &lt;url&gt;</code>');
    expect(htmlAt('/docs/ways/curl')).toContain(
      '&quot;ask&quot;: &quot;Refund 30 EUR to Ada?&quot;',
    );
  });
});

it('llms.txt has a title, a summary, and links in groups, each with what it is about', () => {
  const lines = read('/llms.txt')
    .split('\n')
    .filter((line) => line !== '');
  const [title, summary, ...others] = lines;
  expect(title).toBe('# Countersign');
  expect(summary).toMatch(/^> /);
  expect(others.filter((line) => !/^## \w|^- \[[^\]]+\]\(\/[^)]+\.md\): \S/.test(line))).toEqual(
    [],
  );
  expect(others.length).toBeGreaterThan(40);
});

const partOf = (...bytes: number[]) => Buffer.from(bytes);
const chunk = (name: string, content: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const named = Buffer.concat([Buffer.from(name), content]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};
const begin = Buffer.from('89504e470d0a1a0a', 'hex');

describe('a picture of the documentation', () => {
  it('has the same pixels after it was made smaller, with any filter of its lines', () => {
    // 2 by 5; each line has another filter, which adds nothing to the first two colours.
    const red = [200, 10, 20];
    const blue = [30, 40, 250];
    const left = [(30 - 200 + 256) % 256, 30, 230];
    const lines = [
      [0, ...red, ...blue],
      [1, ...red, ...left],
      [2, 0, 0, 0, 0, 0, 0],
      [3, 100, 5, 10, (30 - 115 + 256) % 256, 40 - 25, 250 - 135],
      [4, 0, 0, 0, 0, 0, 0],
    ].flat();
    const head = partOf(0, 0, 0, 2, 0, 0, 0, 5, 8, 2, 0, 0, 0);
    const png = Buffer.concat([
      begin,
      chunk('IHDR', head),
      chunk('IDAT', deflateSync(partOf(...lines))),
      chunk('IEND', partOf()),
    ]);
    const line = [0, 0, 1];
    const expected = Buffer.concat([
      begin,
      chunk('IHDR', partOf(0, 0, 0, 2, 0, 0, 0, 5, 8, 3, 0, 0, 0)),
      chunk('PLTE', partOf(...red, ...blue)),
      chunk(
        'IDAT',
        deflateSync(partOf(...[line, line, line, line, line].flat()), { level: 9, memLevel: 9 }),
      ),
      chunk('IEND', partOf()),
    ]);
    expect(smallPng(png).toString('hex')).toBe(expected.toString('hex'));
    expect(smallPng(expected)).toBe(expected);
  });

  it.each(pictures)('%s has a palette', (file) => {
    expect(smallPng(readFileSync(file)).equals(readFileSync(file))).toBe(true);
  });
});
