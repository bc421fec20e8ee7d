import { expect, it } from 'vitest';
import { isAside, obstacleOf, receivesComments } from './accept-answer.ts';
import { promptWith } from './testing/prompt-with.ts';

const prompt = promptWith();

it('sends comments to an open run that supports them', () => {
  const way = { by: 'feedback' as const, run: 'open' as const };
  expect(receivesComments({ ...prompt, way })).toBe(true);
  expect(receivesComments({ ...prompt, way: { by: 'run', run: 'open' } })).toBe(false);
  const { upPrompt: _upPrompt, ...bare } = prompt.message;
  expect(receivesComments({ way, message: bare })).toBe(false);
});

it('reports what has changed since the prompt was shown, the most important first', () => {
  const mine = { by: 'ann', digest: prompt.digest, holder: null };
  expect(obstacleOf(prompt, mine)).toBe(null);
  expect(obstacleOf(prompt, { ...mine, holder: 'ann' })).toBe(null);
  expect(obstacleOf(prompt, { ...mine, holder: 'bob' })).toBe('claimed');
  expect(obstacleOf(prompt, { ...mine, by: null, holder: 'bob' })).toBe('claimed');
  const shown = { ...mine, holder: 'bob', digest: 'of what was shown' };
  expect(obstacleOf(prompt, shown)).toBe('changed');
  expect(obstacleOf({ ...prompt, state: 'withdrawn' }, shown)).toBe('closed');
  expect(obstacleOf({ ...prompt, state: 'answered' }, shown)).toBe('answered');
});

it('treats a comment as a remark, unless the agent accepts comments as answers', () => {
  expect(isAside({ commentsAnswer: false }, 'comment')).toBe(true);
  expect(isAside({ commentsAnswer: true }, 'comment')).toBe(false);
  expect(isAside({ commentsAnswer: false }, 'instruction')).toBe(false);
  expect(isAside({ commentsAnswer: false }, null)).toBe(false);
});
