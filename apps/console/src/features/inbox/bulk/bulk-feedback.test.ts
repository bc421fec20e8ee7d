import { describe, expect, it } from 'vitest';
import { anyEscalation, anyPrompt } from '../../../testing/any-prompt.ts';
import { bulkText } from '../../../text/texts.ts';
import { bulkFeedback, whyNotSent } from './bulk-feedback.ts';

describe('the feedback for all rows', () => {
  it('is as written, with a reason only if there is one', () => {
    expect(bulkFeedback({ type: null, text: 'x' })).toBeNull();
    expect(bulkFeedback({ type: 'approve', text: ' ' })).toEqual({ type: 'approve' });
    expect(bulkFeedback({ type: 'reject', text: ' no ' })).toEqual({
      type: 'reject',
      content: { reason: 'no' },
    });
    expect(bulkFeedback({ type: 'instruction', text: ' ' })).toBeNull();
    expect(bulkFeedback({ type: 'comment', text: 'look' })).toEqual({
      type: 'comment',
      content: { text: 'look' },
    });
  });
});

describe('why nothing can be sent', () => {
  const included = [anyPrompt('a')];
  const draft = { type: 'reject', text: '' } as const;
  const why = (part: Partial<Parameters<typeof whyNotSent>[0]> = {}) =>
    whyNotSent({ draft, included, viewer: false, ...part });

  it('reports what is missing in the order in which it can be corrected', () => {
    const { missingWords } = bulkText;
    expect(why({ viewer: true })).toBe(missingWords.viewer);
    expect(why({ draft: { type: null, text: '' } })).toBe(missingWords.type);
    expect(why({ included: [] })).toBe(missingWords.rows);
    expect(why({ draft: { type: 'comment', text: '' } })).toBe(missingWords.text);
    expect(why()).toBeNull();
  });

  it('is a missing reason as soon as one row was opened under a policy that requires one', () => {
    const escalation = anyEscalation({ reasonFor: ['reject'] });
    const critical = [...included, anyPrompt('b', { escalation })];
    expect(why({ included: critical })).toBe(bulkText.missingWords.reason);
    expect(why({ included: critical, draft: { type: 'reject', text: 'no' } })).toBeNull();
    expect(why({ included: critical, draft: { type: 'approve', text: '' } })).toBeNull();
  });
});
