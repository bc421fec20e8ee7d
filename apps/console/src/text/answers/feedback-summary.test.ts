import { type Edited, editedSchema } from '@countersign/api/prompts/edited-place';
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
      'edited: 2 places',
    ],
    [{ type: 'edit', content: { value: { user: 'ada', password: 'sesame' } } }, 'edited'],
    [{ type: 'edit', content: { text: 'only Leipzig' } }, 'edited: “only Leipzig”'],
    [{ type: 'rank', content: { order: ['b', 'a'] } }, 'ranked: b, a'],
    [{ type: 'instruction', content: { text: 'only seniors' } }, 'instructed: “only seniors”'],
    [{ type: 'shrug' }, 'shrug'],
    [null, ''],
  ])('%j reads %s', (feedback, words) => expect(feedbackSummary(feedback)).toBe(words));

  it('reads an edit in the labels of its form, where the question was known', () => {
    const feedback = {
      type: 'edit',
      content: { patch: [{ op: 'replace', path: '/assignments/0/proposed', value: 500 }] },
    };
    const entry = { name: 'NTO-0438-2', list: 'Assignments', index: 0 };
    const edited: Edited = {
      places: [
        { op: 'changed', entry, fields: ['Proposed'], was: 20, value: 500 },
        { op: 'set', fields: ['Address', 'City'], value: 'Leipzig' },
        { op: 'removed', entry: { list: 'Days', index: 2 }, fields: [], was: 3 },
        { op: 'added', entry: { name: 'SQL', list: 'Skills', index: 4 }, fields: [] },
        { op: 'moved', entry: { name: 'React', list: 'Skills', index: 4 }, fields: [], to: 0 },
      ],
      more: 2,
    };
    expect(feedbackSummary(feedback, { edited })).toBe(
      'edited: NTO-0438-2: Proposed 20 → 500, Address › City Leipzig, Days 3: left out, SQL: added, React: moved to place 1, 2 more',
    );
    expect(feedbackSummary(feedback)).toBe('edited: 1 place');
  });

  it('says what a test, a move and a secret are, without a value that is not there', () => {
    const feedback = {
      type: 'edit',
      content: { patch: [{ op: 'test', path: '/a', value: 1 }], value: {} },
    };
    expect(feedbackSummary(feedback)).toBe('edited');
    const edited = editedSchema.parse({
      places: [
        { op: 'changed', fields: ['Password'] },
        { op: 'moved', fields: ['Note'], into: ['Old', 'Note'] },
        {
          ...{ op: 'moved', entry: { name: 'React', list: 'Skills', index: 4 }, fields: [] },
          ...{ to: 0, into: ['Archive'] },
        },
      ],
      more: 0,
    });
    expect(feedbackSummary(feedback, { edited })).toBe(
      'edited: Password changed, Note moved to Old › Note, React: moved to Archive',
    );
  });

  it('stays one line', () => {
    const words = feedbackSummary({ type: 'comment', content: { text: 'a\n'.repeat(2000) } });
    expect(words.length).toBeLessThan(230);
    expect(words).not.toContain('\n');
  });
});
