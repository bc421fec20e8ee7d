import { readFileSync } from 'node:fs';

/** The first example of a page, and what it prints (empty = it is not said). */
export function exampleIn(page) {
  const text = readFileSync(page, 'utf8');
  const [, code] = /```ts\n(.*?)```/s.exec(text) ?? [];
  if (code === undefined) throw new Error(`${page} has no example.`);
  const [, output = ''] = /```text\n(.*?)```/s.exec(text) ?? [];
  return { code, output };
}
