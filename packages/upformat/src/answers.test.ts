import { describe, expect, it } from 'vitest';
import { allowedAnswers, rankableItems } from './answers.ts';
import { stateSchema, type UpMessage } from './message.ts';

const ask = (more: Partial<UpMessage>): UpMessage => ({
  messageId: 'm',
  threadId: 't',
  timestamp: '2026-11-21T10:00:00Z',
  state: 'needsHumanDecision',
  ...more,
});
const candidates = [
  { id: 'a', name: 'Ines' },
  { id: 'b', name: 'Tomasz' },
];
const schema = {
  type: 'object',
  required: ['location'],
  properties: { location: { type: 'object' } },
};

describe('allowedAnswers', () => {
  it('cannot be approved while a required value is missing', () => {
    expect(allowedAnswers(ask({ upContext: { schema }, payload: {} })).approve).toEqual({
      allowed: false,
      refusal: { code: 'nothing-to-approve', missing: ['location'] },
      reason: 'Nothing to approve yet: location is missing.',
    });
    expect(
      allowedAnswers(ask({ upContext: { schema }, payload: { location: {} } })).approve.allowed,
    ).toBe(true);
  });

  it('ranks two things or more', () => {
    expect(allowedAnswers(ask({ payload: { candidates } })).rank.allowed).toBe(true);
    expect(allowedAnswers(ask({ payload: { candidates: [candidates[0]] } })).rank.allowed).toBe(
      false,
    );
    expect(rankableItems(ask({ payload: { candidates } })).map((item) => item.label)).toEqual([
      'Ines',
      'Tomasz',
    ]);
  });

  it("allows only the agent's own list, and only prompts", () => {
    const only = allowedAnswers(ask({ allowedFeedback: ['reject'] }));
    expect(only.approve).toEqual({
      allowed: false,
      refusal: { code: 'not-listed' },
      reason: 'This agent does not accept approvals here.',
    });
    expect(only.reject.allowed).toBe(true);
    expect(allowedAnswers(ask({ state: 'completed' })).comment.allowed).toBe(false);
  });

  const nested = {
    type: 'object',
    required: ['title', 'place', 'people'],
    properties: {
      title: { type: 'string', minLength: 1 },
      place: { $ref: '#/$defs/place' },
      people: { type: 'array', items: { required: ['email'], properties: { email: {} } } },
      basis: { type: 'string', default: 'hour' },
      id: { type: 'string', readOnly: true },
      note: { type: ['string', 'null'] },
    },
    $defs: {
      place: { type: 'object', required: ['city'], properties: { city: { minLength: 1 } } },
    },
  };
  const complete = { title: 'x', place: { city: 'Halle' }, people: [{ email: 'a@example.org' }] };
  it.each<[string, object, string | null]>([
    ['nothing', complete, null],
    ['a nested value', { ...complete, place: { city: '' } }, 'place.city is missing.'],
    ['a value of an item', { ...complete, people: [{}] }, 'people[0].email is missing.'],
    ['null for a value', { ...complete, place: null }, 'place is missing.'],
    ['two', { ...complete, title: '', place: {} }, 'title and place.city are missing.'],
    [
      'many',
      { ...complete, people: [{}, {}, {}, {}, {}] },
      'people[0].email, people[1].email, people[2].email and 2 more are missing.',
    ],
  ])('names what is missing to approve: %s', (_, payload, missing) => {
    const { approve } = allowedAnswers(
      ask({ upContext: { schema: nested }, payload: { ...payload } }),
    );
    expect(approve).toMatchObject(
      missing === null
        ? { allowed: true }
        : { allowed: false, reason: `Nothing to approve yet: ${missing}` },
    );
  });

  it('does not report values as missing that have a default, are read-only or may be null', () => {
    const required = ['basis', 'id', 'note'];
    const message = ask({
      upContext: { schema: { ...nested, required } },
      payload: { note: null },
    });
    expect(allowedAnswers(message).approve.allowed).toBe(true);
  });

  it('reports the answer to a required question as missing', () => {
    const question = { id: 'city', text: 'Where?', required: true };
    const without = ask({ upThought: { questions: [question] } });
    expect(allowedAnswers(without).approve).toEqual({
      allowed: false,
      refusal: { code: 'nothing-to-approve', missing: ['city'] },
      reason: 'Nothing to approve yet: city is missing.',
    });
    const withDefault = ask({ upThought: { questions: [{ ...question, default: 'Halle' }] } });
    expect(allowedAnswers(withDefault).approve.allowed).toBe(true);
  });

  it('allows approving as proposed if the agent accepts approvals but no edits', () => {
    const message = ask({ upContext: { schema }, payload: {} });
    const allowed = (allowedFeedback: UpMessage['allowedFeedback']) =>
      allowedAnswers(ask({ ...message, ...(allowedFeedback ? { allowedFeedback } : {}) })).approve
        .allowed;
    expect(allowed(['approve', 'reject'])).toBe(true);
    expect(allowed(['approve', 'edit'])).toBe(false);
    expect(allowed([])).toBe(false);
  });

  it.each<[string, Partial<UpMessage>, boolean]>([
    ['nothing', { explanation: 'why' }, false],
    ['an empty payload', { payload: {} }, false],
    ['a payload', { payload: { a: 1 } }, true],
    ['a schema', { upContext: { schema } }, true],
    ['fields', { upContext: { fields: { a: 'x' } } }, true],
    ['a bare question', { upThought: { questions: ['Where?'] } }, true],
  ])('can edit when there is %s: %s', (_, more, expected) => {
    expect(allowedAnswers(ask(more)).edit.allowed).toBe(expected);
  });

  it('ranks alternatives before lists, and only things with ids of their own', () => {
    const alternatives = ['one', { id: 'x', label: 'X' }, { id: 'y', label: 'Y' }];
    const idsOf = (more: Partial<UpMessage>) => rankableItems(ask(more)).map(({ id }) => id);
    expect(idsOf({ upThought: { alternatives }, payload: { candidates } })).toEqual(['x', 'y']);
    expect(idsOf({ upThought: { alternatives: ['one'] }, payload: { candidates } })).toEqual([
      'a',
      'b',
    ]);
    expect(idsOf({ payload: { twins: [candidates[0], candidates[0]] } })).toEqual([]);
    expect(idsOf({ payload: { mixed: [candidates[0], { name: 'no id' }], candidates } })).toEqual([
      'a',
      'b',
    ]);
    expect(idsOf({ payload: { numbers: [{ id: 1 }, { id: 2 }] } })).toEqual([]);
  });

  it.each(stateSchema.options)('takes answers in state %s only if it is a prompt', (state) => {
    const answers = Object.values(allowedAnswers(ask({ state, payload: { candidates } })));
    const isPrompt = state === 'needsHumanDecision' || state === 'followup';
    expect(answers.map(({ allowed }) => allowed)).toEqual(answers.map(() => isPrompt));
  });

  it('always allows an answer, unless the agent lists only impossible kinds', () => {
    for (const more of [{}, { upContext: { schema } }, { payload: { candidates } }]) {
      const { reject, comment, instruction } = allowedAnswers(ask(more));
      expect([reject, comment, instruction].every(({ allowed }) => allowed)).toBe(true);
    }
  });
});
