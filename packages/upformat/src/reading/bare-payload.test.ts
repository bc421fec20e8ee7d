import { describe, expect, it } from 'vitest';
import { answerMessage } from '../answer-message.ts';
import { allowedAnswers, checkFeedback, rankableItems } from '../answers.ts';
import { formSchemaOf } from '../form-schema.ts';
import type { UpFeedback, UpMessage } from '../message.ts';
import { parseUpMessage } from '../parse.ts';
import { bareField, schemaOf } from '../schema-reference.ts';
import { upPromptOf } from '../up-prompt.ts';
import { answerForm } from './answer-form.ts';
import { feedbackAsSent, placeInPayload, valueAsSent } from './bare-payload.ts';

function parsed(more: object) {
  const read = parseUpMessage({
    messageId: '3f2b6c1e-9d5a-4c7b-8a54-0f6f5e2a9b11',
    threadId: '0b8d3f62-4c1f-4a57-9a0e-6b1b1e0c7d42',
    timestamp: '2026-11-21T10:00:00Z',
    state: 'needsHumanDecision',
    ...more,
  });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read;
}
const read = (more: object): UpMessage => parsed(more).message;

const item = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
const cities = [{ id: 'halle' }, { id: 'bonn' }];
const edit = (value: unknown, patch?: object[]) =>
  ({ type: 'edit', content: { value, ...(patch ? { patch } : {}) } }) as UpFeedback;

/** Valid or not, as a schema with `type: array` or `string` says. */
const validate = (schema: unknown, value: unknown) => {
  const { properties = {} } = schema as { properties?: Record<string, { type?: string }> };
  return Object.entries(value as object)
    .filter(([name, member]) => {
      const type = properties[name]?.type;
      return type === 'array' ? !Array.isArray(member) : type !== typeof member;
    })
    .map(([name]) => ({ path: `/${name}`, message: 'wrong' }));
};

describe('a payload that is a list or a text', () => {
  it.each([
    ['a text', 'Send it to Anna?', 'text', 'string'],
    ['a list of objects', cities, 'list', 'array'],
    ['a list of texts', ['Halle', 'Bonn'], 'list', 'array'],
    ['an empty list', [], 'list', 'array'],
  ])('%s is read, approved and edited', (_, payload, name, type) => {
    const { message, warnings } = parsed({ payload });
    expect(message).toMatchObject({ payload: { [name]: payload }, barePayload: name });
    expect(message.unread).toBeUndefined();
    expect(warnings).toEqual([]);
    const { approve, edit: edited } = allowedAnswers(message);
    expect([approve.allowed, edited.allowed]).toEqual([true, true]);
    expect(answerForm(message)?.schema).toMatchObject({
      properties: { [name]: { type } },
      required: [name],
    });
    expect(checkFeedback(message, edit({ [name]: payload }), validate)).toEqual([]);
    expect(checkFeedback(message, edit({ [name]: 7 }), validate)).toMatchObject([
      { path: `/content/value/${name}` },
    ]);
  });

  it('items with ids are ranked', () => {
    const message = read({ payload: cities });
    expect(rankableItems(message).map(({ id }) => id)).toEqual(['halle', 'bonn']);
    expect(allowedAnswers(message).rank.allowed).toBe(true);
    expect(allowedAnswers(read({ payload: ['Halle', 'Bonn'] })).rank.allowed).toBe(false);
  });

  it('only the reader says how it has read one', () => {
    const message = read({ payload: { list: [1] }, barePayload: 'list' });
    expect(message.barePayload).toBeUndefined();
    expect(message.unread).toMatchObject([{ path: '/barePayload', value: 'list' }]);
    expect(feedbackAsSent(message, edit({ list: [2] }))).toEqual(edit({ list: [2] }));
  });

  it.each([[42], [true], ['  ']])('%j is neither', (payload) => {
    const message = read({ payload });
    expect(message.payload).toBeUndefined();
    expect(message.barePayload).toBeUndefined();
    expect(message.unread).toMatchObject([{ path: '/payload', value: payload }]);
  });
});

describe('the schema beside it', () => {
  it('of the list, with its references', () => {
    const schema = {
      type: 'array',
      items: { anyOf: [{ $ref: '#/$defs/city' }, { $ref: '#' }] },
      $defs: { city: item },
    };
    const form = {
      type: 'object',
      properties: {
        list: {
          [bareField]: true,
          type: 'array',
          items: { anyOf: [{ $ref: '#/$defs/city' }, { $ref: '#/properties/list' }] },
        },
      },
      required: ['list'],
      additionalProperties: false,
      $defs: { city: item },
    };
    const message = read({ payload: cities, upContext: { schema } });
    expect(formSchemaOf(message)).toEqual(form);
    expect(answerForm(message)).toEqual({ schema: form, source: 'schema' });
    expect(schemaOf(message)).toBe(schemaOf(message));
  });

  it('of an object describes the items of a list, and is the answer to a text', () => {
    const upContext = { schema: item };
    expect(formSchemaOf(read({ payload: cities, upContext }))).toMatchObject({
      properties: { list: { type: 'array', items: item } },
    });
    const text = read({ payload: 'Which city?', upContext });
    expect(text.payload).toBeUndefined();
    expect(formSchemaOf(text)).toEqual(item);
  });

  it('of a text', () => {
    const schema = { type: 'string', maxLength: 20 };
    expect(formSchemaOf(read({ payload: 'Hello', upContext: { schema } }))).toMatchObject({
      properties: { text: schema },
    });
  });

  it.each(['id', '[].id'])('the field %s is one of the items', (path) => {
    const upContext = { fields: { [path]: 'a city' } };
    const items = { properties: { id: { type: 'string', description: 'a city' } } };
    expect(formSchemaOf(read({ payload: cities, upContext }))?.properties).toMatchObject({
      list: { type: 'array', items },
    });
    const plain = read({ payload: ['Halle'], upContext });
    expect(formSchemaOf(plain)?.properties).toEqual({ list: { type: 'array', [bareField]: true } });
  });
});

