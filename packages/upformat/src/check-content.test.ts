import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowedAnswers, checkFeedback } from './answers.ts';
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

describe('checkFeedback', () => {
  const message = ask({ payload: { candidates } });

  it('accepts an order of exactly the offered ids', () => {
    const rank = (order: string[]) =>
      checkFeedback(message, { type: 'rank', content: { order } }, noFaults);
    expect(rank(['b', 'a'])).toEqual([]);
    expect(rank(['b'])).toMatchObject([{ path: '/content/order', message: 'Not ranked: a.' }]);
    expect(rank(['b', 'a', 'b'])).toMatchObject([
      { path: '/content/order/2', message: 'b is ranked twice.' },
    ]);
    expect(rank(['b', 'x', 'a'])).toMatchObject([
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
    explanation: 'Why',
    upContext: {
      schema: {
        type: 'object',
        properties: { city: { type: 'string' }, basis: { type: 'string', readOnly: true } },
      },
    },
  });
  /** Supports replace on the first level, which is sufficient for these tests. */
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
    ['a read-only value left out', { value: { city: 'Jena' } }, []],
  ])('checks an edit with %s', (_, content, paths) => {
    const faults = checkFeedback(proposed, edit(content), { applyPatch });
    expect(faults.map(({ path }) => path)).toEqual(paths);
  });

  it('refuses half a character in a value instead of failing on it', () => {
    const value = { city: '\ud800', basis: '\ud800' };
    const faults = checkFeedback(proposed, edit({ value, patch: patchTo('Jena') }), { applyPatch });
    expect(faults.map(({ path }) => path)).toEqual(['/content/patch', '/content/value/basis']);
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
    [
      {
        type: 'comment',
        content: {
          text: 'x',
          annotations: [
            { pointer: '/city', range: { start: 0, end: 5 }, text: 'the whole word' },
            { range: { start: 0, end: 3 }, text: 'the explanation' },
            { pointer: '/city', range: { start: 0, end: 6 }, text: 'y' },
            { pointer: '/basis/0', range: { start: 0, end: 1 }, text: 'y' },
            { range: { start: 0, end: 4 }, text: 'y' },
            { range: { start: 0.5, end: 1 }, text: 'y' },
          ],
        },
      },
      [2, 3, 4, 5].map((place) => `/content/annotations/${place}/range`),
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
        expect(checkFeedback(asked, feedback)).toMatchObject(
          answer.allowed ? [] : [{ path: '/type', message: answer.reason }],
        );
      }),
    );
  });
});
