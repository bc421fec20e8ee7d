import { canonicalJson } from '@countersign/json/canonical-json';
import { runs } from '@countersign/testkit/deep';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowedAnswers } from './answers.ts';
import { formSchemaOf } from './form-schema.ts';
import type { UpMessage } from './message.ts';
import { parseUpMessage } from './parse.ts';
import { askOf, isPrompt } from './prompt.ts';
import { sealedContent } from './sealed-content.ts';
import { upPromptOf } from './up-prompt.ts';

const carrier = {
  threadId: '0b8d3f62-4c1f-4a57-9a0e-6b1b1e0c7d42',
  timestamp: '2026-11-21T10:00:00Z',
};
const asked = {
  messageId: 'msg_01HZX3Y8Q4V7N2K5T6W9B1D0FG',
  ...carrier,
  state: 'needsHumanDecision',
};

function read(more: object, value: object = asked): UpMessage {
  const parsed = parseUpMessage({ ...value, ...more }, carrier);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.message;
}
const unreadOf = ({ unread = [] }: UpMessage) => unread.map(({ path, value }) => [path, value]);

describe('the coordination layer', () => {
  it('missing members are taken from the stream, with a remark', () => {
    const { messageId, state } = asked;
    const parsed = parseUpMessage({ messageId, state, threadId: null }, carrier);
    expect(parsed).toMatchObject({
      ok: true,
      message: { ...carrier, messageId, state },
      warnings: [{ path: '/threadId' }, { path: '/timestamp' }, { path: '/messageId' }],
    });
    expect(parseUpMessage({ messageId, state }).ok).toBe(false);
  });

  it('ids and states are not guessed', () => {
    for (const odd of [{ messageId: 7 }, { state: 'needs_human' }, { timestamp: 'soon' }])
      expect(parseUpMessage({ ...asked, ...odd }, carrier).ok).toBe(false);
    expect(parseUpMessage('needsHumanDecision', carrier).ok).toBe(false);
  });
});

describe('a payload that is no object, list or text', () => {
  it.each([[42], [true]])('%j', (payload) => {
    const message = read({ payload, explanation: 'Please check.' });
    expect(message.payload).toBeUndefined();
    expect(unreadOf(message)).toEqual([['/payload', payload]]);
    expect(askOf(message)).toBe('Please check.');
    const { approve, edit } = allowedAnswers(message);
    expect([approve.allowed, edit.allowed]).toEqual([true, true]);
  });
});

describe('questions as agents write them', () => {
  it.each([
    ['a sentence', 'Where?', ['Where?']],
    ['one object', { question: 'Where?' }, [{ question: 'Where?', text: 'Where?' }]],
    ['by name', { place: 'Where?' }, [{ id: 'place', text: 'Where?', label: 'Where?' }]],
    ['without an id', [{ text: 'Where?' }], [{ text: 'Where?' }]],
    ['under other names', [{ prompt: 'When?' }], [{ prompt: 'When?', text: 'When?' }]],
    ['with a number as id', [{ id: 3, text: 'Who?' }], [{ id: '3', text: 'Who?' }]],
    ['a number', [7], ['7']],
  ])('%s', (_, questions, expected) => {
    const message = read({ upThought: { questions } });
    expect(message.upThought?.questions).toEqual(expected);
    expect(message.unread).toBeUndefined();
    expect(askOf(message)).toMatch(/\?$|^7$/);
  });

  it('an empty one is kept, and does not affect the others', () => {
    const message = read({ upThought: { questions: [{ weight: 2 }, 'Where?', null, ['a']] } });
    expect(message.upThought?.questions).toEqual(['Where?']);
    expect(unreadOf(message)).toEqual([
      ['/upThought/questions/0', { weight: 2 }],
      ['/upThought/questions/2', null],
      ['/upThought/questions/3', ['a']],
    ]);
  });

  it('an unreadable optional part does not invalidate the question', () => {
    const item = { id: 'q', text: 'Where?', options: 'Bonn or Halle', required: 'yes' };
    const message = read({ upThought: { questions: [item] } });
    expect(message.upThought?.questions).toEqual([{ id: 'q', text: 'Where?' }]);
    expect(unreadOf(message)).toEqual([
      ['/upThought/questions/0/required', 'yes'],
      ['/upThought/questions/0/options', 'Bonn or Halle'],
    ]);
  });
});

it('alternatives keep their weights', () => {
  const item = { approach: 'Wait', tradeoff: 'Slower', confidence: '60%' };
  const message = read({ upThought: { alternatives: [item, 'Go', { name: 'Ask' }] } });
  expect(message.upThought?.alternatives).toEqual([
    { ...item, label: 'Wait', description: 'Slower', confidence: 0.6 },
    'Go',
    { name: 'Ask', label: 'Ask' },
  ]);
  expect(unreadOf(message)).toEqual([['/upThought/alternatives/0/confidence', '60%']]);
});

it.each([
  ['80%', 0.8],
  [80, 0.8],
  ['0.35', 0.35],
  [1, 1],
  [1.5, undefined],
  ['quite sure', undefined],
  [-1, undefined],
])('a confidence of %j', (confidence, expected) => {
  const message = read({ upThought: { confidence, canProceed: 'false', reasoning: 'No place.' } });
  expect(message.upThought).toEqual({
    ...(expected === undefined ? {} : { confidence: expected }),
    canProceed: false,
    reasoning: ['No place.'],
  });
});

