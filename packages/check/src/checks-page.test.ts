import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checkAdvice } from './advice.ts';
import { checkTitles, pageOf } from './titles.ts';

const page = readFileSync(new URL('../../../docs/protocol/checks.md', import.meta.url), 'utf8');
const ids = Object.keys(checkTitles) as (keyof typeof checkTitles)[];

it('the page of the checks has a sentence for each check, and no other', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows).toEqual(ids.map((id) => `| \`${id}\` | ${checkTitles[id]} | ${checkAdvice[id]} |`));
});

it('the address of a finding leads to the table of its check', () => {
  for (const id of ids) {
    const [, anchor = ''] = pageOf(id).split('#');
    const section = page.split('\n## ').find((text) => {
      const [heading = ''] = text.split('\n');
      return heading.toLowerCase().replaceAll(' ', '-') === anchor;
    });
    expect(section, pageOf(id)).toContain(`| \`${id}\` |`);
  }
});
