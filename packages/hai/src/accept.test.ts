import { expect, it } from 'vitest';
import { readAccept } from './accept.ts';

it.each([
  ['', []],
  [
    'text/*, application/json;q=0.5',
    [
      ['text/*', 1],
      ['application/json', 0.5],
    ],
  ],
  [
    'Text/HTML; charset=utf-8 ;Q=0 , */*;q=0.001',
    [
      ['text/html', 0],
      ['*/*', 0.001],
    ],
  ],
  ['a/b;q=0.2, a/b;q=0.9', [['a/b', 0.9]]],
  ['a/b;q=9, ,;q=1', [['a/b', 1]]],
] as [string, [string, number][]][])('%j is read', (accept, ranges) => {
  expect([...readAccept(accept)]).toEqual(ranges);
});
