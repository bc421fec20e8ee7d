import fc from 'fast-check';
import { expect, it } from 'vitest';
import { promptIdOf } from './prompt-id.ts';

const id = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('~', '*', '%', '/', '"', 'a', '\ud800', '\udc00') }),
  fc.string({ unit: 'binary', minLength: 230, maxLength: 300 }),
);

it('gives every pair a short unique id that needs no escaping in a path', () => {
  fc.assert(
    fc.property(id, id, id, id, (thread, message, otherThread, otherMessage) => {
      const isSame = thread === otherThread && message === otherMessage;
      const one = promptIdOf(thread, message);
      expect(one).toMatch(/^[0-9a-z]{26}$/);
      expect(encodeURIComponent(one)).toBe(one);
      expect(one === promptIdOf(otherThread, otherMessage)).toBe(isSame);
    }),
  );
});

it('is stable: journalled prompts are found again', () => {
  const thread = '0b6f1f6e-4a0c-4f9e-8a6e-2f6a5f0c9d11';
  expect([
    promptIdOf(thread, '7c9a0d52-9b0e-4d8f-9a53-0d9f5b7f3e20'),
    promptIdOf(thread, 'call_Yk3uTq0vJX8m2LrPzN5aWcDe'),
    promptIdOf('', ''),
  ]).toMatchInlineSnapshot(`
    [
      "crzabxzk7adzasegckv9p52qxc",
      "9y2wd7x8r915gtjnw6cmgjsp1m",
      "k5z0cxb4v5t6t2p01jx57yppag",
    ]
  `);
});
