import { describe, expect, it } from 'vitest';
import { feedbackSummary } from './feedback-summary.ts';

describe('feedbackSummary', () => {
  it.each([
    [{ type: 'approve' }, 'approved'],
    [{ type: 'reject', content: { reason: 'too dear' } }, 'rejected, “too dear”'],
    [
      {
        type: 'edit',
        content: {
          patch: [
            { op: 'replace', path: '/location', value: 'Leipzig' },
            { op: 'remove', path: '/days/1' },
          ],
          value: {},
        },
      },
      'edited: location Leipzig, days 1 left out',
    ],
    [
      {
        type: 'edit',
        content: {
          value: {
            location: { country: 'DE', city: 'Leipzig' },
            skills: [{ name: 'React', years: 5 }, 'SQL'],
            remote: null,
          },
        },
      },
      'edited: country DE, city Leipzig, name React, years 5, skills SQL, remote null',
    ],
    [{ type: 'edit', content: { value: {} } }, 'edited: {}'],
    [{ type: 'rank', content: { order: ['b', 'a'] } }, 'ranked: b, a'],
    [{ type: 'instruction', content: { text: 'only seniors' } }, 'instructed: “only seniors”'],
    [{ type: 'shrug' }, 'shrug'],
    [null, ''],
  ])('%j reads %s', (feedback, words) => expect(feedbackSummary(feedback)).toBe(words));

  it('stays one line', () => {
    const words = feedbackSummary({ type: 'comment', content: { text: 'a\n'.repeat(2000) } });
    expect(words.length).toBeLessThan(230);
    expect(words).not.toContain('\n');
  });
});
