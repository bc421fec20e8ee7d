import { expect, it } from 'vitest';
import { makePrompt } from '../testing/panel.tsx';
import { feedbackText } from './feedback-text.ts';

const message = (label: string) =>
  makePrompt({}, { upPrompt: { answers: { approve: { label }, rank: { label: 'Shortlist' } } } })
    .message;

it('names an answer with our label, followed by the agent’s', () => {
  expect(feedbackText({ type: 'approve' })).toBe('approved');
  expect(feedbackText({ type: 'approve' }, message('Go on without it'))).toBe(
    'approved as “Go on without it”',
  );
  const content = { reason: 'No time' };
  expect(feedbackText({ type: 'approve', content }, message('Go on'))).toBe(
    'approved as “Go on”, “No time”',
  );
  expect(feedbackText({ type: 'rank', content: { order: ['b', 'a'] } }, message(''))).toBe(
    'ranked as “Shortlist”: b, a',
  );
  expect(feedbackText({ type: 'reject' }, message('Go on'))).toBe('rejected');
});