describe('a self-description', () => {
  it('fields as objects keep their description, their concept and their limits', () => {
    const fields = {
      rate: { description: 'EUR per hour', '@id': 'schema:price', maximum: 105 },
      city: { '@id': 'schema:City' },
      notes: 'free words',
    };
    const message = read({ payload: { rate: 90 }, upContext: { fields } });
    expect(message.upContext).toEqual({
      fields: { rate: 'EUR per hour (schema:price)', city: '(schema:City)', notes: 'free words' },
      constraints: { rate: { maximum: 105 } },
    });
    expect(formSchemaOf(message)?.properties['rate']).toMatchObject({ maximum: 105 });
    expect(message.unread).toBeUndefined();
  });

  it('fields as a list have names', () => {
    const fields = ['city', { name: 'rate', description: 'EUR per hour' }];
    const message = read({ upContext: { fields } });
    expect(message.upContext?.fields).toEqual({ city: '', rate: 'EUR per hour' });
  });

  it.each([
    ['a sentence', 'at most 105 EUR', { all: 'at most 105 EUR' }],
    [
      'a list',
      ['at most 105 EUR', { name: 'city', rule: 'in Saxony' }],
      { 1: 'at most 105 EUR', city: 'in Saxony' },
    ],
  ])('constraints as %s', (_, constraints, expected) => {
    expect(read({ upContext: { constraints } }).upContext?.constraints).toEqual(expected);
  });

  it('inside the payload counts like next to it', () => {
    const upContext = { entity: 'Budget', fields: { amount: 'EUR' }, schema: '#/payload/shape' };
    const message = read({ payload: { amount: 3, upContext } });
    expect(message.payload).toEqual({ amount: 3 });
    expect(message.upContext).toEqual(upContext);
    const both = read({ payload: { upContext }, upContext: { entity: 'Cost' } });
    expect(both.upContext).toEqual({ ...upContext, entity: 'Cost' });
    expect(unreadOf(both)).toEqual([['/payload/upContext/entity', 'Budget']]);
  });
});

it.each([
  ['high', 'major'],
  ['CRITICAL', 'critical'],
  ['warning', 'minor'],
  [1, undefined],
  ['P1', undefined],
])('a severity of %j', (severity, expected) => {
  for (const message of [read({ severity }), read({ upPrompt: { severity } })]) {
    expect(upPromptOf(message).severity).toBe(expected);
    expect(message.unread).toMatchObject([{ value: severity }]);
  }
});

it('defaults and answers of agents are read like the rest', () => {
  const upPrompt = {
    defaultFeedback: { type: 'reject', content: 'Too late', target: asked.messageId },
    allowed: ['approve', 'reject', 'shrug'],
    answers: { approve: 'Ship it', reject: { label: 'Hold' }, shrug: 'Whatever' },
  };
  const message = read({ upPrompt });
  expect(message.upPrompt).toEqual({
    defaultFeedback: {
      type: 'reject',
      content: { reason: 'Too late' },
      target: { messageId: asked.messageId },
    },
    allowed: ['approve', 'reject'],
    answers: { approve: { label: 'Ship it' }, reject: { label: 'Hold' } },
  });
  const answer = read({ state: 'submitted', upFeedback: { type: 'comment', content: 'Fine' } });
  expect(answer.upFeedback).toEqual({ type: 'comment', content: { text: 'Fine' } });
});

/** Every text and name of a value; numbers and booleans as text. */
function saying(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(saying);
  return Object.entries(value).flatMap(([name, member]) => [name, ...saying(member)]);
}

const names = [
  'id text question prompt label approach tradeoff name description reasoning questions confidence canProceed alternatives',
  'assumptions entity fields concepts constraints schema upContext type content target metadata severity ask allowed answers',
]
  .join(' ')
  .split(' ');
const { anything } = fc.letrec((tie) => ({
  anything: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constantFrom('approve', 'edit', 'rank', 'high', '80%', 'false'),
    fc.array(tie('anything')),
    fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), tie('anything')),
  ),
}));
const optional = fc.record(
  {
    payload: anything,
    explanation: anything,
    agentId: anything,
    parentMessageId: anything,
    upThought: anything,
    upFeedback: anything,
    upContext: anything,
    upPrompt: anything,
    unread: anything,
    severity: anything,
    ask: anything,
    expiresAt: anything,
    defaultFeedback: anything,
    allowedFeedback: anything,
    waiting: anything,
  },
  { requiredKeys: [] },
);

it('never loses a question, never throws, and keeps everything that was sent', () => {
  fc.assert(
    fc.property(optional, fc.constantFrom('needsHumanDecision', 'followup'), (more, state) => {
      const sent: unknown = JSON.parse(JSON.stringify({ ...more, ...asked, state }));
      const before = JSON.stringify(sent);
      const parsed = parseUpMessage(sent, carrier);
      expect(JSON.stringify(sent)).toBe(before);
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
      const { message } = parsed;
      expect(isPrompt(message)).toBe(true);
      expect(askOf(message)).not.toBe('');
      canonicalJson(sealedContent(message));
      allowedAnswers(message);
      const kept = saying(message);
      const whole = kept.join('\n');
      // Lone surrogates are replaced, so only whole characters are searched for.
      const isLost = (text: string) =>
        !whole.includes(text) && !whole.includes(text.replaceAll('~', '~0').replaceAll('/', '~1'));
      // A member name that only labels a text is not searched for.
      const isName = (text: string) =>
        /^(text|reason|thought|assumption|description|content|statement)$/.test(text);
      const reported = saying(sent).filter(
        (text) => !/[\ud800-\udfff]/.test(text) && !isName(text),
      );
      expect(reported.filter(isLost)).toEqual([]);
    }),
    {
      numRuns: runs(1_000),
      examples: [
        // Found by seed 1164112664.
        [{ upThought: JSON.parse('{"__proto__": "said"}') }, 'needsHumanDecision'],
        // Found by seed 200946204: the id of an item took the place of its name.
        [{ upThought: { alternatives: { '  ': { id: '' } } } }, 'needsHumanDecision'],
      ],
    },
  );
});
