import { editedSchema } from '@countersign/api/prompts/edited-place';
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
type Operation = { op: string; path: string; value?: unknown; from?: string };
const patched = (asked: UpMessage, ...operations: Operation[]) =>
  editedPlaces(asked, edit({ patch: operations, value: {} }));
const patch = (...operations: Operation[]) => patched(message, ...operations);

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
    const reported = patch(
      { op: 'remove', path: '/assignments/0' },
      { op: 'replace', path: '/assignments/0/proposed', value: 7 },
      { op: 'add', path: '/assignments/-', value: { cell: 'NTO-0500-1', proposed: 1 } },
      { op: 'move', from: '/assignments/1', path: '/assignments/0' },
    );
    expect(reported?.places).toMatchObject([
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
    const reported = patch(...many);
    expect(reported?.more).toBe(25);
    expect(JSON.stringify(reported).length).toBeLessThan(1_000);
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

describe('the end of a list', () => {
  it('is an index that the fact can carry, also for what moves there', () => {
    const reported = patch(
      { op: 'add', path: '/assignments/-', value: { cell: 'NTO-0500-1', proposed: 1 } },
      { op: 'move', from: '/assignments/0', path: '/assignments/-' },
      { op: 'add', path: '/assignments/nowhere', value: {} },
    );
    expect(reported?.places).toMatchObject([
      { op: 'added', entry: { name: 'NTO-0500-1', index: 2 } },
      { op: 'moved', entry: { name: 'NTO-0437-1', index: 0 }, to: 2 },
      { op: 'added', entry: { index: 3 } },
    ]);
    expect(editedSchema.parse(JSON.parse(JSON.stringify(reported)))).toEqual(reported);
  });
});

describe('a secret', () => {
  const secret = { type: 'string', format: 'password' };
  const asked: UpMessage = {
    ...message,
    payload: {
      token: 'hunter2-old',
      keys: ['hunter2-key'],
      logins: [{ password: 'hunter2-first', user: 'mara' }],
      login: { user: 'mara', password: 'hunter2-first' },
      vault: { pin: 'hunter2-pin' },
    },
    upContext: {
      schema: {
        type: 'object',
        $defs: { secret },
        properties: {
          token: { allOf: [{ title: 'Token' }, { $ref: '#/$defs/secret' }] },
          keys: { type: 'array', items: secret },
          logins: {
            type: ['null', 'array'],
            title: 'Logins',
            items: { type: 'object', properties: { password: secret } },
          },
          login: { anyOf: [{ type: 'null' }, { properties: { password: secret } }] },
          vault: { type: 'object', writeOnly: true, properties: { pin: { type: 'string' } } },
        },
        patternProperties: { '^x-': secret },
      },
    },
  };
  it('is in no place of an edit, whatever its operation', () => {
    const reported = patched(
      asked,
      { op: 'replace', path: '/token', value: 'hunter2-new' },
      { op: 'copy', from: '/token', path: '/note' },
      { op: 'remove', path: '/logins/0' },
      { op: 'add', path: '/logins/0', value: { password: 'hunter2-2', user: 'mara' } },
      { op: 'replace', path: '/vault/pin', value: 'hunter2-pin2' },
    );
    expect(reported?.places).toMatchObject([
      { op: 'changed', fields: ['Token'] },
      { op: 'changed', fields: ['Note'] },
      { op: 'removed', entry: { list: 'Logins', index: 0 } },
      { op: 'added', entry: { list: 'Logins', index: 0 } },
      { op: 'changed', fields: ['Vault', 'Pin'] },
    ]);
    const more = patched(
      asked,
      { op: 'replace', path: '/keys/0', value: 'hunter2-key2' },
      { op: 'replace', path: '/login', value: ['hunter2-not'] },
      { op: 'add', path: '/x-key', value: 'hunter2-x' },
      { op: 'remove', path: '/token' },
    );
    expect(more?.places).toHaveLength(4);
    const [, login] = more?.places ?? [];
    expect(login).toMatchObject({ was: { user: 'mara', password: '…' } });
    expect(
      JSON.stringify([reported, more?.places.filter((place) => place !== login)]),
    ).not.toContain('hunter2');
  });
});

describe('what is not reported', () => {
  const at = (value: unknown) => patch({ op: 'add', path: '/note', value })?.places[0]?.value;
  it('has a mark in its place', () => {
    expect(at(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'])).toEqual([
      ...['a', 'b', 'c', 'd', 'e', 'f', '…'],
    ]);
    expect(at([{ city: 'Leipzig' }, { city: 'Halle', zip: '06108' }, [1], []])).toEqual([
      ...['Leipzig', 'Halle …', '…', []],
    ]);
    const group = { geo: { lat: 51.3, lon: 12.4 }, a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 };
    const reported = patch(
      { op: 'add', path: '/place', value: 1 },
      { op: 'replace', path: '/place', value: group },
    );
    expect(reported?.places[1]?.value).toEqual({
      geo: '…',
      a: 1,
      b: 2,
      c: 3,
      d: 4,
      e: 5,
      '…': '…',
    });
  });
});

describe('an operation', () => {
  const asked = { ...message, payload: { wait: '', hold: null, note: 'a', list: ['x', 'y'] } };
  const placesOf = (...operations: Operation[]) => patched(asked, ...operations)?.places;
  it('that fills an empty field sets it', () => {
    expect(
      placesOf(
        { op: 'replace', path: '/wait', value: 'wait' },
        { op: 'replace', path: '/hold', value: 5 },
      ),
    ).toEqual([
      { op: 'set', fields: ['Wait'], value: 'wait' },
      { op: 'set', fields: ['Hold'], value: 5 },
    ]);
  });

  it('that only tests is no change', () => {
    expect(
      placesOf(
        { op: 'test', path: '/note', value: 'a' },
        { op: 'replace', path: '/note', value: 'b' },
      ),
    ).toEqual([{ op: 'changed', fields: ['Note'], was: 'a', value: 'b' }]);
    expect(placesOf({ op: 'test', path: '/note', value: 'a' })).toBeUndefined();
  });

  it('that copies says what it copied, and one that moves to another field or list says where', () => {
    expect(
      placesOf(
        { op: 'copy', from: '/note', path: '/list/-' },
        { op: 'copy', from: '/note', path: '/again' },
        { op: 'move', from: '/note', path: '/other' },
        { op: 'move', from: '/list/0', path: '/kept' },
        { op: 'move', from: '/kept', path: '/list/-' },
      ),
    ).toEqual([
      { op: 'added', entry: { name: 'a', list: 'List', index: 2 }, fields: [] },
      { op: 'set', fields: ['Again'], value: 'a' },
      { op: 'moved', fields: ['Note'], into: ['Other'] },
      { op: 'moved', entry: { name: 'x', list: 'List', index: 0 }, fields: [], into: ['Kept'] },
      { op: 'moved', fields: ['Kept'], to: 2, into: ['List'] },
    ]);
  });
});
