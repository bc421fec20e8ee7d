import type { Policy } from '@countersign/api/policy';
import { describe, expect, it } from 'vitest';
import { anyPrompt } from '../../../testing/any-prompt.ts';
import { bulkText } from '../../../text/bulk.ts';
import { bulkFeedback, whyNotSent } from './bulk-feedback.ts';

const ofClass = (reasonFor: ('approve' | 'reject')[]) => ({
  claimLeaseMs: 1,
  takeOverMs: 1,
  recallMs: 0,
  reasonFor,
  steps: [],
});
const policy: Policy = {
  version: 1,
  classes: {
    info: ofClass([]),
    minor: ofClass([]),
    major: ofClass([]),
    critical: ofClass(['reject']),
  },
  updatedAt: 0,
  updatedBy: 'ann',
};

describe('the feedback for all rows', () => {
  it('is as one writes it, with a reason only when there is one', () => {
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

describe('why nothing can leave', () => {
  const included = [anyPrompt('a')];
  const draft = { type: 'reject', text: '' } as const;
  const why = (part: Partial<Parameters<typeof whyNotSent>[0]> = {}) =>
    whyNotSent({ draft, included, viewer: false, policy, ...part });

  it('is said in the order in which it can be mended', () => {
    const { missingWords } = bulkText;
    expect(why({ viewer: true })).toBe(missingWords.viewer);
    expect(why({ draft: { type: null, text: '' } })).toBe(missingWords.type);
    expect(why({ included: [] })).toBe(missingWords.rows);
    expect(why({ draft: { type: 'comment', text: '' } })).toBe(missingWords.text);
    expect(why()).toBeNull();
  });

  it('is a missing reason as soon as one row is of a class that wants one', () => {
    const critical = [...included, anyPrompt('b', { severity: 'critical' })];
    expect(why({ included: critical })).toBe(bulkText.missingWords.reason);
    expect(why({ included: critical, draft: { type: 'reject', text: 'no' } })).toBeNull();
    expect(why({ included: critical, draft: { type: 'approve', text: '' } })).toBeNull();
  });
});
