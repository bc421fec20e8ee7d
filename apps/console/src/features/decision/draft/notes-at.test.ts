import { describe, expect, it } from 'vitest';
import { makePrompt } from '../testing/panel.tsx';
import { annotationOf, isInPlace, type Note, partOf, refitNotes } from './notes-at.ts';
import { rangeInText, rawOffset, stretchesOf } from './text-places.ts';

const note = (part: Partial<Note>): Note => ({
  id: 'n1',
  pointer: null,
  range: null,
  quote: '',
  text: 'Why?',
  ...part,
});
const message = (explanation: string, payload: Record<string, unknown> = { body: 'One two' }) =>
  makePrompt({}, { explanation, payload }).message;

describe('notes at places', () => {
  it('knows whether a place still exists, with the same text', () => {
    expect(isInPlace(note({ pointer: '/body' }), message(''))).toBe(true);
    expect(isInPlace(note({ pointer: '/gone' }), message(''))).toBe(false);
    const two = note({ pointer: '/body', range: { start: 4, end: 7 }, quote: 'two' });
    expect(isInPlace(two, message(''))).toBe(true);
    expect(isInPlace(two, message('', { body: 'One three' }))).toBe(false);
    const why = note({ range: { start: 0, end: 4 }, quote: 'Site' });
    expect(isInPlace(why, message('Site is up'))).toBe(true);
    expect(isInPlace(why, message('Cell is up'))).toBe(false);
  });

  it('follows text that moved within its field, only if it occurs once', () => {
    const two = note({ pointer: '/body', range: { start: 4, end: 7 }, quote: 'two' });
    expect(refitNotes([two], message('', { body: 'Now: two' }))[0]?.range).toEqual({
      start: 5,
      end: 8,
    });
    expect(refitNotes([two], message('', { body: 'A two or two' }))).toEqual([two]);
  });

  it('becomes the annotation and the target that UpFormat defines', () => {
    const field = note({ pointer: '/body', text: ' Why? ' });
    expect(annotationOf(field)).toEqual({ pointer: '/body', text: 'Why?' });
    expect(partOf([field])).toEqual({ part: '/body' });
    const range = { start: 0, end: 4 };
    expect(partOf([note({ range, quote: 'Site' })])).toEqual({ part: range });
    expect(partOf([field, field])).toEqual({});
  });
});

describe('places in a text', () => {
  it('cuts a text where notes begin and end, also where they overlap', () => {
    const notes = [
      note({ id: 'n1', range: { start: 0, end: 5 } }),
      note({ id: 'n2', range: { start: 3, end: 7 } }),
    ];
    const stretches = stretchesOf('One two', notes, (each) => Number(each.id.slice(1)));
    expect(stretches.map(({ text, notes: on }) => [text, on])).toEqual([
      ['One', [1]],
      [' t', [1, 2]],
      ['wo', [2]],
    ]);
  });

  it('counts what is hidden in a text as it is, not as it is shown', () => {
    const hidden = 'a\u202Eb';
    expect(rawOffset('abc', 2)).toBe(2);
    expect(rawOffset(hidden, 1)).toBe(1);
    expect(rawOffset(hidden, 100)).toBe(3);
  });

  it('counts a line end of two characters as one, as a text area does', () => {
    expect(rangeInText('a\r\nb', { start: 2, end: 3 })).toEqual({ start: 3, end: 4 });
  });
});
