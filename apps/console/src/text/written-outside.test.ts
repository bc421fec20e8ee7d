import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
/** A word, or a mark between two texts: languages differ in both. */
const word = /\p{L}{2,}|[:;,.!?“”]/u;
/** The props of elements that are read by people. */
const read = /^(aria-(label|description|roledescription|valuetext)|title|placeholder|alt|label)$/;
/** Names that are the same in every language. */
const asTheyAre = new Set(['POST', 'RUN_ERROR', 'raw']);

type Node = Record<string, unknown> & { type: string; start: number };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** Readable texts in a markup file. */
function wordsIn(source: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isNode(value)) return;
    const { name, value: held } = value;
    const text =
      value.type === 'JSXText'
        ? held
        : value.type === 'JSXAttribute' &&
            isNode(name) &&
            read.test(String(name['name'])) &&
            isNode(held) &&
            held.type === 'Literal'
          ? held['value']
          : '';
    if (typeof text === 'string' && word.test(text) && !asTheyAre.has(text.trim()))
      found.push(text.trim());
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseAst(source, { lang: 'tsx' }).body);
  return found;
}

it('finds texts in markup', () => {
  expect(wordsIn('<p title="Ask again">No answer yet {x}<i alt="" className="row" /></p>')).toEqual(
    ['Ask again', 'No answer yet'],
  );
});

it('finds marks that join texts', () => {
  expect(wordsIn('<p>{name}: {value} · {more}</p>')).toEqual([':']);
});

it('no screen contains a text that is not a message', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => join(root, path))
    .filter((path) => path.endsWith('.tsx') && !/\.test\.|testing|harness/.test(path));
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((path) =>
    wordsIn(readFileSync(path, 'utf8')).map((words) => `${relative(root, path)}: ${words}`),
  );
  expect(found).toEqual([]);
});
