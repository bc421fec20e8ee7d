// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useKeyedRequest } from './use-keyed-request.ts';

const lost = () => Promise.reject(new TypeError('Failed to fetch'));

it('repeats a request under its key until it has an answer, and another one under another', async () => {
  const keyed = renderHook(() => useKeyedRequest()).result.current;
  const keys: string[] = [];
  const note = (key: string) => {
    keys.push(key);
    return Promise.resolve('done');
  };
  const failing = (key: string) => note(key).then(lost);
  await expect(keyed({ message: 'a' }, failing)).rejects.toThrow('Failed to fetch');
  await expect(keyed({ message: 'a' }, note)).resolves.toBe('done');
  await keyed({ message: 'a' }, note);
  await expect(keyed({ message: 'b' }, failing)).rejects.toThrow();
  await keyed({ message: 'c' }, note);
  const [first, repeated, afterwards, other, changed] = keys;
  expect(repeated).toBe(first);
  expect(new Set([first, afterwards, other, changed]).size).toBe(4);
});
