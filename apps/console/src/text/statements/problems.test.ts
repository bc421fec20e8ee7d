import { problems } from '@countersign/api/problems';
import { expect, it } from 'vitest';
import { problemText, problemTitle } from './problems.ts';

const claimed = {
  type: '/problems/prompt-claimed',
  title: 'Words of the server',
  status: 409,
};

it('has a text for a problem by its code', () => {
  expect(problemTitle(claimed)).toBe('Someone else holds this question');
  expect(problemText(claimed)).toBe('Someone else holds this question');
});

it('shows the server’s text for the case', () => {
  const detail = 'Ada holds it until 14:20.';
  expect(problemText({ ...claimed, detail })).toBe(detail);
});

it('shows the server’s text of an unknown problem', () => {
  const later = { type: '/problems/constructor', title: 'Something later', status: 409 };
  expect(problemText(later)).toBe('Something later');
});

it('has a text for every problem of the server', () => {
  for (const slug of Object.keys(problems)) {
    expect(problemTitle({ type: `/problems/${slug}`, title: '', status: 400 })).not.toBe('');
  }
});
