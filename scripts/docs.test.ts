import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { problems } from '../packages/api/src/problems.ts';
import { anchorsIn, withoutCode } from './docs/headings.mjs';
import { blocksIn, pagesTried, tutorials, untried } from './packages/blocks.mjs';

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

const anchorsOf = (page: string) => anchorsIn(readFileSync(page, 'utf8'));

/** The links of a page to headings, its own and those of others. */
const headingsNamedIn = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s#]*)#([^)\s]+)\)/g)]
    .filter(([, address = '']) => !/^[a-z]+:/i.test(address) && /^$|\.md$/.test(address))
    .map(([link, address = '', anchor = '']) => ({
      link,
      target: address === '' ? page : join(dirname(page), address),
      anchor: decodeURIComponent(anchor),
    }));

const packageSchema = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = packageSchema.parse(JSON.parse(readFileSync('package.json', 'utf8')));

describe('a page of the documentation', () => {
  it.each(pages)('%s refers only to files that exist', (page) => {
    expect(namedIn(page).filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each(pages)('%s refers only to headings that exist', (page) => {
    const missing = headingsNamedIn(page).filter(
      ({ target, anchor }) => !anchorsOf(target).has(anchor),
    );
    expect(missing.map(({ link }) => link)).toEqual([]);
  });

  it.each(pages)('%s names only commands that there are', (page) => {
    const named = [...readFileSync(page, 'utf8').matchAll(/npm run (?:-s )?([\w:-]+)/g)];
    expect(named.map(([, name = '']) => name).filter((name) => !(name in scripts))).toEqual([]);
  });
});

it.each(Object.entries(problems))(
  'the page of the problem %s begins with its title',
  (slug, problem) => {
    const retry = problem.retryable ? 'retryable' : 'not retryable';
    expect(readFileSync(`docs/problems/${slug}.md`, 'utf8')).toContain(
      `# ${slug}\n\n**${problem.title}** · HTTP ${problem.status} · ${retry}`,
    );
  },
);

/** The comments of a file, each as one text. */
function commentsIn(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  if (/\.(?:py|sh|toml|yml)$/.test(file)) return text.match(/^\s*#.*(?:\n\s*#.*)*/gm) ?? [];
  if (/\.html$/.test(file)) return text.match(/<!--[\s\S]*?-->/g) ?? [];
  const blocks = text.match(/\/\*[\s\S]*?\*\//g) ?? [];
  const lines = text.match(/(?:^|\s)\/\/ .*(?:\n\s*\/\/.*)*/g) ?? [];
  return [...blocks, ...lines];
}

const files = ['apps', 'packages', 'bench', 'scripts', 'e2e', 'public'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) =>
        /\.(?:tsx?|mjs|js|css|proto|py|sh|toml|yml|html)$/.test(path) &&
        !/(?:^|\/)(?:node_modules|build|dist)\//.test(path),
    )
    .map((path) => join(root, path)),
);
const comments = files.flatMap((file) => commentsIn(file).map((text) => ({ file, text })));

describe('a comment in the code', () => {
  const faultsOf = (find: (comment: { file: string; text: string }) => readonly string[]) =>
    comments.flatMap((one) => find(one).map((fault) => `${one.file}: ${fault}`));

  it('refers only to pages that are here', () => {
    const faults = faultsOf(({ file, text }) => {
      const named = text.match(/[\w./-]*\w\.(?:md|pdf|docx?|rst|txt)\b/g) ?? [];
      const places = ['.', dirname(file), 'docs', 'docs/protocol'];
      return named.filter((path) => !places.some((place) => existsSync(join(place, path))));
    });
    expect(faults).toEqual([]);
  });

  it('refers to parts only of public standards, which it names, and of works that are named in docs', () => {
    const part =
      /§|\b(?:[Ss]ections?|[Cc]hapters?|[Aa]ppendix|[Tt]ables?|[Ll]istings?) (?:\d|[A-Z]\b)/;
    const standard = /\b(?:RFC \d+|ISO \d+|WHATWG|ECMA-\d+|WoT|JSON-LD|SHACL|W3C)/;
    // Named in docs/signifiers.md.
    const isOfSignifiers = (file: string) => /signifiers|apps\/crew\/src\/robot\//.test(file);
    const faults = faultsOf(({ file, text }) => {
      const words = text.replaceAll(/\s*\n[\s*/#]*/g, ' ');
      const isNamed = standard.test(words) || isOfSignifiers(file);
      return (part.test(words) || /\bthe paper\b|\bpaper's/i.test(words)) && !isNamed
        ? [words]
        : [];
    });
    expect(faults).toEqual([]);
    expect(readFileSync('docs/signifiers.md', 'utf8')).toContain('“The paper” is');
  });

  it('uses plain words', () => {
    const pattern =
      /\b(?:(?:some|every|any)body|lets? (?:it|them|knowledge) leave|what there is|another one's|by whatever|whatever (?:it|is in it)|was survived|heard|told|anew)\b/i;
    expect(faultsOf(({ text }) => pattern.exec(text) ?? [])).toEqual([]);
  });

  it('mentions no draft, sheet or order that is not here', () => {
    const pattern =
      /\b(?:the|a) (?:mock-?up|mock,|wireframe|design note|fact sheet|ticket|issue #?\d)/i;
    expect(faultsOf(({ text }) => pattern.exec(text) ?? [])).toEqual([]);
    expect(comments.length).toBeGreaterThan(5_000);
  });
});

/** The titles of the tests in a file. */
const titlesIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /\b(?:it|test|describe)(?:\.\w+)?\((?:[^'"`()]*\)\()?\s*(['"`])(.*?)(?<!\\)\1/g,
    ),
  ].map(([, , title = '']) => title);

describe('comments, titles of tests and pages', () => {
  /** Words that were used here in a sense of their own; docs/glossary.md has the terms to use. */
  const forbidden =
    /\b(?:told|heard|hears|stood|stands(?! (?:for|alone))|(?:goes|went|gone) on|anew|whoever|whosever|in hand|kick(?:s|ed)?|vouch\w*|mend(?:s|ed|ing)?|(?:he|his|him|himself))\b/i;
  /** What is quoted is said by someone else, or is a name. */
  const withoutQuotes = (text: string) =>
    text.replaceAll(/`[^`]*`|“[^”]*”|\S+\.(?:ts|md)\b/g, '').replaceAll(/\s*\n[\s*/#]*/g, ' ');
  const faultsIn = (file: string, texts: readonly string[]) =>
    texts.flatMap((text) => {
      const [word] = forbidden.exec(withoutQuotes(text)) ?? [];
      return word === undefined ? [] : [`${file}: ${word}: ${text.slice(0, 120)}`];
    });

  it('use the words of the field', () => {
    const found = [
      ...comments.flatMap(({ file, text }) => faultsIn(file, [text])),
      ...files
        // This file names them.
        .filter((file) => /(?<!docs)\.(?:test|e2e|faults|interop)\.tsx?$/.test(file))
        .flatMap((file) => faultsIn(file, titlesIn(readFileSync(file, 'utf8')))),
      ...pages.flatMap((page) => faultsIn(page, readFileSync(page, 'utf8').split('\n'))),
    ];
    expect(found).toEqual([]);
  });

  it('are found', () => {
    expect(titlesIn("it('is told', () => {});\ntest.each([1])('goes on', f)")).toEqual([
      'is told',
      'goes on',
    ]);
    expect(faultsIn('a', ['It stands for `told`.', 'What “goes on”.', 'It stands there.'])).toEqual(
      ['a: stands: It stands there.'],
    );
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

describe('a page in two languages', () => {
  /** What each line is: a heading of a level, a row of a table, an entry of a list, a picture, code, or a paragraph. */
  const partsOf = (page: string): string[] => {
    let isCode = false;
    return readFileSync(page, 'utf8')
      .split('\n')
      .map((line) => {
        const [mark = ''] = /^(?:#+|\||-|\d+\.|!\[|```|<!--|>)/.exec(line) ?? [];
        if (mark === '```') isCode = !isCode;
        if (isCode) return 'code';
        if (mark === '|') return `row of ${line.split('|').length}`;
        if (mark === '![') return line.slice(line.indexOf('](')).replace('-zh-CN.png', '.png');
        return line === '' ? '' : mark || 'paragraph';
      });
  };

  it.each([
    ['README.md', 'README.zh-CN.md'],
    ['docs/guide.md', 'docs/guide.zh-CN.md'],
    ['docs/tutorial.md', 'docs/tutorial.zh-CN.md'],
  ])('%s has the same parts as %s', (english, chinese) => {
    expect(partsOf(chinese)).toEqual(partsOf(english));
    expect(partsOf(english).length).toBeGreaterThan(70);
  });

  it('of the tutorial has the same commands in both', () => {
    const [english, chinese] = tutorials.map((page) => blocksIn(page).map(({ code }) => code));
    expect(chinese).toEqual(english);
    expect(english?.length).toBe(4);
  });
});

const waysIn = pages.filter((page) => page.startsWith('docs/ways/'));

describe('a page about a way in', () => {
  it.each(waysIn)('%s fits on a screen, and says what it was tested with', (page) => {
    const text = withoutCode(readFileSync(page, 'utf8'));
    expect(text.split(/\s+/).length).toBeLessThan(250);
    expect(text).toMatch(/^## Tested with\n\n\S[\s\S]*^Reference: \[/m);
  });

  it.each([...pagesTried(), ...tutorials])('%s has no block of code that is not tried', (page) => {
    const untriedHere = blocksIn(page).flatMap((block) => {
      const why = untried(block);
      return why === null ? [] : [`line ${block.line} ${why}`];
    });
    expect(untriedHere).toEqual([]);
  });

  it('is in the table of the README, in both languages', () => {
    expect(waysIn.length).toBeGreaterThan(18);
    for (const readme of ['README.md', 'README.zh-CN.md']) {
      const text = readFileSync(readme, 'utf8');
      expect(waysIn.filter((page) => !text.includes(`](${page})`))).toEqual([]);
    }
  });
});

it('a block of code without a way to try it, or in another language, is found', () => {
  expect(untried({ language: 'sh', kind: '' })).toContain('run');
  expect(untried({ language: 'go', kind: 'run' })).toBe('run is not for go');
  expect(untried({ language: 'sh', kind: 'run' })).toBeNull();
});

it('the list of problems is that of the server', () => {
  const rows = Object.entries(problems).map(
    ([slug, { status, title, retryable }]) =>
      `| [${slug}](${slug}.md) | ${status} | ${title} | ${retryable ? 'yes' : ''} |`,
  );
  const list = readFileSync('docs/problems/README.md', 'utf8').split('\n');
  expect(list.filter((line) => line.startsWith('| ['))).toEqual(rows);
});

describe('a decision', () => {
  it('has a number of its own', () => {
    const files = readdirSync('docs/decisions').filter((name) => /^\d{4}-/.test(name));
    const numbers = files.map((name) => name.slice(0, 4));
    expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([]);
  });

  it('is in the list of decisions, under its title', () => {
    const index = readFileSync('docs/decisions/README.md', 'utf8');
    const rows = readdirSync('docs/decisions')
      .filter((name) => /^\d{4}-/.test(name))
      .map((name) => {
        const [title = ''] = readFileSync(join('docs/decisions', name), 'utf8').split('\n');
        return `| [${name.slice(0, 4)}](${name}) | ${title.replace(/^# \d+\.? /, '')} |`;
      });
    expect(index.split('\n').filter((line) => line.startsWith('| ['))).toEqual(rows.toSorted());
  });
});
