import { canonicalJson } from '@countersign/json/canonical-json';
import { describe, expect, it } from 'vitest';
import { sealedContent } from './sealed-content.ts';

describe('sealedContent', () => {
  it('covers everything: a change of any member changes the seal', () => {
    const message = {
      messageId: 'm',
      threadId: 't',
      timestamp: '2026-11-21T10:00:00Z',
      state: 'followup' as const,
    };
    const seal = (more: object) => canonicalJson(sealedContent({ ...message, ...more }));
    const seals = [{}, { timestamp: '2026-11-21T10:00:01Z' }, { revision: 2 }, { mood: 'x' }].map(
      seal,
    );
    expect(new Set(seals).size).toBe(seals.length);
  });
});
