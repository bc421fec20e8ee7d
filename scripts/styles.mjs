// Reads the console's style sheets and the classes its components name.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';

const root = 'apps/console/src';

/** @param {RegExp} wanted */
const files = (wanted) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => wanted.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

export const sheets = () => files(/\.css$/);

/** Every rule of a sheet with its own declarations; of a group (`@media`), those it holds. */
export function rulesOf(/** @type {string} */ css) {
  /** @type {{ selector: string, declarations: string[] }[]} */
  const rules = [];
  /** @type {{ selector: string, declarations: string[] }[]} */
  const open = [];
  const bare = css.replace(/\/\*[\s\S]*?\*\//g, '');
  for (const [, text = '', mark] of bare.matchAll(/([^{};]*)([{};])/g)) {
    const words = text.trim().replace(/\s+/g, ' ');
    if (mark === '{') open.push({ selector: words, declarations: [] });
    else {
      if (words !== '') open.at(-1)?.declarations.push(words);
      const rule = mark === '}' ? open.pop() : undefined;
      if (rule !== undefined && !rule.selector.startsWith('@')) rules.push(rule);
    }
  }
  return rules;
}

/** @param {string} selector */
export const classesOf = (selector) =>
  [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name);

/**
 * The strings of the components: `words` are all of them, some of which are classes; `classes` are those used where
 * only a class is possible; `stems` are the beginnings of classes whose end is computed.
 */
export function namedByComponents() {
  const words = new Set();
  const classes = new Set();
  const stems = new Set();
  for (const { path, text } of files(/(?<!\.test)\.tsx?$/)) {
    if (path.startsWith('text/')) continue;
    read(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), false);
  }
  return { words, classes, stems };

  /** @param {string} value @param {boolean} isClass */
  function note(value, isClass) {
    for (const [word] of value.matchAll(/[a-z][\w-]*/gi)) words.add(word);
    if (isClass) for (const word of value.split(/\s+/)) if (word !== '') classes.add(word);
  }

  /** @param {any} node @param {boolean} isClass */
  function read(node, isClass) {
    if (Array.isArray(node)) for (const item of node) read(item, isClass);
    if (typeof node?.type !== 'string') return;
    // Files are named like the classes in them, and name none.
    if (node.type === 'ImportDeclaration') return;
    if (node.type === 'Literal' && typeof node.value === 'string') note(node.value, isClass);
    else if (node.type === 'TemplateLiteral') readTemplate(node, isClass);
    else if (node.type === 'JSXAttribute') read(node.value, /class(name)?$/i.test(node.name.name));
    else if (node.type === 'CallExpression') {
      read(node.callee, false);
      read(node.arguments, node.callee.name === 'clsx');
    } else if (node.type === 'ConditionalExpression') {
      read(node.test, false);
      read([node.consequent, node.alternate], isClass);
    } else if (node.type === 'LogicalExpression') {
      read(node.left, isClass && node.operator !== '&&');
      read(node.right, isClass);
    } else if (node.type === 'Property' && !node.computed) {
      note(String(node.key.name ?? node.key.value), isClass);
      read(node.value, false);
    } else {
      const passes = ['JSXExpressionContainer', 'ArrayExpression', 'ObjectExpression'];
      for (const value of Object.values(node)) {
        if (typeof value === 'object') read(value, isClass && passes.includes(node.type));
      }
    }
  }

  /** @param {any} node @param {boolean} isClass */
  function readTemplate(node, isClass) {
    for (const [index, { value }] of node.quasis.entries()) {
      const isLast = index === node.quasis.length - 1;
      const whole = value.raw.split(/\s+/);
      const stem = isLast ? '' : whole.pop();
      if (stem.length > 1) stems.add(stem);
      if (index > 0) whole.shift();
      note(whole.join(' '), isClass);
    }
    read(node.expressions, isClass);
  }
}
