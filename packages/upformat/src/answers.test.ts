import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowedAnswers, checkFeedback, rankableItems } from './answers.ts';
import { feedbackTypeSchema, stateSchema, type UpFeedback, type UpMessage } from './message.ts';

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
const noFaults = () => [];

describe('allowedAnswers', () => {
  it('has nothing to approve while a required value is missing', () => {
    expect(allowedAnswers(ask({ upContext: { schema }, payload: {} })).approve).toEqual({
      allowed: false,
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

  it("keeps to the agent's own list, and to prompts", () => {
    const only = allowedAnswers(ask({ allowedFeedback: ['reject'] }));
    expect(only.approve).toEqual({
      allowed: false,
      reason: 'This agent does not take approvals here.',
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
    expect(approve).toEqual(
      missing === null
        ? { allowed: true }
        : { allowed: false, reason: `Nothing to approve yet: ${missing}` },
    );
  });

  it('does not miss what has a default, is read-only or may be null', () => {
    const required = ['basis', 'id', 'note'];
    const message = ask({
      upContext: { schema: { ...nested, required } },
      payload: { note: null },
    });
    expect(allowedAnswers(message).approve.allowed).toBe(true);
  });

  it('misses the answer to a required question', () => {
    const question = { id: 'city', text: 'Where?', required: true };
    const without = ask({ upThought: { questions: [question] } });
    expect(allowedAnswers(without).approve).toEqual({
      allowed: false,
      reason: 'Nothing to approve yet: city is missing.',
    });
    const withDefault = ask({ upThought: { questions: [{ ...question, default: 'Halle' }] } });
    expect(allowedAnswers(withDefault).approve.allowed).toBe(true);
  });

  it('lets an agent that takes approvals but no edits be approved as it is', () => {
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

  it('always leaves a way to answer, unless the agent lists only what cannot be done', () => {
    for (const more of [{}, { upContext: { schema } }, { payload: { candidates } }]) {
      const { reject, comment, instruction } = allowedAnswers(ask(more));
      expect([reject, comment, instruction].every(({ allowed }) => allowed)).toBe(true);
    }
  });
});

describe('checkFeedback', () => {
  const message = ask({ payload: { candidates } });

  it('takes an order of exactly the offered ids', () => {
    const rank = (order: string[]) =>
      checkFeedback(message, { type: 'rank', content: { order } }, noFaults);
    expect(rank(['b', 'a'])).toEqual([]);
    expect(rank(['b'])).toEqual([{ path: '/content/order', message: 'Not ranked: a.' }]);
    expect(rank(['b', 'a', 'b'])).toEqual([
      { path: '/content/order/2', message: 'b is ranked twice.' },
    ]);
    expect(rank(['b', 'x', 'a'])).toEqual([
      { path: '/content/order/1', message: 'There is no item x to rank.' },
    ]);
  });

  it('validates an edit by the schema and points into the feedback', () => {
    const faults = checkFeedback(
      ask({ upContext: { schema } }),
      { type: 'edit', content: { value: {} } },
      () => [{ path: '/location', message: 'is required' }],
    );
    expect(faults).toEqual([{ path: '/content/value/location', message: 'is required' }]);
  });

  it('refuses an answer meant for another message', () => {
    const faults = checkFeedback(
      message,
      { type: 'approve', target: { messageId: 'other' } },
      noFaults,
    );
    expect(faults[0]?.path).toBe('/target/messageId');
  });

  const edit = (content: object): UpFeedback => ({ type: 'edit', content: { ...content } });
  const proposed = ask({
    payload: { city: 'Halle', basis: 'hour' },
    upContext: {
      schema: {
        type: 'object',
        properties: { city: { type: 'string' }, basis: { type: 'string', readOnly: true } },
      },
    },
  });
  /** Knows replace on the first level, which is all these tests need. */
  const applyPatch = (
    document: unknown,
    operations: readonly { path: string; value?: unknown }[],
  ) => {
    const copy: Record<string, unknown> = { ...(document as object) };
    const failed = operations.filter(({ path }) => !(path.slice(1) in copy));
    for (const { path, value } of operations) copy[path.slice(1)] = value;
    return { document: copy, failed };
  };
  const patchTo = (city: string, path = '/city') => [{ op: 'replace', path, value: city }];

  it.each<[string, object, string[]]>([
    ['a value', { value: { city: 'Jena', basis: 'hour' } }, []],
    [
      'a patch that leads to the value',
      { patch: patchTo('Jena'), value: { city: 'Jena', basis: 'hour' } },
      [],
    ],
    ['a text', { text: 'Make it Jena' }, []],
    ['nothing', {}, ['/content']],
    ['an empty text', { text: '  ' }, ['/content/text']],
    ['a value that is no object', { value: 'Jena' }, ['/content/value']],
    ['a patch alone', { patch: patchTo('Jena') }, ['/content/value']],
    [
      'a patch that leads elsewhere',
      { patch: patchTo('Gera'), value: { city: 'Jena', basis: 'hour' } },
      ['/content/patch'],
    ],
    [
      'a patch that does not apply',
      { patch: patchTo('Jena', '/town'), value: { city: 'Jena', basis: 'hour' } },
      ['/content/patch'],
    ],
    [
      'operations that are none',
      {
        patch: [
          { op: 'replace', path: '/city' },
          { op: 'move', path: '/city' },
          { op: 'swap', path: '/city' },
          { op: 'remove', path: 'city' },
        ],
        value: { city: 'Jena', basis: 'hour' },
      },
      ['/content/patch/0', '/content/patch/1', '/content/patch/2', '/content/patch/3'],
    ],
    [
      'a read-only value changed',
      { value: { city: 'Jena', basis: 'day' } },
      ['/content/value/basis'],
    ],
    ['a read-only value dropped', { value: { city: 'Jena' } }, ['/content/value/basis']],
  ])('checks an edit with %s', (_, content, paths) => {
    const faults = checkFeedback(proposed, edit(content), { applyPatch });
    expect(faults.map(({ path }) => path)).toEqual(paths);
  });

  it('hands the form schema and the value to the validator', () => {
    const seen: unknown[] = [];
    const message = ask({ upThought: { questions: [{ id: 'city', text: 'Where?' }] } });
    checkFeedback(message, edit({ value: { city: 'Jena' } }), (given, value) => {
      seen.push(given, value);
      return [];
    });
    expect(seen).toMatchObject([{ properties: { city: { title: 'Where?' } } }, { city: 'Jena' }]);
  });

  it.each<[UpFeedback, string[]]>([
    [
      { type: 'comment', content: { text: 'x', annotations: [{ pointer: '/city', text: 'y' }] } },
      [],
    ],
    [{ type: 'comment', content: { text: ' ' } }, ['/content/text']],
    [
      {
        type: 'instruction',
        content: {
          text: 'x',
          annotations: [
            { pointer: 'city', text: 'y' },
            { range: { start: 4, end: 2 }, text: '' },
          ],
        },
      },
      [
        '/content/annotations/0/pointer',
        '/content/annotations/1/text',
        '/content/annotations/1/range',
      ],
    ],
    [{ type: 'reject', target: { messageId: 'm', part: 'city' } }, ['/target/part']],
    [{ type: 'reject', target: { messageId: 'm', part: { start: 2, end: 1 } } }, ['/target/part']],
    [{ type: 'reject', target: { messageId: 'm', part: '/city' } }, []],
  ])('checks texts and places: %j', (feedback, paths) => {
    expect(checkFeedback(proposed, feedback).map(({ path }) => path)).toEqual(paths);
  });

  it('refuses exactly the kinds that are not allowed, with the same reason', () => {
    const type = fc.constantFrom(...feedbackTypeSchema.options);
    const anyMessage = fc.record(
      {
        state: fc.constantFrom(...stateSchema.options),
        allowedFeedback: fc.array(type),
        payload: fc.constantFrom({}, { candidates }, { location: {} }),
        upContext: fc.constantFrom({}, { schema }, { fields: { a: 'x' } }),
      },
      { requiredKeys: ['state'] },
    );
    const contents = {
      approve: {},
      reject: {},
      edit: { content: { text: 'x' } },
      rank: { content: { order: ['a', 'b'] } },
      comment: { content: { text: 'x' } },
      instruction: { content: { text: 'x' } },
    };
    fc.assert(
      fc.property(anyMessage, type, (more, kind) => {
        const asked = ask(more);
        const answer = allowedAnswers(asked)[kind];
        const feedback = { type: kind, ...contents[kind] } as UpFeedback;
        expect(checkFeedback(asked, feedback)).toEqual(
          answer.allowed ? [] : [{ path: '/type', message: answer.reason }],
        );
      }),
    );
  });
});
