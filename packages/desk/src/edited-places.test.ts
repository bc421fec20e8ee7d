import type { UpFeedback, UpMessage } from '@countersign/upformat/message';
import { describe, expect, it } from 'vitest';
import { editedPlaces } from './edited-places.ts';

const schema = {
  type: 'object',
  properties: {
    assignments: {
      type: 'array',
      title: 'Assignments',
      items: {
        type: 'object',
        properties: { cell: { type: 'string', title: 'Cell' }, proposed: { title: 'Proposed' } },
      },
    },
    postalCode: { type: 'string' },
  },
};
const payload = {
  assignments: [
    { cell: 'NTO-0437-1', proposed: 19 },
    { cell: 'NTO-0438-2', proposed: 20 },
  ],
};
const message: UpMessage = {
  messageId: 'call_Yk3Xr0T9vQm2LpB7sNaW4dHc1',
  threadId: 'thread-3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
  timestamp: '2026-11-21T05:00:00Z',
  state: 'needsHumanDecision',
  payload,
  upContext: { schema },
};
const edit = (content: Extract<UpFeedback, { type: 'edit' }>['content']): UpFeedback => ({
  type: 'edit',
  content,
});
const patch = (...operations: { op: string; path: string; value?: unknown; from?: string }[]) =>
  editedPlaces(message, edit({ patch: operations, value: {} }));

describe('editedPlaces', () => {
  it('names the entry, the field, and both values', () => {
    expect(patch({ op: 'replace', path: '/assignments/1/proposed', value: 500 })).toEqual({
      places: [
        {
          op: 'changed',
          entry: { name: 'NTO-0438-2', list: 'Assignments', index: 1 },
          fields: ['Proposed'],
          was: 20,
          value: 500,
        },
      ],
      more: 0,
    });
  });

  it('reads a value without a patch as its difference to the proposal', () => {
    const value = { assignments: [payload.assignments[0], { cell: 'NTO-0438-2', proposed: 7 }] };
    expect(editedPlaces(message, edit({ value }))?.places).toMatchObject([
      { op: 'changed', entry: { name: 'NTO-0438-2' }, fields: ['Proposed'], was: 20, value: 7 },
    ]);
  });

  it('names fields by their keys where the schema has no title, and each field of a group', () => {
    const filled = { ...message, payload: {}, upContext: {} };
    const value = { address: { postalCode: '04109', city: 'Leipzig' } };
    expect(editedPlaces(filled, edit({ value }))?.places).toEqual([
      { op: 'set', fields: ['Address', 'Postal code'], value: '04109' },
      { op: 'set', fields: ['Address', 'City'], value: 'Leipzig' },
    ]);
  });

  it('counts each path in the value that the steps before it made', () => {
    const told = patch(
      { op: 'remove', path: '/assignments/0' },
      { op: 'replace', path: '/assignments/0/proposed', value: 7 },
      { op: 'add', path: '/assignments/-', value: { cell: 'NTO-0500-1', proposed: 1 } },
      { op: 'move', from: '/assignments/1', path: '/assignments/0' },
    );
    expect(told?.places).toMatchObject([
      { op: 'removed', entry: { name: 'NTO-0437-1' }, fields: [] },
      { op: 'changed', entry: { name: 'NTO-0438-2' }, was: 20, value: 7 },
      { op: 'added', entry: { name: 'NTO-0500-1' }, fields: [] },
      { op: 'moved', entry: { name: 'NTO-0500-1' }, to: 0 },
    ]);
  });

  it('stays short, whatever was sent', () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      op: 'add',
      path: `/note${String(index)}`,
      value: 'word '.repeat(10_000),
    }));
    const told = patch(...many);
    expect(told?.more).toBe(25);
    expect(JSON.stringify(told).length).toBeLessThan(1_000);
  });

  it.each<UpFeedback>([
    { type: 'approve' },
    edit({ text: 'Take the other one.' }),
    edit({ patch: [], value: payload }),
    edit({ value: payload }),
  ])('is nothing for %j', (feedback) => {
    expect(editedPlaces(message, feedback)).toBeUndefined();
  });

  it('survives a patch that does not apply', () => {
    expect(
      patch(
        { op: 'replace', path: '/nowhere/9/at', value: 1 },
        { op: 'copy', path: '/x', from: '/gone' },
      )?.places,
    ).toHaveLength(2);
  });
});

it('names the field that no path may contain, not the whole object', () => {
  const edit: UpFeedback = { type: 'edit', content: { value: { constructor: 'edited', kept: 1 } } };
  const asked = { ...message, payload: { constructor: 'proposed', kept: 1 } };
  expect(editedPlaces(asked, edit)).toEqual({
    places: [{ op: 'changed', fields: ['Constructor'], was: 'proposed', value: 'edited' }],
    more: 0,
  });
});
