import { describe, expect, it } from 'vitest';
import { changesOf } from './build-feedback.ts';
import { changeText } from './change-text.ts';
import { stepValues } from './step-values.ts';

const schema = {
  type: 'object',
  properties: {
    assignments: {
      type: 'array',
      title: 'Assignments',
      items: {
        type: 'object',
        properties: {
          cell: { type: 'string', title: 'Cell' },
          proposed: { type: 'integer', title: 'Proposed' },
        },
      },
    },
    location: {
      type: 'object',
      title: 'Location',
      properties: { postalCode: { type: 'string' } },
    },
    tags: { type: 'array', title: 'Tags', items: { type: 'string' } },
    city: { type: 'string' },
  },
};
const rows = [
  { cell: 'NTO-0412-1', proposed: 214 },
  { cell: 'NTO-0438-2', proposed: 20 },
  { cell: 'NTO-0409-2', proposed: 225 },
];
const base = { assignments: rows, location: { postalCode: '04109' }, tags: ['a', 'b'] };

const reported = (value: unknown) =>
  stepValues(base, changesOf(base, value)).map((each) => {
    const { place, what } = changeText(schema, each);
    return `${place}: ${what}`;
  });

describe('the description of a change', () => {
  it('names the row by its own words and the field by its title', () => {
    const edited = rows.with(1, { cell: 'NTO-0438-2', proposed: 500 });
    expect(reported({ ...base, assignments: edited })).toEqual(['NTO-0438-2: Proposed 20 → 500']);
  });

  it('describes what was removed, also before other changes', () => {
    const edited = [{ cell: 'NTO-0438-2', proposed: 500 }, rows[2]];
    expect(reported({ ...base, assignments: edited })).toEqual([
      'NTO-0412-1: left out',
      'NTO-0438-2: Proposed 20 → 500',
    ]);
  });

  it('names a row that was added by its main field, and by its place until that is filled', () => {
    expect(reported({ ...base, assignments: [...rows, { proposed: 12 }] })).toEqual([
      'row 4, added: Proposed 12',
    ]);
    expect(
      reported({ ...base, assignments: [...rows, { proposed: 12, cell: 'NTO-0500-1' }] }),
    ).toEqual(['NTO-0500-1: added Proposed 12']);
    expect(reported({ ...base, assignments: [...rows, {}] })).toEqual(['row 4, added: ']);
  });

  it('describes what was added, moved, set and cleared', () => {
    expect(reported({ ...base, tags: ['a', 'b', 'new one'] })).toEqual(['Tags: added new one']);
    expect(reported({ ...base, city: 'Leipzig' })).toEqual(['City: Leipzig']);
    expect(reported({ ...base, location: { postalCode: '' } })).toEqual([
      'Location › Postal code: 04109 → nothing',
    ]);
    const named = [
      { id: 'k1', name: 'Ada' },
      { id: 'k2', name: 'Bo' },
    ];
    const moved = changesOf({ people: named }, { people: named.toReversed() });
    expect(stepValues({ people: named }, moved).map((each) => changeText({}, each))).toEqual([
      { place: 'k1', what: 'moved to place 2' },
    ]);
    expect(reported({ assignments: rows, tags: ['a', 'b'] })).toEqual(['Location: left out']);
  });

  it('says of a secret only that it changed', () => {
    const secret = {
      properties: {
        password: { title: 'Password', format: 'password' },
        keys: {
          title: 'Keys',
          items: {
            properties: { name: { title: 'Name' }, token: { title: 'Token', writeOnly: true } },
          },
        },
      },
    };
    const before = { password: 'sesame', keys: [] };
    const value = { password: 'open it', keys: [{ name: 'ci', token: 't0ken' }] };
    const lines = stepValues(before, changesOf(before, value)).map((each) => {
      const { place, what } = changeText(secret, each);
      return `${place}: ${what}`;
    });
    expect(lines.join(', ')).toContain('Password: changed');
    expect(lines.join(', ')).toContain('Token ••••••••');
    expect(lines.join(', ')).not.toMatch(/sesame|open it|t0ken/);
  });

  it('does not name an entry by a secret, nor shows one below a name that several branches have', () => {
    const secret = {
      properties: {
        keys: {
          title: 'Keys',
          items: { properties: { token: { title: 'Token', writeOnly: true }, note: {} } },
        },
        access: { properties: { user: {} } },
      },
      allOf: [{ properties: { access: { properties: { pin: { format: 'password' } } } } }],
    };
    const before = { keys: [{ token: 't0ken', note: 'a' }], access: { user: 'ada', pin: 'p-1' } };
    const value = {
      keys: [
        { token: 't0ken', note: 'b' },
        { token: 'n3w', note: 'c' },
      ],
    };
    const lines = stepValues(before, changesOf(before, value)).map((each) => {
      const { place, what } = changeText(secret, each);
      return `${place}: ${what}`;
    });
    expect(lines.join(', ')).toContain('Keys 1: Note a → b');
    expect(lines.join(', ')).not.toMatch(/t0ken|n3w|p-1/);
  });
});
