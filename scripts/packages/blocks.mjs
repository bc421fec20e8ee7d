import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What becomes of a block of code on a page about a way in, by the word after its language. All of it is done by `ways.mjs`. */
export const kinds = {
  /** Is run against the built server; its question is answered. What it prints is the block `text` after it, if there is one. */
  run: new Set(['sh', 'ts', 'python']),
  /** Is an agent that is started, added by the block `json add` of its page, and asked. */
  serve: new Set(['js']),
  /** Is compiled against the packages that are named after the word. */
  compile: new Set(['ts']),
  /** Its syntax is checked; of Python also the names from our library. */
  parse: new Set(['sh', 'js', 'python', 'json', 'toml']),
  /** A client of the SDK for MCP connects by it, calls a tool, and gets the answer of a person. */
  connect: new Set(['json']),
  /** The descriptor of an agent, which the server accepts. */
  add: new Set(['json']),
  /** The body of a question, which the server accepts. */
  ask: new Set(['json']),
  /** Of the tutorial: starts the server. */
  start: new Set(['sh']),
  /** What the blocks before it print; “…” stands for any text. */
  prints: new Set(['json']),
};

/** Its blocks are run one after the other, with the packed product (`check-product.mjs`). The same in both languages. */
export const tutorials = ['docs/tutorial.md', 'docs/tutorial.zh-CN.md'];

/** All pages whose blocks are tried. */
export const pagesTried = () => [
  ...readdirSync('docs/ways')
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => join('docs/ways', name)),
];

/**
 * The blocks of code of a page, in order. `output` is what the block prints; undefined = it is not said.
 * @param {string} page
 * @returns {{ page: string, line: number, language: string, kind: string, packages: string[], code: string, output?: string }[]}
 */
export function blocksIn(page) {
  const text = readFileSync(page, 'utf8');
  const blocks = [];
  for (const found of text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)) {
    const [, info = '', code = ''] = found;
    const [language = '', kind = '', ...packages] = info.split(' ');
    const line = text.slice(0, found.index).split('\n').length;
    const last = blocks.at(-1);
    // A text that follows a block that runs, with nothing between, is what it prints.
    if (
      language === 'text' &&
      last?.kind === 'run' &&
      text.slice(last.end, found.index) === '\n\n'
    ) {
      last.output = code;
    } else if (language !== 'text') {
      const end = found.index + found[0].length;
      blocks.push({ page, line, language, kind, packages, code, end });
    }
  }
  return blocks;
}

/** Why a block is not tried; null = it is. */
export function untried({ language, kind }) {
  const languages = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (languages === undefined) return `says none of ${Object.keys(kinds).join(', ')}`;
  return languages.has(language) ? null : `${kind} is not for ${language}`;
}
