import { expect, it } from 'vitest';
import { slicesOf } from './slices.ts';

it('cuts a text into slices that together are the text', () => {
  const text = 'data: {"type":"CUSTOM"}\n\n'.repeat(2_000);
  const slices = [...slicesOf(text)];
  expect(slices.length).toBe(4);
  expect(slices.join('')).toBe(text);
  expect([...slicesOf('')]).toEqual([]);
});