describe('an answer about it', () => {
  const list = read({ payload: cities });
  const text = read({ payload: 'Dear Anna' });
  const sent = (message: UpMessage, feedback: UpFeedback) => {
    const timestamp = '2026-11-21T11:00:00Z';
    return answerMessage(message, feedback, { messageId: 'd', timestamp, operator: 'operator:1' })
      .upFeedback;
  };

  it('is a list, with its own places', () => {
    const patch = [
      { op: 'remove', path: '/list/0' },
      { op: 'move', from: '/list/1', path: '/list/0' },
      { op: 'replace', path: '/list', value: [{ id: 'bonn' }] },
      { op: 'replace', path: '', value: { list: [{ id: 'bonn' }] } },
    ];
    expect(sent(list, edit({ list: [{ id: 'bonn' }] }, patch))).toEqual(
      edit(
        [{ id: 'bonn' }],
        [
          { op: 'remove', path: '/0' },
          { op: 'move', from: '/1', path: '/0' },
          { op: 'replace', path: '', value: [{ id: 'bonn' }] },
          { op: 'replace', path: '', value: [{ id: 'bonn' }] },
        ],
      ),
    );
  });

  it('is a text', () => {
    const patch = [{ op: 'replace', path: '/text', value: 'Dear Ben' }];
    expect(sent(text, edit({ text: 'Dear Ben' }, patch))).toEqual(
      edit('Dear Ben', [{ op: 'replace', path: '', value: 'Dear Ben' }]),
    );
  });

  it('points into it', () => {
    const about = (part: string) => ({ messageId: list.messageId, part });
    const comment = (pointer: string): UpFeedback => ({
      type: 'comment',
      target: about(pointer),
      content: { text: 'Why?', annotations: [{ pointer, text: 'Here' }, { text: 'All' }] },
    });
    expect(sent(list, comment('/list/1/id'))).toEqual(comment('/1/id'));
    expect(sent(list, { type: 'reject', target: about('/list') })).toEqual({
      type: 'reject',
      target: about(''),
    });
  });

  it('beside answers to questions names both', () => {
    const both = edit({ list: cities, when: 'today' }, [{ op: 'add', path: '/when', value: 'x' }]);
    expect(sent(list, both)).toEqual(both);
  });

  it('words and an order are not changed', () => {
    const order: UpFeedback = { type: 'rank', content: { order: ['bonn', 'halle'] } };
    const words: UpFeedback = { type: 'edit', content: { text: 'Shorter' } };
    expect([sent(list, order), sent(text, words)]).toEqual([order, words]);
  });

  it('the value of a check and the places of its faults are those of the agent', () => {
    expect(valueAsSent(list, { list: [1] })).toEqual([1]);
    expect([placeInPayload(list, '/0/id'), placeInPayload(text, '')]).toEqual([
      '/list/0/id',
      '/text',
    ]);
    const plain = read({ payload: { list: [1] } });
    expect(valueAsSent(plain, { list: [1] })).toEqual({ list: [1] });
    expect(placeInPayload(plain, '/list')).toBe('/list');
  });
});

describe('a default about it', () => {
  const expiresAt = '2026-11-22T10:00:00Z';
  const own = [
    edit([{ id: 'bonn' }], [{ op: 'remove', path: '/0' }]),
    edit([{ id: 'bonn' }]),
    { type: 'edit', content: { patch: [{ op: 'remove', path: '/0' }] } } as UpFeedback,
  ];

  it.each(own)('is written about the list itself, and sent so: %j', (defaultFeedback) => {
    for (const more of [
      { upPrompt: { defaultFeedback, expiresAt } },
      { defaultFeedback, expiresAt },
    ]) {
      const { message, warnings } = parsed({ payload: cities, ...more });
      expect(warnings).toEqual([]);
      const kept = upPromptOf(message).defaultFeedback;
      expect(kept).not.toEqual(defaultFeedback);
      expect(kept && checkFeedback(message, kept, validate)).toEqual([]);
      expect(kept && feedbackAsSent(message, kept)).toEqual(defaultFeedback);
    }
  });
});
