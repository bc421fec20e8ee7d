import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

type Node = Record<string, unknown> & { type: string };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;
const memberOf = (value: unknown, name: string): unknown =>
  isNode(value) ? value[name] : undefined;
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The text or the expression of an attribute of an element; undefined = it has none. */
function attribute(element: Node, name: string): unknown {
  const held = listOf(memberOf(element['openingElement'], 'attributes')).find(
    (each) => memberOf(memberOf(each, 'name'), 'name') === name,
  );
  return (
    memberOf(memberOf(held, 'value'), 'value') ?? memberOf(memberOf(held, 'value'), 'expression')
  );
}

const isBlank = (child: unknown): boolean =>
  memberOf(child, 'type') === 'JSXText' && String(memberOf(child, 'value')).trim() === '';

/** Whether an element contains nothing but a text that was written outside the console. */
function isForeign(element: Node): boolean {
  const [only, ...more] = listOf(element['children']).filter((child) => !isBlank(child));
  const call = memberOf(only, 'expression');
  const [given] = listOf(memberOf(call, 'arguments'));
  // A sentence of the console may be passed too: it contains an agent's text.
  const isSentence = memberOf(given, 'type') === 'CallExpression';
  const name = memberOf(memberOf(call, 'callee'), 'name');
  return more.length === 0 && name === 'visibleText' && !isSentence;
}

/** Elements with a foreign text, in its own direction but marked as text in the console's language. */
function misread(source: string): number {
  let count = 0;
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isNode(value)) return;
    const isMisread =
      value.type === 'JSXElement' &&
      attribute(value, 'dir') === 'auto' &&
      isForeign(value) &&
      attribute(value, 'lang') === undefined;
    if (isMisread) count += 1;
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseAst(source, { lang: 'tsx' }).body);
  return count;
}

it('marks the texts of agents as of an unknown language', () => {
  const found = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.tsx') && !entry.name.endsWith('.test.tsx'))
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((path) => {
      const count = misread(readFileSync(path, 'utf8'));
      return count === 0 ? [] : [`${relative(root, path)}: ${count}`];
    });
  expect(found).toEqual([]);
});

it('distinguishes a text of an agent from a sentence of the console that contains one', () => {
  expect(misread('<p dir="auto">{visibleText(ask)}</p>')).toBe(1);
  expect(misread('<p dir="auto" lang="">\n  {visibleText(ask)}\n</p>')).toBe(0);
  expect(misread('<p dir="auto">{text.by} {visibleText(ask)}</p>')).toBe(0);
});
