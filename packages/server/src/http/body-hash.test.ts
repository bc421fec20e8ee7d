import { expect, it } from 'vitest';
import { bodyHash } from './body-hash.ts';
import { ProblemError } from './problem.ts';

it('is the same for the same meaning', () => {
  expect(bodyHash({ a: 1, b: [2] })).toBe(bodyHash({ b: [2], a: 1 }));
  expect(bodyHash({ a: 1 })).not.toBe(bodyHash({ a: 2 }));
});

it('refuses a lone surrogate as an error of the request, with its path', () => {
  expect(() => bodyHash({ content: { text: '\ud83d' } })).toThrow(ProblemError);
  try {
    bodyHash({ content: { text: '\ud83d' } });
  } catch (error) {
    expect(error).toMatchObject({
      slug: 'invalid-request',
      members: { errors: [{ path: '/content/text' }] },
    });
  }
});
